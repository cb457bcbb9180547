package io.stallmark.report.file;

import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.counters.CounterRow;
import io.stallmark.report.file.RunTables.JudgedInterval;
import io.stallmark.report.table.FigureTable;
import io.stallmark.result.AgentInterval;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunFile;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.result.StallFindings.DipSummary;
import io.stallmark.result.StallFindings.StallSummary;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport;
import io.stallmark.run.document.RunFindings;
import io.stallmark.spec.Redactor;
import io.stallmark.spi.workload.Conclusion;
import io.stallmark.spi.workload.TransferResult;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.WholeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the files of one run during the run. After a kill, they are complete up to the last
 * interval. Every {@link IOException} of this class has a line for the user. Used by one thread,
 * except where a method of {@link RunObserver} says otherwise.
 */
public final class ResultFiles implements RunObserver {

  /** Page that is made from the other files after the run. */
  public static final String PAGE = "report.html";

  /** Bytes reserved for the last run.json, which must be written even if the disk is full. */
  private static final int RESERVE = 64 * 1024;

  private final Redactor redactor;
  private Path directory = Path.of("");
  private GrowingFiles rows = new GrowingFiles(directory);
  private @Nullable Growing growing;
  private final TreeMap<Long, StoredSize> sizes = new TreeMap<>(); // guarded by itself
  private long origin;
  private boolean measured;

  /** Other files that are open during the run: histograms, and disk space for the last file. */
  private record Growing(
      FigureTable<JudgedInterval> intervals,
      FigureTable<CounterRow> counters,
      LatencyLog latencies,
      FileChannel reserve) {}

  /**
   * Creates an observer of one run.
   *
   * @param redactor removes secrets from {@code run.json}
   */
  public ResultFiles(Redactor redactor) {
    this.redactor = redactor;
  }

  @Override
  public void resolved(RunJob job, Path results) {
    directory = results;
    rows = new GrowingFiles(results);
  }

  /** Writes the facts known at the start of the run, and opens the files. */
  @Override
  public void prepared(RunJob job, RunFindings findings, RunDocument start) throws IOException {
    write(start);
    FileChannel reserve = reserve();
    FigureTable<JudgedInterval> intervals =
        RunTables.intervals(job.plan().roles(), job.plan().phases());
    for (FigureTable<?> table :
        List.of(intervals, RunTables.STALLS, RunTables.DIPS, RunTables.TRUST)) {
      rows.begin(table);
    }
    growing =
        new Growing(
            intervals,
            RunTables.counterRows(start.counters()),
            new LatencyLog(directory, findings.kinds()),
            reserve);
  }

  /** Reserves disk space in a deleted file, which the system frees however this process ends. */
  private FileChannel reserve() throws IOException {
    Path file = directory.resolve(RunFile.NAME + ".reserve");
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      try {
        for (ByteBuffer bytes = ByteBuffer.allocate(RESERVE); bytes.hasRemaining(); ) {
          channel.write(bytes);
        }
        return channel;
      } catch (IOException e) {
        channel.close();
        throw e;
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw FileTrouble.unwritten(file, e);
    }
  }

  private Growing growing() {
    return Objects.requireNonNull(growing, "a run is prepared first");
  }

  @Override
  public void interval(LiveInterval last) throws IOException {
    Growing files = growing();
    origin = last.interval().origin();
    if (!measured) {
      files.latencies().measuredFrom(last.measuredFrom());
      measured = true;
    }
    if (!last.interval().isEmpty()) {
      files.latencies().append(last.interval(), last.health());
      rows.append(RunTables.TRUST, last.health());
      // intervals.csv last: a row in it is complete in all other files.
      rows.append(files.intervals(), new JudgedInterval(last.interval(), last.health()));
    }
  }

  @Override
  public void rehearsed(LiveInterval last) {
    Growing files = growing();
    files.latencies().rehearse(last.interval(), last.health());
    RunTables.TRUST.row(last.health());
    files.intervals().row(new JudgedInterval(last.interval(), last.health()));
  }

  @Override
  public void counters(CounterRow row) throws IOException {
    rows.append(growing().counters(), row);
  }

  @Override
  public void agent(AgentInterval interval) throws IOException {
    rows.append(RunTables.AGENTS, interval);
  }

  @Override
  public void stall(StallSummary stall) throws IOException {
    rows.append(RunTables.STALLS, stall);
  }

  @Override
  public void dip(DipSummary dip) throws IOException {
    rows.append(RunTables.DIPS, dip);
  }

  @Override
  public void cost(CostRow row) throws IOException {
    rows.append(RunTables.COST, row);
  }

  @Override
  public void stored(long at, StoredSize size) throws IOException {
    synchronized (sizes) {
      sizes.put(at, size);
    }
    rows.append(RunTables.SIZES, new RunTables.SizeRow(at, size));
  }

  @Override
  public void concluded(Conclusion conclusion) throws IOException {
    if (conclusion.replay() != null) {
      ReplayFiles.write(directory, conclusion.replay(), redactor::redact);
    }
    if (conclusion.transfer() != null && !conclusion.transfer().points().isEmpty()) {
      write(conclusion.transfer());
    }
  }

  private void write(TransferResult transfer) throws IOException {
    Path file = directory.resolve(ProgressFile.NAME);
    TreeMap<Long, StoredSize> known = new TreeMap<>();
    synchronized (sizes) {
      sizes.forEach((at, size) -> known.put(at + origin, size));
    }
    try {
      Files.writeString(file, ProgressFile.content(transfer, known));
    } catch (IOException e) {
      throw FileTrouble.unwritten(file, e);
    }
  }

  @Override
  public void measured(RunReport.Measured run) throws IOException {
    last(run.document());
  }

  /** Never throws, because the error that ended the run is the one to report. */
  @Override
  public void failed(RunDocument document) {
    try {
      last(document);
    } catch (IOException e) {
      // run.json stays as it was at the start
    }
  }

  private void last(RunDocument document) throws IOException {
    growing().reserve().close();
    write(document);
  }

  /** Closes the files. Deletes those of a run that has measured nothing. */
  @Override
  public void closed() {
    try {
      rows.close();
      if (growing != null) {
        growing.latencies().close();
        growing.reserve().close();
      }
      if (!measured) {
        discard();
      }
    } catch (IOException e) {
      // All pieces are written already, and a directory that remains needs no message.
    }
  }

  private void discard() throws IOException {
    rows.delete();
    Files.deleteIfExists(directory.resolve(LatencyLog.FILE));
    Files.deleteIfExists(directory.resolve(RunFile.NAME));
  }

  private void write(RunDocument content) throws IOException {
    Path file = directory.resolve(RunFile.NAME);
    try {
      WholeFile.write(file, out -> out.write(RunFile.print(content, redactor::redact)));
    } catch (IOException e) {
      throw FileTrouble.unwritten(file, e);
    }
  }
}

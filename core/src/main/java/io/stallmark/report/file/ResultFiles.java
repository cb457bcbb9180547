package io.stallmark.report.file;

import static java.time.temporal.ChronoUnit.MILLIS;

import io.stallmark.analysis.PhaseTotals;
import io.stallmark.analysis.RunTotals;
import io.stallmark.analysis.RunVerdict;
import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.stall.Dip;
import io.stallmark.analysis.stall.Stall;
import io.stallmark.analysis.stall.StallReport;
import io.stallmark.analysis.stall.StallWatch;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.SteadyState;
import io.stallmark.analysis.trust.TrustReport;
import io.stallmark.engine.RunResult;
import io.stallmark.record.Interval;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.ResolvedRun;
import io.stallmark.report.RunFindings;
import io.stallmark.result.HostFacts;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunDocument.LoadSummary;
import io.stallmark.result.RunDocument.RunOutcome;
import io.stallmark.result.RunFile;
import io.stallmark.result.RunState;
import io.stallmark.result.SizeSummary;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.result.StallFindings.DipSummary;
import io.stallmark.result.StallFindings.StallSummary;
import io.stallmark.result.SteadySummary;
import io.stallmark.spec.FileTrouble;
import io.stallmark.spec.Redactor;
import io.stallmark.tables.VerificationResult;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Directory of one run, written during the run. After a kill, its files are complete up to the last
 * interval. Every {@link IOException} of this class has a line for the user. Used by one thread.
 */
public final class ResultFiles implements StallWatch.Listener, CostRow.Listener, Closeable {

  /** Page that is made from the other files after the run. */
  public static final String PAGE = "report.html";

  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss").withZone(ZoneId.systemDefault());

  /** Bytes reserved for the last run.json, which must be written even if the disk is full. */
  private static final int RESERVE = 64 * 1024;

  /** Maximum number of stored sentences about the verification of the tables. */
  private static final int MOST_SENTENCES = 100;

  private final List<Path> newParents; // the innermost first
  private final Path directory;
  private final ResolvedRun spec;
  private final PhaseTotals phases;
  private final Redactor redactor;
  private final CsvFile<CostRow> costs;
  private final CsvFile<RunTables.SizeRow> growth;
  private @Nullable Growing growing;
  private @Nullable RunDocument document; // as written at the start
  private @Nullable FileChannel reserve;
  private @Nullable Instant measuredFrom;
  private @Nullable LoadSummary load;
  private @Nullable SizeSummary sizes;
  private @Nullable VerificationResult proof;
  private volatile boolean begun;

  /** Files that grow during the run. */
  private record Growing(
      CsvFile<RunTables.JudgedInterval> intervals,
      LatencyLog latencies,
      CsvFile<StallSummary> stalls,
      CsvFile<DipSummary> dips,
      CsvFile<GeneratorHealth> trust) {}

  private ResultFiles(List<Path> newParents, Path directory, ResolvedRun spec, Redactor redactor) {
    this.newParents = newParents;
    this.directory = directory;
    this.spec = spec;
    this.phases =
        new PhaseTotals(spec.plan().phases(), TrustReport.judgedFrom(spec.plan().warmup()));
    this.redactor = redactor;
    costs = new CsvFile<>(directory, RunTables.COST);
    growth = new CsvFile<>(directory, RunTables.SIZES);
  }

  /** Creates the run's directory in the parent, which is created too if it is missing. */
  public static ResultFiles create(Path parent, ResolvedRun spec, Redactor redactor)
      throws IOException {
    List<Path> newParents =
        Stream.iterate(parent, p -> p != null && Files.notExists(p), Path::getParent).toList();
    String name = START.format(spec.start()) + "-" + spec.workload() + "-" + spec.binding();
    try {
      Files.createDirectories(parent);
      Path directory = fresh(parent, name);
      return new ResultFiles(newParents, directory, spec, redactor);
    } catch (IOException e) {
      throw FileTrouble.unwritten(parent, e);
    }
  }

  private static Path fresh(Path parent, String name) throws IOException {
    for (int i = 1; ; i++) {
      try {
        return Files.createDirectory(parent.resolve(i == 1 ? name : name + "-" + i));
      } catch (FileAlreadyExistsException e) {
        // another run started in the same second
      }
    }
  }

  public Path directory() {
    return directory;
  }

  /** Whether an interval was written, so that the directory is kept. */
  public boolean measured() {
    return measuredFrom != null;
  }

  /** Writes the facts known at the start of the run, and opens the files. */
  public void begin(RunFindings findings, HostFacts host) throws IOException {
    RunDocument start = RunStart.document(spec, findings, host);
    document = start;
    write(start);
    reserve = reserve();
    growing =
        new Growing(
            CsvFile.begin(
                directory, RunTables.intervals(spec.plan().roles(), spec.plan().phases())),
            new LatencyLog(directory, findings.kinds()),
            CsvFile.begin(directory, RunTables.STALLS),
            CsvFile.begin(directory, RunTables.DIPS),
            CsvFile.begin(directory, RunTables.TRUST));
    begun = true;
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
    if (growing == null) {
      throw new IllegalStateException("The run has not begun");
    }
    return growing;
  }

  private RunDocument document() {
    if (document == null) {
      throw new IllegalStateException("The run has not begun");
    }
    return document;
  }

  /** Writes an interval to all files. */
  public void interval(Interval interval, GeneratorHealth health) throws IOException {
    Growing files = growing();
    if (measuredFrom == null) {
      Instant second0 =
          Instant.now().minusNanos(System.nanoTime() - interval.origin()).truncatedTo(MILLIS);
      files.latencies().measuredFrom(second0);
      measuredFrom = second0;
    }
    if (interval.end() > interval.start() || hasSamples(interval)) {
      files.latencies().append(interval, health);
      phases.interval(interval, health.bound());
      files.trust().append(health);
      // intervals.csv last: a row in it is complete in all other files.
      files.intervals().append(new RunTables.JudgedInterval(interval, health));
    }
  }

  private static boolean hasSamples(Interval interval) {
    return interval.series().stream()
        .anyMatch(series -> series.successes() + series.retries() + series.failures() > 0);
  }

  @Override
  public void stall(Stall stall) throws IOException {
    growing().stalls().append(StallSummaries.of(stall));
  }

  @Override
  public void dip(Dip dip) throws IOException {
    growing().dips().append(StallSummaries.of(dip));
  }

  /** Writes the cost of a segment by one source. May be called on any thread. */
  @Override
  public void row(CostRow row) throws IOException {
    costs.append(row);
  }

  /**
   * Writes the size of the tables. May be called on any thread.
   *
   * @param at nanoseconds since the start of the measurement
   */
  public void size(long at, StoredSize size) throws IOException {
    growth.append(new RunTables.SizeRow(at, size));
  }

  /** Sets the size of the tables at the start and at the end; null: not reported. */
  public void size(@Nullable StoredSize start, @Nullable StoredSize end) {
    sizes = start == null ? null : new SizeSummary(start, end);
  }

  /** Returns the size of the tables at the end; null: not reported. */
  public @Nullable StoredSize lastSize() {
    return sizes == null ? null : sizes.end();
  }

  /**
   * Sets the number of rows and the nanoseconds of the load. Called if the run loaded all its
   * tables.
   */
  public void loaded(long rows, long nanos) {
    load = new LoadSummary(rows, nanos / FigureFormat.SECOND);
  }

  /** Sets the result of the verification of the tables after the run. */
  public void verified(VerificationResult outcome) {
    proof = outcome;
  }

  /** Returns the latencies of the steady state of a run that has ended. */
  public SteadySummary steady(SteadyState steady, RunResult result) {
    return SteadyLatencies.of(
        steady, result, directory.resolve(LatencyLog.FILE), spec.plan().interval());
  }

  /** Returns the document of a run that has ended; {@link #complete} writes it. */
  public RunDocument document(
      RunResult result,
      RunVerdict verdict,
      StallReport stalls,
      RunJudgement judgement,
      CostReport cost) {
    RunOutcome outcome =
        new RunOutcome(
            RunTotals.of(result),
            StallSummaries.of(stalls),
            judgement.trust().summary(),
            judgement.steady(),
            spec.plan().phases().isEmpty() ? null : phases.totals(),
            sizes,
            cost.summary(),
            proof == null ? null : proof.holds(),
            proof == null ? null : proof.sentences().stream().limit(MOST_SENTENCES).toList());
    return ended(verdict.state(), verdict.reason(), judgement.trust().warnings(), outcome);
  }

  private RunDocument ended(
      RunState state, String reason, List<String> warnings, RunOutcome outcome) {
    return document().ended(load, state, reason, Instant.now(), measuredFrom, warnings, outcome);
  }

  /** Writes the document of the ended run. */
  public void complete(RunDocument ended) throws IOException {
    last(ended);
  }

  /**
   * Writes that the run ended without a result, if anything was measured. Never throws, because the
   * error that caused the end is the one to report.
   *
   * @param reason why the run ended, a sentence
   */
  public void fail(String reason) {
    try {
      if (measured()) {
        last(ended(RunState.FAILED, reason, List.of(), RunOutcome.NONE));
      }
    } catch (IOException e) {
      // run.json stays as it was at the start
    }
  }

  private void last(RunDocument content) throws IOException {
    if (reserve != null) {
      reserve.close();
    }
    write(content);
  }

  /** Closes the files. Deletes the directory of a run that has measured nothing. Never throws. */
  @Override
  public void close() {
    try {
      if (reserve != null) {
        reserve.close();
      }
      costs.close();
      growth.close();
      if (growing != null) {
        growing.intervals().close();
        growing.latencies().close();
        growing.stalls().close();
        growing.dips().close();
        growing.trust().close();
      }
      if (!measured()) {
        discard();
      }
    } catch (IOException e) {
      // All pieces are written already, and a directory that remains needs no message.
    }
  }

  /**
   * Deletes the directory if nothing was written. Called on another thread by a program that exits
   * immediately.
   */
  public void abandon() {
    try {
      if (!begun) {
        discard();
      }
    } catch (IOException e) {
      // the program exits
    }
  }

  private void discard() throws IOException {
    for (String file :
        List.of(
            LatencyLog.FILE,
            RunTables.STALLS.file(),
            RunTables.DIPS.file(),
            RunTables.TRUST.file(),
            RunTables.INTERVALS,
            RunTables.SIZES.file(),
            RunFile.NAME)) {
      Files.deleteIfExists(directory.resolve(file));
    }
    Files.deleteIfExists(directory);
    for (Path parent : newParents) {
      Files.deleteIfExists(parent);
    }
  }

  /**
   * Replaces the file atomically: a reader never sees a part of it, and a full disk leaves the old
   * file.
   */
  private void write(RunDocument content) throws IOException {
    Path file = directory.resolve(RunFile.NAME);
    Path draft = directory.resolve(RunFile.NAME + ".tmp");
    try {
      Files.writeString(draft, RunFile.print(content, redactor::redact));
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(draft);
      throw FileTrouble.unwritten(file, e);
    }
  }
}

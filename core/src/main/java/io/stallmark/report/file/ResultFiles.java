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
import io.stallmark.report.file.RunTables.Judged;
import io.stallmark.report.file.RunTables.JudgedInterval;
import io.stallmark.result.HostFacts;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunDocument.LoadSummary;
import io.stallmark.result.RunDocument.RunOutcome;
import io.stallmark.result.RunFile;
import io.stallmark.result.RunState;
import io.stallmark.result.SizeSummary;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.result.SteadySummary;
import io.stallmark.spec.FileTrouble;
import io.stallmark.spec.Redactor;
import io.stallmark.spi.server.TableSize;
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
 * The directory of one run, written while the run proceeds: what a killed program leaves behind is
 * whole up to its last interval. Every {@link IOException} that leaves here has a line for the
 * user. Used by one thread.
 */
public final class ResultFiles implements StallWatch.Listener, CostRow.Listener, Closeable {

  /** The page made of the others when the run is over. */
  public static final String PAGE = "report.html";

  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss").withZone(ZoneId.systemDefault());

  /** Room for the last run.json, which must be written also when the disk is full. */
  private static final int RESERVE = 64 * 1024;

  /** Of the check of the tables. */
  private static final int MOST_SENTENCES = 100;

  private final List<Path> newParents; // the innermost first
  private final Path directory;
  private final ResolvedRun spec;
  private final PhaseTotals phases;
  private final GeneratorBoundTimes bound = new GeneratorBoundTimes();
  private final Redactor redactor;
  private final CsvFile<CostRow> costs;
  private @Nullable Growing growing;
  private @Nullable RunDocument document; // as at the start
  private @Nullable FileChannel reserve;
  private @Nullable Instant measuredFrom;
  private @Nullable LoadSummary load;
  private @Nullable SizeSummary sizes;
  private @Nullable TableSize lastSize;
  private @Nullable VerificationResult proof;
  private volatile boolean begun;

  /** The files that grow while the run proceeds. */
  private record Growing(
      CsvFile<JudgedInterval> intervals,
      LatencyLog latencies,
      CsvFile<Judged<Stall>> stalls,
      CsvFile<Judged<Dip>> dips,
      CsvFile<GeneratorHealth> trust) {}

  private ResultFiles(List<Path> newParents, Path directory, ResolvedRun spec, Redactor redactor) {
    this.newParents = newParents;
    this.directory = directory;
    this.spec = spec;
    this.phases =
        new PhaseTotals(spec.plan().phases(), TrustReport.judgedFrom(spec.plan().warmup()));
    this.redactor = redactor;
    costs = new CsvFile<>(directory, RunTables.COST);
  }

  /** Makes the run's directory under the parent, which is made too if need be. */
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
      throw failure(parent, e);
    }
  }

  private static Path fresh(Path parent, String name) throws IOException {
    for (int i = 1; ; i++) {
      try {
        return Files.createDirectory(parent.resolve(i == 1 ? name : name + "-" + i));
      } catch (FileAlreadyExistsException e) {
        // another run of the same second
      }
    }
  }

  public Path directory() {
    return directory;
  }

  /** Whether there is an interval, and so something to keep. */
  public boolean measured() {
    return measuredFrom != null;
  }

  /** Writes what is known at the start. */
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

  /** Space under no name, so that it is free again however this process ends. */
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
      throw failure(file, e);
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

  /** Writes an interval. */
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
      bound.interval(health);
      files.trust().append(health);
      // The short one last: what it has is whole in all.
      files.intervals().append(new JudgedInterval(interval, health));
    }
  }

  private static boolean hasSamples(Interval interval) {
    return interval.series().stream()
        .anyMatch(series -> series.successes() + series.retries() + series.failures() > 0);
  }

  @Override
  public void stall(Stall stall) throws IOException {
    growing().stalls().append(new Judged<>(stall, bound.during(stall.start(), stall.length())));
  }

  @Override
  public void dip(Dip dip) throws IOException {
    growing().dips().append(new Judged<>(dip, bound.during(dip.start(), dip.length())));
  }

  /** Writes what an interval cost by one source. May be called by any thread. */
  @Override
  public void row(CostRow row) throws IOException {
    costs.append(row);
  }

  /** Keeps what the tables took on disk at the start and at the end; null: not reported. */
  public void size(@Nullable TableSize start, @Nullable TableSize end) {
    lastSize = end;
    sizes = start == null ? null : new SizeSummary(stored(start), end == null ? null : stored(end));
  }

  /** Returns what the tables took on disk at the end; null: not reported. */
  public @Nullable TableSize lastSize() {
    return lastSize;
  }

  private static StoredSize stored(TableSize size) {
    return new StoredSize(
        size.dataBytes(),
        size.indexBytes(),
        size.fileBytes().isPresent() ? size.fileBytes().getAsLong() : null,
        size.rows().isEmpty() ? null : size.rows().values().stream().mapToLong(r -> r).sum());
  }

  /** Keeps that the run loaded all its tables, and in how many nanoseconds. */
  public void loaded(long rows, long nanos) {
    load = new LoadSummary(rows, nanos / FigureFormat.SECOND);
  }

  /** Keeps the outcome of the check of the tables after the run. */
  public void verified(VerificationResult outcome) {
    proof = outcome;
  }

  /** Returns the latencies of the steady part of a run that is over. */
  public SteadySummary steady(SteadyState steady, RunResult result) {
    return SteadyLatencies.of(
        steady, result, directory.resolve(LatencyLog.FILE), spec.plan().interval());
  }

  /** Returns the document of a run that is over; {@link #complete} writes it. */
  public RunDocument document(
      RunResult result,
      RunVerdict verdict,
      StallReport stalls,
      RunJudgement judgement,
      CostReport cost) {
    RunOutcome outcome =
        new RunOutcome(
            RunTotals.of(result),
            StallSummaries.of(stalls, bound),
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

  /** Writes the end of the run. */
  public void complete(RunDocument ended) throws IOException {
    last(ended);
  }

  /**
   * Writes that the run has ended without a result, when anything was measured. Never throws,
   * because the failure that is its cause is the one to report.
   *
   * @param reason a sentence
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

  /** Nothing remains of a run that has measured nothing. Never throws. */
  @Override
  public void close() {
    try {
      if (reserve != null) {
        reserve.close();
      }
      costs.close();
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
      // every piece is written already; and a directory that stays is worth no other message
    }
  }

  /** For a program that ends at once, on another thread: what is written stays as it is. */
  public void abandon() {
    try {
      if (!begun) {
        discard();
      }
    } catch (IOException e) {
      // there is no time for it
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
            SizeLog.FILE,
            RunFile.NAME)) {
      Files.deleteIfExists(directory.resolve(file));
    }
    Files.deleteIfExists(directory);
    for (Path parent : newParents) {
      Files.deleteIfExists(parent);
    }
  }

  /** Whole or not at all: a reader never sees half of it, and a full disk leaves the old one. */
  private void write(RunDocument content) throws IOException {
    Path file = directory.resolve(RunFile.NAME);
    Path draft = directory.resolve(RunFile.NAME + ".tmp");
    try {
      Files.writeString(draft, RunFile.print(content, redactor::redact));
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(draft);
      throw failure(file, e);
    }
  }

  /** The failure with a line for the user; Java's own often has the path alone. */
  static IOException failure(Path path, IOException e) {
    return new IOException(
        "The results cannot be written to " + path + ": " + FileTrouble.reason(e), e);
  }
}

package io.stallmark.report.file;

import static java.time.temporal.ChronoUnit.MILLIS;

import io.stallmark.analysis.PhaseTotals;
import io.stallmark.analysis.PhaseTotals.Total;
import io.stallmark.analysis.Verdict;
import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.stall.Dip;
import io.stallmark.analysis.stall.Stall;
import io.stallmark.analysis.stall.StallReport;
import io.stallmark.analysis.stall.StallWatch;
import io.stallmark.analysis.trust.Steady;
import io.stallmark.analysis.trust.Strain;
import io.stallmark.analysis.trust.TrustReport;
import io.stallmark.engine.RunResult;
import io.stallmark.record.Interval;
import io.stallmark.report.Findings;
import io.stallmark.report.Host;
import io.stallmark.report.ResolvedRun;
import io.stallmark.report.stall.BoundTimes;
import io.stallmark.report.stall.DipsCsv;
import io.stallmark.report.stall.StallsCsv;
import io.stallmark.report.trust.Judgement;
import io.stallmark.report.trust.SteadyPart;
import io.stallmark.report.trust.TrustCsv;
import io.stallmark.spec.FileTrouble;
import io.stallmark.spec.Redactor;
import io.stallmark.spi.server.TableSize;
import io.stallmark.tables.Proof;
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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory of one run, written as the run goes on: what a killed program leaves behind is
 * whole up to its last interval. Every {@link IOException} that leaves here has a line for the
 * user. Used by one thread.
 */
public final class ResultFiles implements StallWatch.Listener, Closeable {

  /** The page made of the others when the run is over. */
  public static final String PAGE = "report.html";

  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss").withZone(ZoneId.systemDefault());

  /** Room for the last run.json: a disk that fills up is what it most often has to tell of. */
  private static final int RESERVE = 64 * 1024;

  private final List<Path> newParents; // the innermost first
  private final Path directory;
  private final ResolvedRun spec;
  private final PhaseTotals phases;
  private final BoundTimes bound = new BoundTimes();
  private final Redactor redactor;
  private @Nullable RunJson json;
  private @Nullable IntervalsCsv csv;
  private @Nullable LatencyLog log;
  private @Nullable FileChannel reserve;
  private @Nullable AppendFile stalls;
  private @Nullable AppendFile dips;
  private @Nullable AppendFile trust;
  private final Map<String, TableSize> sizes = new LinkedHashMap<>();
  private volatile boolean begun;
  private boolean kept;

  private ResultFiles(List<Path> newParents, Path directory, ResolvedRun spec, Redactor redactor) {
    this.newParents = newParents;
    this.directory = directory;
    this.spec = spec;
    this.phases =
        new PhaseTotals(spec.plan().phases(), TrustReport.judgedFrom(spec.plan().warmup()));
    this.redactor = redactor;
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
    return kept;
  }

  /** The run is about to start. */
  public void begin(Findings findings, Host host) throws IOException {
    json = new RunJson(spec, findings, host, redactor);
    write(json);
    reserve = reserve();
    csv = new IntervalsCsv(directory, spec.plan().phases());
    stalls = new AppendFile(directory.resolve(StallsCsv.FILE));
    stalls.append(StallsCsv.HEAD);
    dips = new AppendFile(directory.resolve(DipsCsv.FILE));
    dips.append(DipsCsv.HEAD);
    trust = new AppendFile(directory.resolve(TrustCsv.FILE));
    trust.append(TrustCsv.HEAD);
    log = new LatencyLog(directory, findings.kinds());
    begun = true;
  }

  /** Space under no name, so that it is free again however this process ends. */
  private FileChannel reserve() throws IOException {
    Path file = directory.resolve(RunJson.FILE + ".reserve");
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

  /** Writes an interval. */
  public void interval(Interval interval, Strain strain) throws IOException {
    if (csv == null || log == null || json == null || trust == null) {
      throw new IllegalStateException("An interval before the beginning");
    }
    if (!kept) {
      Instant second0 =
          Instant.now().minusNanos(System.nanoTime() - interval.origin()).truncatedTo(MILLIS);
      json.measuredFrom(second0);
      log.measuredFrom(second0);
      kept = true;
    }
    if (interval.end() > interval.start() || hasSamples(interval)) {
      log.append(interval, strain);
      phases.interval(interval, strain.bound());
      bound.interval(strain);
      trust.append(TrustCsv.row(strain));
      csv.append(interval, strain); // the short one last: what it has is whole in all
    }
  }

  private static boolean hasSamples(Interval interval) {
    return interval.series().stream()
        .anyMatch(series -> series.successes() + series.retries() + series.failures() > 0);
  }

  @Override
  public void stall(Stall stall) throws IOException {
    if (stalls == null) {
      throw new IllegalStateException("A stall before the beginning");
    }
    stalls.append(StallsCsv.row(stall, bound.during(stall.start(), stall.length())));
  }

  @Override
  public void dip(Dip dip) throws IOException {
    if (dips == null) {
      throw new IllegalStateException("A dip before the beginning");
    }
    dips.append(DipsCsv.row(dip, bound.during(dip.start(), dip.length())));
  }

  /** What the tables took on disk at the start and at the end; null: nobody could say. */
  public void size(@Nullable TableSize start, @Nullable TableSize end) {
    if (json != null) {
      json.size(start, end);
    }
    if (start != null) {
      sizes.put("start", start);
    }
    if (end != null) {
      sizes.put("end", end);
    }
  }

  /** The run loaded its tables, all of them, in so many nanoseconds. */
  public void loaded(long rows, long nanos) {
    if (json != null) {
      json.loaded(rows, nanos);
    }
  }

  /** What the run cost. */
  public void cost(CostReport report) {
    if (json != null) {
      json.cost(report);
    }
  }

  /** What the tables took on disk, by when: start, end; empty when nobody could say. */
  public Map<String, TableSize> sizes() {
    return Collections.unmodifiableMap(sizes);
  }

  /** The tables were verified after the run. */
  public void verified(Proof proof) {
    if (json != null) {
      json.verified(proof);
    }
  }

  /** What the phases came to; none: the run has no phases. */
  public List<Total> phases() {
    return phases.totals();
  }

  /** The latencies of the steady part of a run that is over. */
  public SteadyPart steady(Steady steady, RunResult result) {
    return SteadyPart.of(
        steady, result, directory.resolve(LatencyLog.FILE), spec.plan().interval());
  }

  /** The run is over. */
  public void complete(RunResult result, Verdict verdict, StallReport report, Judgement judgement)
      throws IOException {
    if (json == null) {
      throw new IllegalStateException("An end before the beginning");
    }
    json.phases(phases.totals());
    json.complete(Instant.now(), result, verdict, report, judgement, bound);
    last(json);
  }

  /**
   * The run has ended without a result. Says so when anything was measured; never throws, because
   * the failure that brought us here is the one to report.
   *
   * @param reason a sentence
   */
  public void fail(String reason) {
    try {
      if (kept && json != null) {
        json.fail(Instant.now(), reason);
        last(json);
      }
    } catch (IOException e) {
      // run.json stays as it was at the start
    }
  }

  private void last(RunJson content) throws IOException {
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
      if (csv != null) {
        csv.close();
      }
      if (log != null) {
        log.close();
      }
      if (stalls != null) {
        stalls.close();
      }
      if (dips != null) {
        dips.close();
      }
      if (trust != null) {
        trust.close();
      }
      if (!kept) {
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
            StallsCsv.FILE,
            DipsCsv.FILE,
            TrustCsv.FILE,
            IntervalsCsv.FILE,
            SizeLog.FILE,
            RunJson.FILE)) {
      Files.deleteIfExists(directory.resolve(file));
    }
    Files.deleteIfExists(directory);
    for (Path parent : newParents) {
      Files.deleteIfExists(parent);
    }
  }

  /** Whole or not at all: a reader never sees half of it, and a full disk leaves the old one. */
  private void write(RunJson content) throws IOException {
    Path file = directory.resolve(RunJson.FILE);
    Path draft = directory.resolve(RunJson.FILE + ".tmp");
    try {
      Files.writeString(draft, content.print());
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

package io.stallmark.analysis.cost;

import io.stallmark.analysis.cost.SourceWatch.Segment;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.record.Interval;
import io.stallmark.record.Kind;
import io.stallmark.record.OperationSeries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures the cost of a run. Reads each source on a separate thread, so that neither clients nor
 * intervals wait for it. Used by one thread.
 */
public final class CostWatch {

  /**
   * Minimum length of a segment. Shorter intervals are merged, because ten readings per second
   * would be a load on the server.
   */
  private static final long SHORTEST = TimeUnit.SECONDS.toNanos(1);

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(3);

  /** Maximum wait for each source when the server does not answer, nanoseconds. */
  private static final long SHORT_PATIENCE = TimeUnit.MILLISECONDS.toNanos(100);

  private final List<SourceWatch> sources = new ArrayList<>();
  private final List<String> notes;
  private final Function<List<OperationSeries>, @Nullable Long> written;
  private long patience;
  private long origin;
  private long start;
  private long end;
  private long transactions;
  private long statements;
  private @Nullable Long logicalWrittenBytes = 0L;
  private boolean generatorBound;

  /**
   * Takes the first reading of each source. Leaves out a source whose reading fails, and adds a
   * note.
   *
   * @param probes probes to read; each is closed after its last reading
   * @param notes reasons why other sources are absent, whole sentences
   * @param kinds kinds of the intervals' series
   * @param clock clock of the intervals' origin, nanoseconds
   */
  public CostWatch(
      List<? extends ResourceProbe> probes,
      CostRow.Listener listener,
      List<String> notes,
      ResolvedWorkload workload,
      List<Kind> kinds,
      LongSupplier clock) {
    this(
        probes,
        listener,
        notes,
        series -> LogicalBytes.written(workload, kinds, series),
        PATIENCE,
        clock);
  }

  /**
   * @param written returns the bytes of the values that an interval's series wrote; empty: unknown
   * @param patience maximum wait of {@link #finish} for each source, nanoseconds
   * @param clock clock of the intervals' origin, nanoseconds
   */
  CostWatch(
      List<? extends ResourceProbe> probes,
      CostRow.Listener listener,
      List<String> notes,
      Function<List<OperationSeries>, @Nullable Long> written,
      long patience,
      LongSupplier clock) {
    this.notes = new ArrayList<>(notes);
    this.written = written;
    this.patience = patience;
    for (ResourceProbe probe : probes) {
      try {
        sources.add(new SourceWatch(probe, listener, clock));
      } catch (IOException e) {
        probe.close();
        this.notes.add("No cost by " + probe.what() + ": " + e.getMessage());
      }
    }
  }

  /**
   * Adds an interval that has ended.
   *
   * @param bound whether the generator, not the database, was the bottleneck in it
   */
  public void interval(Interval interval, boolean bound) {
    origin = interval.origin();
    end = interval.end();
    transactions += interval.series().get(0).successes();
    statements += interval.statements().stream().mapToLong(OperationSeries::successes).sum();
    Long before = logicalWrittenBytes;
    Long more = written.apply(interval.series());
    logicalWrittenBytes = before == null || more == null ? null : (Long) (before + more);
    generatorBound |= bound;
    if (end - start >= SHORTEST) {
      segment();
    }
  }

  private void segment() {
    Segment segment =
        new Segment(
            origin, start, end, transactions, statements, logicalWrittenBytes, generatorBound);
    sources.forEach(source -> source.ended(segment));
    start = end;
    transactions = 0;
    statements = 0;
    logicalWrittenBytes = 0L;
    generatorBound = false;
  }

  /** Ends the run: triggers the last reading of each source. Does not wait for it. */
  public void readFinally() {
    if (end > start || transactions + statements > 0) {
      segment();
    }
  }

  /** Shortens the wait of {@link #finish}, because the server does not answer. */
  public void shortenWait() {
    patience = Math.min(patience, SHORT_PATIENCE);
  }

  /**
   * Returns the cost of the run by each source. Waits a few seconds for sources that do not answer.
   */
  public List<SourceCost> finish() throws InterruptedException {
    readFinally();
    List<SourceCost> costs = new ArrayList<>();
    for (SourceWatch source : sources) {
      SourceCost cost = source.finish(patience);
      if (cost.nanos() > 0) {
        costs.add(cost);
      }
    }
    return costs;
  }

  /** Returns the reasons why sources are absent, whole sentences. */
  public List<String> notes() {
    return List.copyOf(notes);
  }
}

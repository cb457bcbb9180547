package io.stallmark.analysis.cost;

import io.stallmark.analysis.cost.SourceWatch.Segment;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.record.Interval;
import io.stallmark.record.Kind;
import io.stallmark.record.OperationSeries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Finds out what a run costs, from each source on a separate thread: neither clients nor intervals
 * wait for it. Used by one thread.
 */
public final class CostWatch {

  /** Shorter intervals are taken together: asking ten times a second would be a load itself. */
  private static final long SHORTEST = TimeUnit.SECONDS.toNanos(1);

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(3);

  private final List<SourceWatch> sources = new ArrayList<>();
  private final List<String> notes;
  private final Function<List<OperationSeries>, OptionalLong> written;
  private final long patience;
  private long origin;
  private long start;
  private long end;
  private long transactions;
  private long statements;
  private OptionalLong logicalWrittenBytes = OptionalLong.of(0);
  private boolean generatorBound;

  /**
   * Takes the first reading of each source; one that fails is left out, and noted.
   *
   * @param probes closed when the last of {@link #finish} is known
   * @param notes why other sources are not there, whole sentences
   * @param kinds of the intervals' series
   */
  public CostWatch(
      List<? extends ResourceProbe> probes,
      CostRow.Listener listener,
      List<String> notes,
      ResolvedWorkload workload,
      List<Kind> kinds) {
    this(
        probes,
        listener,
        notes,
        series -> LogicalBytes.written(workload, kinds, series),
        PATIENCE,
        System::nanoTime);
  }

  /**
   * @param written bytes of the values that series of an interval wrote; empty: unknown
   * @param clock on which the origin of intervals is, nanoseconds
   */
  CostWatch(
      List<? extends ResourceProbe> probes,
      CostRow.Listener listener,
      List<String> notes,
      Function<List<OperationSeries>, OptionalLong> written,
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
   * An interval has ended.
   *
   * @param bound whether the generator, not the database, was the bottleneck in it
   */
  public void interval(Interval interval, boolean bound) {
    origin = interval.origin();
    end = interval.end();
    transactions += interval.series().get(0).successes();
    statements += interval.statements().stream().mapToLong(OperationSeries::successes).sum();
    OptionalLong more = written.apply(interval.series());
    logicalWrittenBytes =
        logicalWrittenBytes.isPresent() && more.isPresent()
            ? OptionalLong.of(logicalWrittenBytes.getAsLong() + more.getAsLong())
            : OptionalLong.empty();
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
    logicalWrittenBytes = OptionalLong.of(0);
    generatorBound = false;
  }

  /** The run is over: the last readings are due. Does not wait for them. */
  public void over() {
    if (end > start || transactions + statements > 0) {
      segment();
    }
  }

  /** What the run has cost by each source. Waits for those that do not answer, a bit. */
  public List<SourceCost> finish() throws InterruptedException {
    over();
    List<SourceCost> costs = new ArrayList<>();
    for (SourceWatch source : sources) {
      SourceCost cost = source.finish(patience);
      if (cost.nanos() > 0) {
        costs.add(cost);
      }
    }
    return costs;
  }

  /** Why sources are not there, whole sentences. */
  public List<String> notes() {
    return List.copyOf(notes);
  }
}

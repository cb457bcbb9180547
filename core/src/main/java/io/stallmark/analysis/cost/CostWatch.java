package io.stallmark.analysis.cost;

import io.stallmark.analysis.cost.SourceWatch.Stretch;
import io.stallmark.record.Interval;
import io.stallmark.record.IntervalListener;
import io.stallmark.record.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Finds out what a run costs, from each source on a thread of its own: neither clients nor
 * intervals wait for it. Used by one thread.
 */
public final class CostWatch implements IntervalListener {

  /** Shorter intervals are taken together: asking ten times a second would be a load of its own. */
  private static final long SHORTEST = TimeUnit.SECONDS.toNanos(1);

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(3);

  private final List<SourceWatch> sources = new ArrayList<>();
  private final List<String> notes;
  private final long patience;
  private long origin;
  private long start;
  private long end;
  private long transactions;
  private long statements;

  /**
   * Takes the first reading of each source; one that fails is left out, and noted.
   *
   * @param gauges closed when the last of {@link #finish} is known
   * @param notes why other sources are not there, whole sentences
   */
  public CostWatch(List<? extends Gauge> gauges, CostRow.Listener listener, List<String> notes) {
    this(gauges, listener, notes, PATIENCE, System::nanoTime);
  }

  /**
   * @param clock on which the origin of intervals is, nanoseconds
   */
  CostWatch(
      List<? extends Gauge> gauges,
      CostRow.Listener listener,
      List<String> notes,
      long patience,
      LongSupplier clock) {
    this.notes = new ArrayList<>(notes);
    this.patience = patience;
    for (Gauge gauge : gauges) {
      try {
        sources.add(new SourceWatch(gauge, listener, clock));
      } catch (IOException e) {
        gauge.close();
        this.notes.add("No cost by " + gauge.what() + ": " + e.getMessage());
      }
    }
  }

  @Override
  public void interval(Interval interval) {
    origin = interval.origin();
    end = interval.end();
    transactions += interval.series().get(0).successes();
    statements += interval.statements().stream().mapToLong(Series::successes).sum();
    if (end - start >= SHORTEST) {
      stretch();
    }
  }

  private void stretch() {
    Stretch stretch = new Stretch(origin, start, end, transactions, statements);
    sources.forEach(source -> source.ended(stretch));
    start = end;
    transactions = 0;
    statements = 0;
  }

  /** The run is over: the last readings are due. Does not wait for them. */
  public void over() {
    if (end > start || transactions + statements > 0) {
      stretch();
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

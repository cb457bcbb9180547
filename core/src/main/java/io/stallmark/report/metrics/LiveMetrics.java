package io.stallmark.report.metrics;

import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.StoredSize;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.record.Interval;
import io.stallmark.record.Kind;
import io.stallmark.report.ResolvedRun;
import io.stallmark.spec.MetricsAddress;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Receives a run from one thread, the collector's; others may read meanwhile. */
public interface LiveMetrics extends Closeable {

  /** What a run is at. */
  enum Phase {
    LOADING,
    WARMING_UP,
    MEASURING
  }

  /**
   * Serves from now on; without an address nothing is measured or served.
   *
   * @throws IOException with a line for the user, when that cannot be
   */
  static LiveMetrics open(@Nullable MetricsAddress address, ResolvedRun spec) throws IOException {
    return address == null ? new NoMetrics() : PrometheusMetrics.serve(address, spec);
  }

  /** Where they can be read; null: nowhere. */
  @Nullable String url();

  void phase(Phase phase);

  /**
   * The kinds that intervals will have. Call it once.
   *
   * @param kinds the first is the transaction
   */
  void kinds(List<Kind> kinds);

  /**
   * Takes in an interval that has ended.
   *
   * @param health what the generator was short of in it
   */
  void interval(Interval interval, Troubles troubles, GeneratorHealth health);

  /** Takes in what a segment of the run cost. May be called by any thread. */
  void cost(CostRow row);

  /** What the tables take on disk and hold by now. May be called by any thread. */
  void stored(StoredSize stored);

  @Override
  void close();

  /**
   * What went wrong so far, as far as is known.
   *
   * @param stalled how much of the interval was a stall, nanoseconds
   * @param stalls of the whole run
   * @param dips of the whole run
   */
  record Troubles(long stalled, long stalls, long dips) {}
}

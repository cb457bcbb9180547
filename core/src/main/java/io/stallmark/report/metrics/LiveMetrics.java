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

/**
 * Receives the data of a run from one thread, the collector's; other threads may read at the same
 * time.
 */
public interface LiveMetrics extends Closeable {

  /** The current phase of a run. */
  enum Phase {
    LOADING,
    WARMING_UP,
    MEASURING
  }

  /**
   * Starts to serve metrics. Without an address, nothing is measured or served.
   *
   * @param address address to listen on; null: none
   * @throws IOException with a message for the user, if the address cannot be used
   */
  static LiveMetrics open(@Nullable MetricsAddress address, ResolvedRun spec) throws IOException {
    return address == null ? new NoMetrics() : PrometheusMetrics.serve(address, spec);
  }

  /** URL of the metrics; null: not served. */
  @Nullable String url();

  void phase(Phase phase);

  /**
   * Announces the kinds of all later intervals. Called once.
   *
   * @param kinds the kinds; the first is the transaction
   */
  void kinds(List<Kind> kinds);

  /**
   * Adds an interval that has ended.
   *
   * @param health the resources that the load generator lacked in this interval
   */
  void interval(Interval interval, Troubles troubles, GeneratorHealth health);

  /** Adds the cost of a segment of the run. May be called on any thread. */
  void cost(CostRow row);

  /** Sets the current size of the tables on disk and of their rows. May be called on any thread. */
  void stored(StoredSize stored);

  @Override
  void close();

  /**
   * Stalls and dips known so far.
   *
   * @param stalled time of the interval within a stall, in nanoseconds
   * @param stalls number of stalls of the whole run
   * @param dips number of dips of the whole run
   */
  record Troubles(long stalled, long stalls, long dips) {}
}

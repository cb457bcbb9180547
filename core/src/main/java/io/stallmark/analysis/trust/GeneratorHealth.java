package io.stallmark.analysis.trust;

import io.stallmark.result.metric.HealthMetric;
import io.stallmark.result.metric.MetricUnit;
import io.stallmark.text.Text;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Health of the load generator in an interval. Times are nanoseconds since the measurement started.
 *
 * @param figures values in each metric's unit; an absent value is not reported
 * @param reasons metrics that reached their limit; empty: the generator was not the bottleneck
 */
public record GeneratorHealth(
    long start, long end, Map<HealthMetric, Double> figures, Set<HealthMetric> reasons) {

  private static final double MILLISECOND = 1e6;

  /** Percentage of its time from which the server waited for processors that others had. */
  private static final double SERVER_WAITED = 25;

  /** Percentage of the machine's processors in use at which the machine is saturated. */
  static final double SATURATED = 90;

  public GeneratorHealth {
    figures = Map.copyOf(figures);
    reasons = Set.copyOf(reasons);
  }

  /** Whether the generator was the bottleneck, not the database. */
  public boolean bound() {
    return !reasons.isEmpty();
  }

  /** Returns the value in the metric's unit; NaN: not reported. */
  public double of(HealthMetric metric) {
    return figures.getOrDefault(metric, Double.NaN);
  }

  /** Returns why the generator was the bottleneck; null: it was not. */
  public @Nullable HealthMetric cause() {
    return HealthMetric.CAUSES.stream().filter(reasons::contains).findFirst().orElse(null);
  }

  /** Returns why the generator was the bottleneck, in a clause; empty: it was not. */
  public String why() {
    HealthMetric cause = cause();
    if (cause == null) {
      return "";
    }
    String brief = Objects.requireNonNull(cause.limit()).brief();
    return Text.format(brief, cause.limitText(atLimit(cause)));
  }

  /** Returns the names of the reasons, the cause first. */
  public List<String> reasonNames() {
    return HealthMetric.CAUSES.stream()
        .filter(reasons::contains)
        .map(HealthMetric::limit)
        .filter(Objects::nonNull)
        .map(HealthMetric.Limit::reason)
        .toList();
  }

  long length() {
    return end - start;
  }

  /**
   * Returns the value that is compared with the metric's limit: for a time, its percentage of the
   * interval.
   */
  double atLimit(HealthMetric metric) {
    if (metric == HealthMetric.MAJOR_FAULTS && !(of(HealthMetric.SWAP_IN_PAGES) > 0)) {
      return 0;
    }
    return metric.unit() == MetricUnit.MILLISECONDS
        ? 100 * of(metric) * MILLISECOND / length()
        : of(metric);
  }

  /**
   * Returns the same health with the reasons why the generator was the bottleneck.
   *
   * @param excused metrics whose limits do not apply to this interval
   */
  GeneratorHealth judged(Set<HealthMetric> excused) {
    Set<HealthMetric> found = EnumSet.noneOf(HealthMetric.class);
    for (HealthMetric metric : HealthMetric.values()) {
      HealthMetric.Limit limit = metric.limit();
      if (limit != null && !excused.contains(metric) && atLimit(metric) >= limit.most()) {
        found.add(metric);
      }
    }
    if (!othersMatter(found)) {
      found.remove(HealthMetric.OTHER_CPU);
    }
    return new GeneratorHealth(start, end, figures, found);
  }

  /** Whether no processor of the machine is idle. */
  boolean saturated() {
    double stolen = of(HealthMetric.STOLEN_CPU);
    return of(HealthMetric.MACHINE_CPU) + (Double.isNaN(stolen) ? 0 : stolen) >= SATURATED;
  }

  /**
   * Whether other processes can have kept processors from the generator or the server. If the
   * server is not visible, it may be one of them, so their use alone is no reason. Others who used
   * less than the generator do not make its collections long: its heap is small.
   */
  private boolean othersMatter(Set<HealthMetric> found) {
    if (found.contains(HealthMetric.GC_PAUSE)
        && of(HealthMetric.OWN_CPU) > of(HealthMetric.OTHER_CPU)) {
      return false;
    }
    if (Double.isNaN(of(HealthMetric.SERVER_CPU))) {
      return saturated() && found.size() > 1;
    }
    boolean serverRan = of(HealthMetric.SERVER_QUEUE) < SERVER_WAITED; // NaN: not reported
    return found.contains(HealthMetric.CPU_QUEUE) || (saturated() && !serverRan);
  }
}

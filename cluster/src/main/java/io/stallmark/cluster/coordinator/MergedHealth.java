package io.stallmark.cluster.coordinator;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.HealthSource;
import io.stallmark.record.Interval;
import io.stallmark.result.metric.HealthMetric;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Health of all agents in an interval: of each metric the worst value, and the reasons of all. An
 * agent that was the bottleneck makes the whole interval doubtful.
 */
final class MergedHealth implements HealthSource {

  private final double processors;
  private List<GeneratorHealth> next = List.of();

  /**
   * @param processors number of processors of all machines
   */
  MergedHealth(double processors) {
    this.processors = processors;
  }

  /** Sets the health of each agent in the interval that is passed on next. */
  void next(List<GeneratorHealth> agents) {
    next = List.copyOf(agents);
  }

  @Override
  public double processors() {
    return processors;
  }

  @Override
  public void begun() {}

  @Override
  public GeneratorHealth interval(Interval interval) {
    Map<HealthMetric, Double> figures = new EnumMap<>(HealthMetric.class);
    Set<HealthMetric> reasons = EnumSet.noneOf(HealthMetric.class);
    for (GeneratorHealth each : next) {
      each.figures()
          .forEach(
              (metric, value) ->
                  figures.merge(
                      metric,
                      value,
                      metric == HealthMetric.MISSED_ARRIVALS ? Double::sum : MergedHealth::worse));
      reasons.addAll(each.reasons());
    }
    return new GeneratorHealth(interval.start(), interval.end(), figures, reasons);
  }

  private static double worse(double one, double other) {
    return Math.abs(one) >= Math.abs(other) ? one : other;
  }
}

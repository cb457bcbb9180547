package io.stallmark.report.page;

import io.stallmark.result.metric.CostMetric;
import io.stallmark.result.metric.HealthMetric;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Metric as the scripts of a page read it.
 *
 * @param label label for readers, with the unit
 * @param name name in {@code run.json}
 * @param reason name of its limit in {@code run.json}; may be empty
 */
record EmbeddedMetric(String label, String name, String reason) {

  /** Returns all metrics that a page lists, in their order. */
  static Map<String, List<EmbeddedMetric>> all() {
    return Map.of(
        "health", Arrays.stream(HealthMetric.values()).map(EmbeddedMetric::of).toList(),
        "cost", Arrays.stream(CostMetric.values()).map(EmbeddedMetric::of).toList());
  }

  private static EmbeddedMetric of(HealthMetric metric) {
    HealthMetric.Limit limit = metric.limit();
    return new EmbeddedMetric(
        metric.label(), metric.jsonName(), limit == null ? "" : limit.reason());
  }

  private static EmbeddedMetric of(CostMetric metric) {
    return new EmbeddedMetric(metric.label(), metric.jsonName(), "");
  }
}

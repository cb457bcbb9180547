package io.stallmark.report.page;

import io.stallmark.report.file.CsvColumns;
import io.stallmark.result.Percentile;
import io.stallmark.result.metric.CostMetric;
import io.stallmark.result.metric.HealthMetric;
import java.util.List;
import java.util.stream.Stream;

/**
 * Descriptions of metrics as the scripts of a page read them, in their order.
 *
 * @param summed columns of counts, which are summed when rows are merged
 */
record EmbeddedMetrics(
    List<Times> percentiles, List<Health> health, List<Cost> cost, List<String> summed) {

  static final EmbeddedMetrics ALL =
      new EmbeddedMetrics(
          Percentile.ALL.stream().map(Times::of).toList(),
          Stream.of(HealthMetric.values()).map(Health::of).toList(),
          Stream.of(CostMetric.values()).map(Cost::of).toList(),
          CsvColumns.SUMMED);

  /**
   * Percentile of times.
   *
   * @param id name in {@code run.json}
   * @param label name for readers
   * @param response name of the response time in {@code intervals.csv}
   * @param samples number of samples from which it is known
   */
  record Times(String id, String label, String response, double percent, long samples) {

    private static Times of(Percentile each) {
      return new Times(
          each.id(), each.label(), each.column("response_"), each.percent(), each.samples());
    }
  }

  /**
   * Metric of health.
   *
   * @param label label for readers, with the unit
   * @param name name in {@code run.json}
   * @param reason name of its limit in {@code run.json}; may be empty
   */
  record Health(String label, String name, String reason) {

    private static Health of(HealthMetric metric) {
      HealthMetric.Limit limit = metric.limit();
      return new Health(metric.label(), metric.jsonName(), limit == null ? "" : limit.reason());
    }
  }

  /**
   * Metric of cost.
   *
   * @param label label for readers, with the unit
   * @param name name in {@code run.json}, by which the page also identifies the chart
   * @param column name in {@code cost.csv}
   */
  record Cost(String label, String name, String column, CostMetric.Chart chart) {

    private static Cost of(CostMetric metric) {
      return new Cost(metric.label(), metric.jsonName(), metric.column(), metric.chart());
    }
  }
}

package io.stallmark.result.metric;

import io.stallmark.spi.server.Usage.Resource;
import io.stallmark.text.TextResource;

/**
 * Metric of the resources that the server uses in a run. Files, terminal, page, comparison and
 * metrics endpoint iterate over these constants, in this order.
 */
public enum CostMetric {
  READS("reads", MetricUnit.COUNT, Resource.READS, 1),
  WRITES("writes", MetricUnit.COUNT, Resource.WRITES, 1),
  READ("read", MetricUnit.KILOBYTES, Resource.READ_BYTES, 1e3),
  WRITTEN("written", MetricUnit.KILOBYTES, Resource.WRITTEN_BYTES, 1e3),
  CPU("cpu", MetricUnit.MICROSECONDS, Resource.CPU_NANOS, 1e6),
  RECEIVED("received", MetricUnit.KILOBYTES, Resource.RECEIVED_BYTES, 1e3),
  SENT("sent", MetricUnit.KILOBYTES, Resource.SENT_BYTES, 1e3),
  DISK_BUSY("disk_busy", MetricUnit.MILLISECONDS, Resource.DISK_BUSY_NANOS, 10),
  PAGE_REQUESTS("page_requests", MetricUnit.COUNT, Resource.PAGE_REQUESTS, 1);

  /**
   * Chart of the metric's rate over time.
   *
   * @param unit unit of the axis
   * @param scale units of the CSV column per second for one unit of the axis
   * @param words description, whole sentences
   */
  public record Chart(String title, String unit, double scale, String words) {}

  private static final TextResource TEXTS = new TextResource(CostMetric.class, "cost");

  private final String metric;
  private final MetricUnit unit;
  private final Resource resource;
  private final double scale;

  /**
   * @param scale see {@link Chart}
   */
  CostMetric(String metric, MetricUnit unit, Resource resource, double scale) {
    this.metric = metric;
    this.unit = unit;
    this.resource = resource;
    this.scale = scale;
  }

  /** Resource that is counted, in its exact unit. */
  public Resource resource() {
    return resource;
  }

  /** Name of the column in {@code cost.csv}. */
  public String column() {
    return unit.column(metric);
  }

  /** Name of the metric of a run: its cost for each transaction. */
  public String perTransaction() {
    return column() + "_per_transaction";
  }

  /** Name in {@code total} of {@code run.json}, in nanoseconds, bytes or a count. */
  public String exactName() {
    return unit.exactName(metric);
  }

  /** Name in {@code perStatement} and {@code perTransaction} of {@code run.json}. */
  public String jsonName() {
    return unit.name(metric);
  }

  /** Unit of CSV columns, of the terminal and of the page. */
  public MetricUnit unit() {
    return unit;
  }

  /** Head of the column on the terminal and on the page, with the unit. */
  public String label() {
    return TEXTS.get(metric);
  }

  /** Name of the Prometheus meter after its prefix, without unit. */
  public String meter() {
    return metric.replace('_', '.');
  }

  /** Chart on the page. */
  public Chart chart() {
    return new Chart(
        TEXTS.get(metric + ".chart"),
        TEXTS.get(metric + ".axis"),
        scale,
        TEXTS.get(metric + ".words"));
  }
}

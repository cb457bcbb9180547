package io.stallmark.result.metric;

import io.stallmark.spi.server.Usage.Resource;

/**
 * Metric of the resources that the server uses in a run. Files, terminal, page and comparison
 * iterate over these constants.
 */
public enum CostMetric {
  READS("reads", MetricUnit.COUNT, Resource.READS, "reads", "Requests to read."),
  WRITES("writes", MetricUnit.COUNT, Resource.WRITES, "writes", "Requests to write."),
  READ("read", MetricUnit.KILOBYTES, Resource.READ_BYTES, "kB read", "Bytes read."),
  WRITTEN("written", MetricUnit.KILOBYTES, Resource.WRITTEN_BYTES, "kB written", "Bytes written."),
  CPU("cpu", MetricUnit.MICROSECONDS, Resource.CPU_NANOS, "CPU µs", "CPU time of all threads."),
  RECEIVED(
      "received",
      MetricUnit.KILOBYTES,
      Resource.RECEIVED_BYTES,
      "kB received",
      "Bytes from the network."),
  SENT("sent", MetricUnit.KILOBYTES, Resource.SENT_BYTES, "kB sent", "Bytes to the network."),
  DISK_BUSY(
      "disk_busy",
      MetricUnit.MILLISECONDS,
      Resource.DISK_BUSY_NANOS,
      "disk ms",
      "Time in which the disks were busy.");

  private final String metric;
  private final MetricUnit unit;
  private final Resource resource;
  private final String label;
  private final String help;

  CostMetric(String metric, MetricUnit unit, Resource resource, String label, String help) {
    this.metric = metric;
    this.unit = unit;
    this.resource = resource;
    this.label = label;
    this.help = help;
  }

  /** Resource that is counted, in its exact unit. */
  public Resource resource() {
    return resource;
  }

  /** Name of the column in {@code cost.csv}. */
  public String column() {
    return unit.column(metric);
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
    return label;
  }

  /** Name of the Prometheus meter after its prefix, without unit. */
  public String meter() {
    return metric.replace('_', '.');
  }

  /** Description of the Prometheus meter. */
  public String help() {
    return help;
  }
}

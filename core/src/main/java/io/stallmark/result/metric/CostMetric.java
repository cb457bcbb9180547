package io.stallmark.result.metric;

import io.stallmark.spi.server.Usage.Resource;

/**
 * Metric of the resources that the server uses in a run. Files, terminal, page, comparison and
 * metrics endpoint iterate over these constants, in this order.
 */
public enum CostMetric {
  READS(
      "reads",
      MetricUnit.COUNT,
      Resource.READS,
      "reads",
      "Requests to read.",
      new Chart("Read requests", "reads/s", 1, "Requests to read per second.")),
  WRITES(
      "writes",
      MetricUnit.COUNT,
      Resource.WRITES,
      "writes",
      "Requests to write.",
      new Chart("Write requests", "writes/s", 1, "Requests to write per second.")),
  READ(
      "read",
      MetricUnit.KILOBYTES,
      Resource.READ_BYTES,
      "kB read",
      "Bytes read.",
      new Chart("Read", "MB/s", 1e3, "MB read per second.")),
  WRITTEN(
      "written",
      MetricUnit.KILOBYTES,
      Resource.WRITTEN_BYTES,
      "kB written",
      "Bytes written.",
      new Chart("Written", "MB/s", 1e3, "MB written per second.")),
  CPU(
      "cpu",
      MetricUnit.MICROSECONDS,
      Resource.CPU_NANOS,
      "CPU µs",
      "CPU time of all threads.",
      new Chart("CPU", "processors", 1e6, "Processors that the server kept busy.")),
  RECEIVED(
      "received",
      MetricUnit.KILOBYTES,
      Resource.RECEIVED_BYTES,
      "kB received",
      "Bytes from the network.",
      new Chart("Received", "MB/s", 1e3, "MB from the network per second.")),
  SENT(
      "sent",
      MetricUnit.KILOBYTES,
      Resource.SENT_BYTES,
      "kB sent",
      "Bytes to the network.",
      new Chart("Sent", "MB/s", 1e3, "MB to the network per second.")),
  DISK_BUSY(
      "disk_busy",
      MetricUnit.MILLISECONDS,
      Resource.DISK_BUSY_NANOS,
      "disk ms",
      "Time in which the disks were busy.",
      new Chart(
          "Disk",
          "% busy",
          10,
          "Percent of the time in which the disk was busy; the sum of several disks. A disk with"
              + " parallel requests can have spare capacity at 100 %.")),
  PAGE_REQUESTS(
      "page_requests",
      MetricUnit.COUNT,
      Resource.PAGE_REQUESTS,
      "page requests",
      "Requests for pages of the server's cache, hits included.",
      new Chart(
          "Page requests",
          "requests/s",
          1,
          "Requests for pages of the server's cache per second, hits included."));

  /**
   * Chart of the metric's rate over time.
   *
   * @param unit unit of the axis
   * @param scale units of the CSV column per second for one unit of the axis
   * @param words description, whole sentences
   */
  public record Chart(String title, String unit, double scale, String words) {}

  private final String metric;
  private final MetricUnit unit;
  private final Resource resource;
  private final String label;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // a record of texts and a number
  private final Chart chart;

  CostMetric(
      String metric, MetricUnit unit, Resource resource, String label, String help, Chart chart) {
    this.metric = metric;
    this.unit = unit;
    this.resource = resource;
    this.label = label;
    this.help = help;
    this.chart = chart;
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

  /** Chart on the page. */
  public Chart chart() {
    return chart;
  }
}

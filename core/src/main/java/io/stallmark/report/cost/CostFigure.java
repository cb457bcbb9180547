package io.stallmark.report.cost;

import io.stallmark.spi.server.Usage.Resource;

/** How files and readers have what was used, each with its unit; a kB has 1000 bytes. */
enum CostFigure {
  READS(Resource.READS, "reads", "reads", "reads", "reads", 1),
  WRITES(Resource.WRITES, "writes", "writes", "writes", "writes", 1),
  READ_KB(Resource.READ_BYTES, "read_kb", "readBytes", "readKb", "kB read", 1000),
  WRITTEN_KB(Resource.WRITTEN_BYTES, "written_kb", "writtenBytes", "writtenKb", "kB written", 1000),
  CPU(Resource.CPU_NANOS, "cpu_us", "cpuNanoseconds", "cpuMicroseconds", "CPU µs", 1000),
  RECEIVED_KB(
      Resource.RECEIVED_BYTES, "received_kb", "receivedBytes", "receivedKb", "kB received", 1000),
  SENT_KB(Resource.SENT_BYTES, "sent_kb", "sentBytes", "sentKb", "kB sent", 1000),
  DISK(
      Resource.DISK_BUSY_NANOS,
      "disk_busy_ms",
      "diskBusyNanoseconds",
      "diskBusyMilliseconds",
      "disk ms",
      1e6);

  private final Resource resource;
  private final String column;
  private final String exact;
  private final String scaled;
  private final String head;
  private final double unit;

  CostFigure(
      Resource resource, String column, String exact, String scaled, String head, double unit) {
    this.resource = resource;
    this.column = column;
    this.exact = exact;
    this.scaled = scaled;
    this.head = head;
    this.unit = unit;
  }

  Resource resource() {
    return resource;
  }

  /** In a table for machines. */
  String column() {
    return column;
  }

  /** In JSON, in the resource's own unit. */
  String exact() {
    return exact;
  }

  /** In JSON, in the unit for readers. */
  String scaled() {
    return scaled;
  }

  /** For readers. */
  String head() {
    return head;
  }

  /** In the unit for readers. */
  double scaled(double count) {
    return count / unit;
  }
}

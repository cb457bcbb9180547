package io.stallmark.report.history;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A figure of runs.
 *
 * @param name as {@code --metric} has it, with its unit
 * @param words the same for readers
 * @param pointer where run.json has it
 * @param unit what it is divided by to be in the unit of the name
 */
public record Metric(String name, String words, String pointer, double unit) {

  private static final double MILLISECOND = 1e6;

  /** By name. */
  public static Map<String, Metric> all() {
    Map<String, Metric> all = new LinkedHashMap<>();
    for (String rate : new String[] {"transactions", "statements"}) {
      add(all, new Metric(rate + "_per_s", rate + "/s", "/summary/" + rate + "PerSecond", 1));
    }
    add(all, new Metric("rows_read_per_s", "rows read/s", "/summary/rowsReadPerSecond", 1));
    add(
        all,
        new Metric("rows_written_per_s", "rows written/s", "/summary/rowsWrittenPerSecond", 1));
    for (String percentile : new String[] {"p50", "p95", "p99", "p999", "max"}) {
      String pointer = "/summary/kinds/transaction/responseNanoseconds/" + percentile;
      String words = "response time " + percentile.replace("p999", "p99.9") + ", ms";
      add(all, new Metric(percentile + "_ms", words, pointer, MILLISECOND));
    }
    add(all, new Metric("stalls", "stalls", "/stallCount", 1));
    add(all, new Metric("errors", "errors", "/summary/errors", 1));
    add(all, new Metric("file_bytes", "files, bytes", "/size/end/fileBytes", 1));
    return all;
  }

  private static void add(Map<String, Metric> all, Metric metric) {
    all.put(metric.name, metric);
  }

  /** NaN: the run does not say. */
  double of(PastRun run) {
    return run.number(pointer) / unit;
  }
}

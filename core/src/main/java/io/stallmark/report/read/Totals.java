package io.stallmark.report.read;

import io.stallmark.analysis.Latency;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.JsonNode;

/**
 * A run's headline figures: those of its summary, or what intervals and histograms sum to when it
 * has none. NaN: unknown.
 *
 * @param rows read or written, whichever the workload did
 */
public record Totals(
    boolean summed,
    boolean failed,
    double elapsedSeconds,
    double transactions,
    double rowsRead,
    double rowsWritten,
    double rows,
    double retries,
    double errors,
    Latency response) {

  private static final double SECOND = 1e9;

  public static Totals of(RunFiles files) {
    JsonNode summary = files.json().path("summary");
    return summary.isObject() ? written(files.failed(), summary) : summed(files);
  }

  private static Totals written(boolean failed, JsonNode summary) {
    double read = number(summary, "rowsRead");
    double written = number(summary, "rowsWritten");
    JsonNode transaction = summary.path("kinds").path(Curves.TRANSACTION);
    return new Totals(
        false,
        failed,
        number(summary, "elapsedNanoseconds") / SECOND,
        number(summary, "transactions"),
        read,
        written,
        read + written,
        number(summary, "retries"),
        number(summary, "errors"),
        latency(transaction.path("count").asLong(0), transaction.path("responseNanoseconds")));
  }

  private static Totals summed(RunFiles files) {
    Columns intervals = files.intervals();
    double elapsed = Arrays.stream(intervals.column("end_s")).max().orElse(0);
    Histogram response = files.curves().of(Curves.TRANSACTION, Curves.RESPONSE);
    return new Totals(
        true,
        files.failed(),
        elapsed,
        intervals.sum("transactions"),
        Double.NaN,
        Double.NaN,
        intervals.sum("rows"),
        intervals.sum("retries"),
        intervals.sum("failures"),
        response == null ? latency(0, files.json().path("none")) : Latency.of(response));
  }

  /** Whether the run was so long that a stall could have been told. */
  public boolean judged(RunFiles files) {
    JsonNode rule = files.json().path("stallRule");
    double from = rule.path("judgedFromSeconds").asDouble(0);
    return elapsedSeconds >= from + rule.path("shortestSeconds").asDouble(0);
  }

  /** Of a kind in the summary. */
  public static Latency latency(long count, JsonNode nanoseconds) {
    return new Latency(
        count,
        number(nanoseconds, "mean"),
        nanoseconds.path("p50").asLong(0),
        nanoseconds.path("p95").asLong(0),
        nanoseconds.path("p99").asLong(0),
        nanoseconds.path("p999").asLong(0),
        nanoseconds.path("max").asLong(0));
  }

  private static double number(JsonNode node, String name) {
    return node.path(name).asDouble(Double.NaN);
  }

  /** NaN for a failed run, too: its rate is that of a database that did not do the work. */
  public double perSecond(double count) {
    return elapsedSeconds > 0 && !failed ? count / elapsedSeconds : Double.NaN;
  }
}

package io.stallmark.experiment.result;

import io.stallmark.experiment.PlanText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A figure of a run, as the table and {@code experiment.csv} have it.
 *
 * @param column its name with its unit, for machines
 * @param head its name for readers
 * @param reading from what the run left; NaN: it does not say
 * @param writing for readers
 */
record Metric(
    String column,
    String head,
    ToDoubleFunction<Evidence> reading,
    DoubleFunction<String> writing) {

  private static final double MILLISECOND = 1e6;

  /** Those that are not the database's. */
  static final Metric OWN_STALLS =
      new Metric("generator_stalls", "own", judged(run -> run.stalls(true).length), decimals(0));

  /** What not every run says. */
  static final List<Metric> COSTS =
      List.of(
          new Metric("reads_per_transaction", "reads/t", cost("reads"), decimals(3)),
          new Metric("writes_per_transaction", "writes/t", cost("writes"), decimals(3)),
          new Metric("read_kb_per_transaction", "kB read/t", cost("readKb"), decimals(3)),
          new Metric("written_kb_per_transaction", "kB writ./t", cost("writtenKb"), decimals(3)),
          new Metric("cpu_us_per_transaction", "CPU µs/t", cost("cpuMicroseconds"), decimals(0)),
          new Metric("stored_bytes_per_row", "B/row", at("/cost/storedBytesPerRow"), decimals(1)));

  private static final List<Metric> OTHERS =
      List.of(
          new Metric(
              "transactions_per_s", "trans/s", at("/summary/transactionsPerSecond"), decimals(1)),
          new Metric("rows_per_s", "rows/s", Metric::rows, decimals(0)),
          new Metric("p50_ms", "p50 ms", millis("p50"), decimals(2)),
          new Metric("p95_ms", "p95 ms", millis("p95"), decimals(2)),
          new Metric("p99_ms", "p99 ms", millis("p99"), decimals(2)),
          new Metric("stalls", "stalls", judged(run -> run.stalls(false).length), decimals(0)),
          new Metric("stalls_total_s", "stalled s", judged(Metric::stalled), decimals(2)),
          new Metric("longest_stall_s", "longest s", judged(Metric::longest), decimals(2)),
          OWN_STALLS,
          new Metric("data_bytes", "data", at("/size/end/dataBytes"), Metric::bytes),
          new Metric("index_bytes", "index", at("/size/end/indexBytes"), Metric::bytes),
          new Metric("file_bytes", "file", at("/size/end/fileBytes"), Metric::bytes),
          new Metric("retries", "retries", at("/summary/retries"), decimals(0)),
          new Metric("errors", "errors", at("/summary/errors"), decimals(0)));

  static final List<Metric> ALL = Stream.concat(OTHERS.stream(), COSTS.stream()).toList();

  /** NaN: the run does not say. */
  double of(Evidence run) {
    return reading.applyAsDouble(run);
  }

  /** For readers. */
  String words(double figure) {
    return Double.isNaN(figure) ? "–" : writing.apply(figure);
  }

  private static ToDoubleFunction<Evidence> at(String pointer) {
    return run -> run.figure(pointer);
  }

  private static ToDoubleFunction<Evidence> cost(String name) {
    return run -> run.cost(name);
  }

  /** That there was no stall is known only of a run in which one could be found. */
  private static ToDoubleFunction<Evidence> judged(ToDoubleFunction<Evidence> reading) {
    return run -> run.judged() ? reading.applyAsDouble(run) : Double.NaN;
  }

  /** Of the response time: where there is a schedule, from the moment that it named. */
  private static ToDoubleFunction<Evidence> millis(String percentile) {
    return run ->
        run.figure("/summary/kinds/transaction/responseNanoseconds/" + percentile) / MILLISECOND;
  }

  private static DoubleFunction<String> decimals(int digits) {
    return figure -> String.format(Locale.ROOT, "%,." + digits + "f", figure);
  }

  private static double rows(Evidence run) {
    return run.figure("/summary/rowsReadPerSecond") + run.figure("/summary/rowsWrittenPerSecond");
  }

  private static double stalled(Evidence run) {
    return Arrays.stream(run.stalls(false)).sum();
  }

  private static double longest(Evidence run) {
    return Arrays.stream(run.stalls(false)).max().orElse(0);
  }

  private static String bytes(double figure) {
    return PlanText.bytes(Math.round(figure));
  }
}

package io.stallmark.experiment.result;

import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.experiment.ExperimentPlanText;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * A column of the table of an experiment and of {@code experiment.csv}.
 *
 * @param head header of the column in the table
 * @param format format of a value in the table
 * @param visibility when the table contains the column
 */
record ResultColumn(
    RunMetric metric, String head, DoubleFunction<String> format, Visibility visibility) {

  enum Visibility {
    ALWAYS,
    /** Visible if a run reports the metric. */
    REPORTED,
    NEVER
  }

  static final ResultColumn OWN_STALLS =
      new ResultColumn(RunMetrics.of("generator_stalls"), "own", decimals(0), Visibility.NEVER);

  static final List<ResultColumn> ALL =
      List.of(
          of("transactions_per_s", "trans/s", decimals(1)),
          of("rows_per_s", "rows/s", decimals(0)),
          of("p50_ms", "p50 ms", decimals(2)),
          of("p95_ms", "p95 ms", decimals(2)),
          of("p99_ms", "p99 ms", decimals(2)),
          of("stalls", "stalls", decimals(0)),
          of("stalls_total_s", "stalled s", decimals(2)),
          of("longest_stall_s", "longest s", decimals(2)),
          OWN_STALLS,
          of("data_bytes", "data", ResultColumn::bytes),
          of("index_bytes", "index", ResultColumn::bytes),
          of("file_bytes", "file", ResultColumn::bytes),
          of("retries", "retries", decimals(0)),
          of("errors", "errors", decimals(0)),
          reported("reads_per_transaction", "reads/t", 3),
          reported("writes_per_transaction", "writes/t", 3),
          reported("read_kb_per_transaction", "kB read/t", 3),
          reported("written_kb_per_transaction", "kB writ./t", 3),
          reported("cpu_us_per_transaction", "CPU µs/t", 0),
          reported("stored_bytes_per_row", "B/row", 1));

  private static ResultColumn of(String id, String head, DoubleFunction<String> format) {
    return new ResultColumn(RunMetrics.of(id), head, format, Visibility.ALWAYS);
  }

  private static ResultColumn reported(String id, String head, int digits) {
    return new ResultColumn(RunMetrics.of(id), head, decimals(digits), Visibility.REPORTED);
  }

  /** Formats a value for the table. */
  String words(double value) {
    return Double.isNaN(value) ? AlignedText.UNKNOWN : format.apply(value);
  }

  private static DoubleFunction<String> decimals(int digits) {
    return value -> AlignedText.figure(value, digits);
  }

  private static String bytes(double value) {
    return ExperimentPlanText.bytes(Math.round(value));
  }
}

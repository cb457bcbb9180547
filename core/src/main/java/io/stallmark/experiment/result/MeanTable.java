package io.stallmark.experiment.result;

import io.stallmark.analysis.Mean;
import io.stallmark.analysis.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** One run repeated: each figure's mean, its confidence interval, least and most. */
final class MeanTable {

  private final List<RunRecord> completed;

  MeanTable(List<RunRecord> records) {
    completed = records.stream().filter(RunRecord::completed).toList();
  }

  /** Of each figure that any run has, a row of words. */
  List<List<String>> rows(List<Metric> metrics) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", "mean", "95 % from", "to", "min", "max"));
    for (Metric metric : metrics) {
      Spread spread = Spread.of(figures(metric));
      if (!Double.isNaN(spread.median())) {
        Mean mean = mean(metric);
        rows.add(
            List.of(
                metric.head(),
                metric.words(mean.value()),
                metric.words(mean.low()),
                metric.words(mean.high()),
                metric.words(spread.least()),
                metric.words(spread.most())));
      }
    }
    return rows;
  }

  /** For machines, by name. */
  static Map<String, ToDoubleFunction<Mean>> columns() {
    Map<String, ToDoubleFunction<Mean>> columns = new LinkedHashMap<>();
    columns.put("mean", Mean::value);
    columns.put("mean_low_95", Mean::low);
    columns.put("mean_high_95", Mean::high);
    return columns;
  }

  Mean mean(Metric metric) {
    return Mean.of(figures(metric));
  }

  private DoubleStream figures(Metric metric) {
    return completed.stream().mapToDouble(record -> record.figure(metric));
  }
}

package io.stallmark.report.text;

import io.stallmark.report.FigureFormat;
import io.stallmark.report.table.FigureTable;
import io.stallmark.result.CostSummary;
import io.stallmark.result.metric.CostMetric;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Cost of a run, for the terminal. */
final class CostLines {

  private static final int WIDTH = 11;

  private CostLines() {}

  /** Returns the lines; none if no cost is known. */
  static List<String> of(CostSummary cost) {
    List<String> lines = new ArrayList<>();
    if (!cost.sources().isEmpty()) {
      lines.add("");
      lines.add("Cost of a statement and of a transaction (1 kB is 1000 bytes)");
      List<Map.Entry<String, Map<String, Double>>> rows = new ArrayList<>();
      cost.sources()
          .forEach(
              (name, source) -> {
                rows.add(Map.entry(name + " /statement", source.perStatement()));
                rows.add(Map.entry(name + " /transaction", source.perTransaction()));
              });
      lines.addAll(table().lines("  ", rows));
      cost.sources()
          .forEach(
              (name, source) -> {
                Double times = source.writeAmplification();
                String amplified =
                    times == null ? "" : "; write amplification " + FigureFormat.fourDigits(times);
                lines.add("  " + name + ": " + source.what() + amplified);
              });
    }
    List<String> others = new ArrayList<>();
    if (cost.storedBytesPerRow() != null && cost.spaceAmplification() != null) {
      others.add(
          Text.format(
              "  stored: about %s bytes a row, space amplification about %s",
              FigureFormat.fourDigits(cost.storedBytesPerRow()),
              FigureFormat.fourDigits(cost.spaceAmplification())));
    }
    cost.notes().forEach(note -> others.add("  " + note));
    if (lines.isEmpty() && !others.isEmpty()) {
      lines.add("");
      lines.add("Cost");
    }
    lines.addAll(others);
    return lines;
  }

  private static FigureTable<Map.Entry<String, Map<String, Double>>> table() {
    FigureTable<Map.Entry<String, Map<String, Double>>> table =
        new FigureTable<Map.Entry<String, Map<String, Double>>>().words("", 22, Map.Entry::getKey);
    for (CostMetric metric : CostMetric.values()) {
      int width = Math.max(WIDTH, metric.label().length());
      table.texts(
          metric.label(),
          width,
          row ->
              FigureFormat.fourDigits(row.getValue().getOrDefault(metric.jsonName(), Double.NaN)));
    }
    return table;
  }
}

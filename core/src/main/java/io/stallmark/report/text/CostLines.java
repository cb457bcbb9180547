package io.stallmark.report.text;

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
      StringBuilder head = new StringBuilder("  " + " ".repeat(22));
      for (CostMetric metric : CostMetric.values()) {
        head.append(" ").append(padded(metric, metric.label()));
      }
      lines.add(head.toString());
      cost.sources()
          .forEach(
              (name, source) -> {
                lines.add(line(name + " /statement", source.perStatement()));
                lines.add(line(name + " /transaction", source.perTransaction()));
              });
      cost.sources()
          .forEach(
              (name, source) -> {
                Double times = source.writeAmplification();
                String amplified = times == null ? "" : "; write amplification " + words(times);
                lines.add("  " + name + ": " + source.what() + amplified);
              });
    }
    List<String> others = new ArrayList<>();
    if (cost.storedBytesPerRow() != null && cost.spaceAmplification() != null) {
      others.add(
          Text.format(
              "  stored: about %s bytes a row, space amplification about %s",
              words(cost.storedBytesPerRow()), words(cost.spaceAmplification())));
    }
    cost.notes().forEach(note -> others.add("  " + note));
    if (lines.isEmpty() && !others.isEmpty()) {
      lines.add("");
      lines.add("Cost");
    }
    lines.addAll(others);
    return lines;
  }

  private static String line(String name, Map<String, Double> shares) {
    StringBuilder line = new StringBuilder(Text.format("  %-22s", name));
    for (CostMetric metric : CostMetric.values()) {
      Double share = shares.get(metric.jsonName());
      line.append(" ").append(padded(metric, share == null ? "–" : words(share)));
    }
    return line.toString();
  }

  private static String padded(CostMetric column, String text) {
    int width = Math.max(WIDTH, column.label().length());
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  private static String words(double figure) {
    String format = figure < 9.9995 ? "%,.3f" : figure < 99.995 ? "%,.2f" : "%,.1f";
    return Text.format(format, figure);
  }
}

package io.stallmark.report.cost;

import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.cost.SourceCost;
import io.stallmark.spi.server.Usage.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** What a run cost, for the user to read at a glance. */
public final class CostLines {

  private CostLines() {}

  /** The lines; none when nothing is known. */
  public static List<String> of(CostReport report) {
    List<String> lines = new ArrayList<>();
    if (!report.sources().isEmpty()) {
      lines.add("");
      lines.add("Cost of a statement and of a transaction (1 kB is 1000 bytes)");
      lines.add(head());
      for (SourceCost source : report.sources()) {
        lines.add(line(source.source().word() + " /statement", source::perStatement));
        lines.add(line(source.source().word() + " /transaction", source::perTransaction));
      }
      for (SourceCost source : report.sources()) {
        lines.add("  " + source.source().word() + ": " + source.what() + amplified(report, source));
      }
    }
    stored(report, lines);
    if (lines.isEmpty() && !report.notes().isEmpty()) {
      begin(lines);
    }
    report.notes().forEach(note -> lines.add("  " + note));
    return lines;
  }

  private static void begin(List<String> lines) {
    lines.add("");
    lines.add("Cost");
  }

  private static String head() {
    StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "  %-22s", ""));
    for (CostFigure figure : CostFigure.values()) {
      head.append(String.format(Locale.ROOT, " %11s", figure.head()));
    }
    return head.toString();
  }

  private static String line(String name, Function<Resource, OptionalDouble> share) {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-22s", name));
    for (CostFigure figure : CostFigure.values()) {
      OptionalDouble count = share.apply(figure.resource());
      line.append(
          String.format(
              Locale.ROOT,
              " %11s",
              count.isPresent() ? words(figure.scaled(count.getAsDouble())) : "–"));
    }
    return line.toString();
  }

  private static String words(double figure) {
    String format = figure < 9.9995 ? "%,.3f" : figure < 99.995 ? "%,.2f" : "%,.1f";
    return String.format(Locale.ROOT, format, figure);
  }

  private static String amplified(CostReport report, SourceCost source) {
    OptionalDouble times = report.writeAmplification(source);
    return times.isEmpty()
        ? ""
        : String.format(Locale.ROOT, "; write amplification %s", words(times.getAsDouble()));
  }

  private static void stored(CostReport report, List<String> lines) {
    OptionalDouble bytes = report.stored().bytesPerRow();
    OptionalDouble times = report.stored().spaceAmplification();
    if (bytes.isPresent() && times.isPresent()) {
      if (lines.isEmpty()) {
        begin(lines);
      }
      lines.add(
          String.format(
              Locale.ROOT,
              "  stored: about %s bytes a row, space amplification about %s",
              words(bytes.getAsDouble()),
              words(times.getAsDouble())));
    }
  }
}

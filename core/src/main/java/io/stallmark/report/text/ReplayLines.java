package io.stallmark.report.text;

import io.stallmark.report.FigureFormat;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.ReplaySummary;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Lines about a replay, for the terminal. */
final class ReplayLines {

  private ReplayLines() {}

  static List<String> of(ReplaySummary replay) {
    Lines lines = new Lines();
    lines.add("");
    lines.add("Replay");
    lines.add(operations(replay));
    long different = replay.compared() - replay.same();
    lines.add(
        "  replies        %,d compared, %,d same, %,d different%s",
        replay.compared(), replay.same(), different, counts(" (", replay.different(), ")"));
    lines.add(
        "  lateness p99   %s ms behind, %s ms held, %s ms ours",
        millis(replay.behindNanoseconds()),
        millis(replay.heldNanoseconds()),
        millis(replay.oursNanoseconds()));
    if (replay.outOfOrder() > 0) {
      lines.add(
          "  out of order   %,d operations waited until the order's patience was over",
          replay.outOfOrder());
    }
    return lines;
  }

  private static String operations(ReplaySummary replay) {
    return Text.format(
        "  operations     %,d recorded = %,d replayed%s + %,d never started%s",
        replay.recorded(),
        replay.replayed(),
        counts(" + ", replay.skipped(), " skipped"),
        replay.neverStarted(),
        counts("; not recorded: ", replay.missing(), ""));
  }

  private static String counts(String before, Map<String, Long> counts, String after) {
    return counts.isEmpty()
        ? ""
        : counts.entrySet().stream()
            .map(each -> FigureFormat.count(each.getValue()) + " " + word(each.getKey()))
            .collect(Collectors.joining(", ", before, after));
  }

  private static String word(String name) {
    return name.replace('_', ' ');
  }

  private static String millis(LatencySummary lateness) {
    return FigureFormat.millis((double) lateness.p99());
  }
}

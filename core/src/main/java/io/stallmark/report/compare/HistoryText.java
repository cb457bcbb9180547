package io.stallmark.report.compare;

import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.report.FigureFormat;
import io.stallmark.result.DatabaseName;
import io.stallmark.result.RunParameters;
import io.stallmark.result.RunState;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** History as lines for a terminal. */
public final class HistoryText {

  private static final String BLOCKS = "▁▂▃▄▅▆▇█";
  private static final char UNTRUSTED = '?';
  private static final int WIDTH = 80;
  private static final double MILLISECOND = 1e6;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private HistoryText() {}

  /** Returns a line for each run, the oldest first. */
  public static List<String> runs(List<StoredRun> runs) {
    List<String> lines = new ArrayList<>();
    lines.add(
        line(
            "start (UTC)",
            "workload",
            "database",
            "threads",
            "trans/s",
            "p99 ms",
            "stalls",
            "trusted",
            "state",
            "name, tags"));
    for (StoredRun run : runs) {
      lines.add(line(fields(run)));
    }
    return lines;
  }

  private static String line(Object... fields) {
    return String.format(Locale.ROOT, "  %-19s  %-11s %-28s %7s %12s %9s %6s %7s  %-11s %s", fields)
        .stripTrailing();
  }

  static Object[] fields(StoredRun run) {
    @Nullable RunParameters spec = run.document().spec();
    double p99 = RunMetrics.of("p99_ms").of(run.measured());
    return new Object[] {
      time(run.start()),
      run.document().workload(),
      DatabaseName.of(run.document()),
      spec == null ? "" : Integer.toString(spec.threads()),
      known("%,.1f", RunMetrics.of("transactions_per_s").of(run.measured())),
      Double.isNaN(p99) ? "–" : FigureFormat.millis(MILLISECOND * p99),
      known("%,.0f", RunMetrics.of("stalls").of(run.measured())),
      trusted(run),
      run.document().state().word(),
      run.document().labels().words(),
    };
  }

  private static String known(String format, double number) {
    return Double.isNaN(number) ? "–" : String.format(Locale.ROOT, format, number);
  }

  /** Returns whether a run is trusted; a failed run never is. */
  private static String trusted(StoredRun run) {
    return run.document().state() == RunState.FAILED
        ? "no"
        : run.trusted().isEmpty() ? "–" : run.trusted();
  }

  static String time(Instant instant) {
    return TIME.format(instant);
  }

  /** Returns a line of blocks, marks under its changes, and a line for each change. */
  public static List<String> of(RunHistory history) {
    List<String> lines = new ArrayList<>();
    int count = history.values().size();
    lines.add(
        history.metric().words()
            + " of "
            + history.label()
            + ": "
            + FigureFormat.count(count, "run"));
    sparkline(lines, history);
    long doubtful = history.runs().stream().filter(StoredRun::untrusted).count();
    if (doubtful > 0) {
      lines.add("  " + UNTRUSTED + " not to be trusted: " + doubtful + " of them");
    }
    for (RunHistory.Change change : history.described()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  change at %s: %s to %s%s, %s%s",
              time(change.at()),
              figure(change.before()),
              figure(change.after()),
              change.percent().isEmpty() ? "" : " (" + change.percent() + ")",
              change.first().directory().getFileName(),
              change.first().untrusted() ? ", which is not to be trusted" : ""));
    }
    if (history.changes().isEmpty() && count > 1) {
      lines.add("  no change shown");
    }
    return lines;
  }

  /** Adds the blocks of the last runs, as many as fit into a line. */
  private static void sparkline(List<String> lines, RunHistory history) {
    int from = Math.max(0, history.values().size() - WIDTH);
    List<Double> shown = history.values().subList(from, history.values().size());
    double top = shown.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    StringBuilder blocks = new StringBuilder("  ");
    StringBuilder marks = new StringBuilder("  ");
    StringBuilder doubts = new StringBuilder("  ");
    for (int i = 0; i < shown.size(); i++) {
      double share = top > 0 ? Math.max(0, shown.get(i) / top) : 0;
      blocks.append(BLOCKS.charAt((int) Math.round(share * (BLOCKS.length() - 1))));
      marks.append(history.changes().contains(from + i) ? '^' : ' ');
      doubts.append(history.runs().get(from + i).untrusted() ? UNTRUSTED : ' ');
    }
    lines.add(blocks.toString());
    for (StringBuilder below : List.of(marks, doubts)) {
      if (!below.toString().isBlank()) {
        lines.add(below.toString().stripTrailing());
      }
    }
  }

  static String figure(double number) {
    String format = Math.abs(number) >= 100 ? "%,.1f" : "%.3f";
    return String.format(Locale.ROOT, format, number);
  }
}

package io.stallmark.report.history;

import io.stallmark.report.Figures;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A history as lines for a terminal. */
public final class HistoryText {

  private static final String BLOCKS = "▁▂▃▄▅▆▇█";
  private static final char UNTRUSTED = '?';
  private static final int WIDTH = 80;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private HistoryText() {}

  /** A line a run, oldest first. */
  public static List<String> runs(List<PastRun> runs) {
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
            "state"));
    for (PastRun run : runs) {
      lines.add(line(fields(run)));
    }
    return lines;
  }

  private static String line(Object... fields) {
    return String.format(Locale.ROOT, "  %-19s  %-11s %-28s %7s %12s %9s %6s %7s  %s", fields)
        .stripTrailing();
  }

  static Object[] fields(PastRun run) {
    double rate = run.number("/summary/transactionsPerSecond");
    double p99 = run.number("/summary/kinds/transaction/responseNanoseconds/p99");
    String server = run.text("/database/server");
    String version = run.text("/database/version");
    return new Object[] {
      time(run.start()),
      run.text("/workload"),
      version.isEmpty() ? server : server + " " + version,
      run.text("/spec/threads"),
      Double.isNaN(rate) ? "–" : Figures.rate(rate),
      Double.isNaN(p99) ? "–" : Figures.millis(p99),
      run.text("/stallCount").isEmpty() ? "–" : run.text("/stallCount"),
      run.trusted(),
      run.text("/state"),
    };
  }

  static String time(Instant instant) {
    return TIME.format(instant);
  }

  /** A line of blocks, marks under its changes, and a line for each of these. */
  public static List<String> of(RunHistory history) {
    List<String> lines = new ArrayList<>();
    int count = history.values().size();
    lines.add(
        history.metric().words() + " of " + history.label() + ": " + Figures.count(count, "run"));
    sparkline(lines, history);
    long doubtful = history.runs().stream().filter(PastRun::untrusted).count();
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

  /** The last ones, if there are more than a line takes. */
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

package io.stallmark.report.text;

import io.stallmark.analysis.stall.RateLine;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.table.FigureTable;
import io.stallmark.result.StallFindings;
import io.stallmark.result.StallFindings.CounterChange;
import io.stallmark.result.StallFindings.DipSummary;
import io.stallmark.result.StallFindings.StallSummary;
import io.stallmark.result.StallFindings.StallThresholds;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Stalls, dips and the rate over time, for the terminal. */
final class StallLines {

  /** Maximum number of rows of a table; the files contain all. */
  private static final int ROWS = 20;

  /** As column {@code generator_bound} of the files. */
  private static final String BOUND = "the generator was the bottleneck meanwhile";

  private final StallFindings findings;
  private final Lines lines = new Lines();

  private StallLines(StallFindings findings) {
    this.findings = findings;
  }

  /**
   * Returns a section of the summary, its title first.
   *
   * @param findings stalls and dips of a run that has ended
   * @param unit unit of the first role's progress
   * @param rates rate of the first role over the run
   */
  static List<String> of(StallFindings findings, String unit, RateLine rates) {
    StallLines all = new StallLines(findings);
    all.stalls(rates, unit);
    all.dips();
    Objects.requireNonNull(findings.periodic())
        .forEach(
            each ->
                all.add(
                    "  Periodic: %d %s, one every %.1f s",
                    each.count(), each.what(), each.periodSeconds()));
    all.rate(rates, unit);
    return List.copyOf(all.lines);
  }

  private void add(String format, Object... values) {
    lines.add(Text.format(format, values).stripTrailing());
  }

  private void stalls(RateLine rates, String unit) {
    StallThresholds rule = Objects.requireNonNull(findings.stallRule());
    List<StallSummary> stalls = Objects.requireNonNull(findings.stalls());
    add(
        "Stalls: %s s or more under %s %% of the usual %s/s while work was waiting",
        Text.plain(rule.shortestSeconds()), Text.plain(rule.belowPercent()), unit);
    String learning = Text.plain(rule.judgedFromSeconds());
    if (stalls.isEmpty()) {
      add(
          rule.judges(rates.length() / FigureFormat.SECOND)
              ? "  none after the first %s s, which are not judged"
              : "  not judged: the first %s s of a run only determine the usual rate",
          learning);
      return;
    }
    boolean several = stalls.stream().map(StallSummary::role).distinct().count() > 1;
    FigureTable<StallSummary> table =
        new FigureTable<StallSummary>()
            .texts("start s", 10, stall -> FigureFormat.figure(stall.startSeconds(), 2))
            .texts("length s", 9, stall -> FigureFormat.figure(stall.lengthSeconds(), 2))
            .texts("lowest/s", 10, stall -> FigureFormat.figure(stall.lowestPerSecond(), 0))
            .texts("delayed", 9, stall -> FigureFormat.count(stall.delayed()))
            .texts("longest ms", 12, stall -> millis(stall.longestNanoseconds()))
            .label(" delayed operations, changed counters", stall -> " " + remark(stall, several));
    lines.addAll(table.lines("  ", longest(stalls, StallSummary::lengthSeconds)));
    rest(Objects.requireNonNull(findings.stallCount()));
    add("  the first %s s are not judged", learning);
  }

  /**
   * Returns who and what was stalled.
   *
   * @param several whether stalls of several roles are listed
   */
  private static String remark(StallSummary stall, boolean several) {
    List<String> parts = new ArrayList<>();
    if (several) {
      parts.add(stall.role() + ", " + stall.unit() + "/s");
    }
    switch (stall.blame()) {
      case "generator" -> parts.add("the generator was not scheduled");
      case "others" -> parts.add("others used the processors");
      default -> {
        if (bound(stall.generatorBound())) {
          parts.add(BOUND);
        }
      }
    }
    if (!stall.kinds().isEmpty()) {
      parts.add(String.join(" ", stall.kinds()));
    }
    if (!stall.counters().isEmpty()) {
      parts.add(
          stall.counters().stream().map(CounterChange::text).collect(Collectors.joining(", ")));
    }
    return String.join("; ", parts);
  }

  private static boolean bound(@Nullable Boolean generatorBound) {
    return Boolean.TRUE.equals(generatorBound);
  }

  private void dips() {
    List<DipSummary> dips = Objects.requireNonNull(findings.dips());
    if (dips.isEmpty()) {
      return;
    }
    lines.add("");
    add("Dips: 1 s or more under half the usual rate, and slower");
    FigureTable<DipSummary> table =
        new FigureTable<DipSummary>()
            .texts("start s", 10, dip -> FigureFormat.figure(dip.startSeconds(), 2))
            .texts("length s", 9, dip -> FigureFormat.figure(dip.lengthSeconds(), 2))
            .texts("rate/s", 10, dip -> FigureFormat.rate(dip.perSecond()))
            .texts("usual/s", 10, dip -> FigureFormat.rate(dip.usualPerSecond()))
            .texts("longest ms", 12, dip -> millis(dip.longestNanoseconds()))
            .label("", dip -> " " + remark(dip));
    lines.addAll(table.lines("  ", longest(dips, DipSummary::lengthSeconds)));
    rest(Objects.requireNonNull(findings.dipCount()));
  }

  private static String remark(DipSummary dip) {
    return 2 * dip.generatorHeldSeconds() >= dip.lengthSeconds()
        ? "the generator was not scheduled"
        : bound(dip.generatorBound()) ? BOUND : "";
  }

  private static String millis(long nanos) {
    return FigureFormat.figure(nanos / FigureFormat.MILLISECOND, 1);
  }

  private void rate(RateLine rates, String unit) {
    List<String> spark = Sparkline.of(rates);
    if (!spark.isEmpty()) {
      lines.add("");
      add(
          "%s/s over the run%s",
          unit.equals("rows") ? "Rows" : "Transactions",
          spark.size() > 1 ? ", ^ where it stalled" : "");
      spark.forEach(line -> add("  %s", line));
    }
  }

  /** Returns the longest ones, in order of time. */
  private static <T> List<T> longest(List<T> all, ToDoubleFunction<T> length) {
    List<T> chosen =
        all.stream().sorted(Comparator.comparingDouble(length).reversed()).limit(ROWS).toList();
    return all.stream().filter(chosen::contains).toList();
  }

  private void rest(long count) {
    if (count > ROWS) {
      add("  the %d longest of %,d", ROWS, count);
    }
  }
}

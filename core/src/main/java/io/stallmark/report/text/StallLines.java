package io.stallmark.report.text;

import io.stallmark.analysis.counters.CounterMove;
import io.stallmark.analysis.stall.Dip;
import io.stallmark.analysis.stall.RecurrencePeriod;
import io.stallmark.analysis.stall.Stall;
import io.stallmark.analysis.stall.StallReport;
import io.stallmark.analysis.stall.StallRule;
import io.stallmark.report.FigureFormat;
import io.stallmark.spi.workload.ProgressUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Stalls, dips and the rate over time, for the terminal. */
final class StallLines {

  /** Maximum number of rows of a table; the files contain all. */
  private static final int ROWS = 20;

  private static final double SECOND = 1e9;
  private static final double MILLISECOND = 1e6;

  private final StallReport report;
  private final boolean several; // several roles stalled
  private final List<String> lines = new ArrayList<>();

  private StallLines(StallReport report) {
    this.report = report;
    several = report.stalls().stream().map(Stall::role).distinct().count() > 1;
  }

  /** Returns a section of the summary, its title first. */
  static List<String> of(StallReport report) {
    StallLines all = new StallLines(report);
    all.stalls();
    all.dips();
    all.periods();
    all.rate();
    return List.copyOf(all.lines);
  }

  private void add(String format, Object... values) {
    lines.add(String.format(Locale.ROOT, format, values).stripTrailing());
  }

  private void stalls() {
    add(
        "Stalls: %s s or more under %s %% of the usual %s/s while work was waiting",
        number(report.rule().shortest() / SECOND),
        number(FigureFormat.percentOf(report.rule().below())),
        report.unit().word());
    String learning = number(StallRule.LEARNING / SECOND);
    if (report.stallCount() == 0) {
      add(
          report.isJudged()
              ? "  none after the first %s s, which are not judged"
              : "  not judged: the first %s s of a run only show what is usual",
          learning);
      return;
    }
    add(
        "  %10s %9s %10s %9s %12s  %s",
        "start s", "length s", "lowest/s", "delayed", "longest ms", "what was held, what moved");
    longest(report.stalls(), Comparator.comparingLong(Stall::length))
        .forEach(
            stall ->
                add(
                    "  %,10.2f %,9.2f %,10.0f %,9d %,12.1f  %s",
                    stall.start() / SECOND,
                    stall.length() / SECOND,
                    stall.lowest(),
                    stall.delayed(),
                    stall.longest() / MILLISECOND,
                    remark(stall)));
    rest(report.stallCount());
    add("  the first %s s are not judged", learning);
  }

  private String remark(Stall stall) {
    List<String> parts = new ArrayList<>();
    if (several) {
      parts.add(stall.role().name() + ", " + stall.role().unit().word() + "/s");
    }
    switch (stall.cause()) {
      case SERVER -> {}
      case GENERATOR -> parts.add("the generator itself was held, not the server");
      case OTHERS -> parts.add("others used the processors");
    }
    if (!stall.kinds().isEmpty()) {
      parts.add(String.join(" ", stall.kinds()));
    }
    if (!stall.counters().isEmpty()) {
      parts.add(stall.counters().stream().map(StallLines::move).collect(Collectors.joining(", ")));
    }
    return String.join("; ", parts);
  }

  private static String move(CounterMove move) {
    return String.format(Locale.ROOT, "%s +%,d", move.name(), move.change());
  }

  private void dips() {
    if (report.dipCount() == 0) {
      return;
    }
    lines.add("");
    add("Dips: 1 s or more under half the usual rate, and slower");
    add("  %10s %9s %10s %10s %12s", "start s", "length s", "rate/s", "usual/s", "longest ms");
    longest(report.dips(), Comparator.comparingLong(Dip::length))
        .forEach(
            dip ->
                add(
                    "  %,10.2f %,9.2f %,10.1f %,10.1f %,12.1f%s",
                    dip.start() / SECOND,
                    dip.length() / SECOND,
                    dip.rate(),
                    dip.usual(),
                    dip.longest() / MILLISECOND,
                    2 * dip.generatorHeld() >= dip.length() ? "  the generator was held" : ""));
    rest(report.dipCount());
  }

  private void periods() {
    for (RecurrencePeriod period : report.periods()) {
      add(
          "  Periodic: %d %s, one every %.1f s",
          period.count(), period.what(), period.period() / SECOND);
    }
  }

  private void rate() {
    List<String> spark = Sparkline.of(report.rates());
    if (!spark.isEmpty()) {
      lines.add("");
      add(
          "%s/s over the run%s",
          report.unit() == ProgressUnit.ROWS ? "Rows" : "Transactions",
          spark.size() > 1 ? ", ^ where it stalled" : "");
      spark.forEach(line -> add("  %s", line));
    }
  }

  /** Returns the longest ones, in order of time. */
  private static <T> List<T> longest(List<T> all, Comparator<T> byLength) {
    List<T> chosen = all.stream().sorted(byLength.reversed()).limit(ROWS).toList();
    return all.stream().filter(chosen::contains).toList();
  }

  private void rest(long count) {
    if (count > ROWS) {
      add("  the %d longest of %,d", ROWS, count);
    }
  }

  private static String number(double value) {
    return java.math.BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}

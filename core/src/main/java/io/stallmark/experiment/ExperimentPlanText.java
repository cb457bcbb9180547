package io.stallmark.experiment;

import io.stallmark.report.FigureFormat;
import io.stallmark.report.TextLines;
import io.stallmark.report.table.FigureTable;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** The plan as text for the user, printed before the first run. */
public final class ExperimentPlanText {

  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private ExperimentPlanText() {}

  /**
   * Returns the lines. They may contain secrets; the caller passes them through a redactor.
   *
   * @param where directory of the results
   * @param out returns the directory of a run's results
   * @param done whether a run is already completed
   */
  public static List<String> lines(
      ExperimentPlan plan,
      String where,
      Function<PlannedRun, String> out,
      Predicate<PlannedRun> done) {
    Experiment experiment = plan.experiment();
    List<PlannedRun> runs = plan.runs();
    List<String> lines = new ArrayList<>();
    lines.add(title(plan));
    if (!experiment.description().isEmpty()) {
      lines.add("  " + experiment.description());
    }
    for (ExperimentDatabase place : plan.places()) {
      String url = place.url().map(DatabaseUrl::url).orElse("no address yet");
      String server = place.embedded() ? ", a new server for each run" : "";
      lines.add("  " + place.name() + ": " + url + server);
    }
    lines.addAll(leftOut(plan));
    lines.add("  results: " + where);
    lines.add("");
    List<Row> rows = new ArrayList<>();
    runs.forEach(run -> rows.add(new Row(run.name(), List.of(run), run.estimate().basis().word())));
    rows.add(new Row("all", runs, ""));
    List<PlannedRun> left = runs.stream().filter(done.negate()).toList();
    if (left.size() < runs.size() && !left.isEmpty()) {
      rows.add(new Row("to do", left, ""));
    }
    FigureTable<Row> table = table(runs);
    lines.add(table.line("  ", "  ", null));
    rows.forEach(row -> lines.add(table.line("  ", "  ", row)));
    lines.add("");
    lines.addAll(legend(runs.size(), left.size()));
    lines.add("");
    runs.forEach(run -> lines.add("  " + TextLines.command(run.command(out.apply(run)))));
    return lines;
  }

  /** Returns the plan in a few lines: how many runs, where their results go, and how long. */
  public static List<String> brief(ExperimentPlan plan, String where, Predicate<PlannedRun> done) {
    List<String> lines = new ArrayList<>(List.of(title(plan)));
    lines.addAll(leftOut(plan));
    List<PlannedRun> left = plan.runs().stream().filter(done.negate()).toList();
    lines.add(
        Text.format(
            "  %s to do, time: %s; --dry-run prints the plan", count(left.size()), time(left)));
    lines.add("  results: " + where);
    return lines;
  }

  /**
   * Returns the plan of duets.
   *
   * @param out returns the directory of a duet's results
   * @param done whether a duet is already completed
   * @param whole whether the command of each duet is listed
   */
  public static List<String> duets(
      ExperimentPlan plan,
      String where,
      Function<PlannedDuet, String> out,
      Predicate<PlannedDuet> done,
      boolean whole) {
    List<PlannedDuet> duets = plan.duets();
    List<String> lines = new ArrayList<>();
    lines.add(
        Text.format(
            "Experiment %s: %s of %s by %s, --scale %s",
            plan.experiment().name(),
            FigureFormat.count(duets.size(), "duet"),
            plan.experiment().workload().name(),
            String.valueOf(plan.experiment().execution().pairs()),
            plan.scaleText()));
    lines.addAll(leftOut(plan));
    List<PlannedDuet> left = duets.stream().filter(done.negate()).toList();
    double least = left.stream().mapToDouble(duet -> duet.a().estimate().least()).sum();
    lines.add(
        Text.format(
            "  %s to do, time: over %s%s",
            FigureFormat.count(left.size(), "duet"),
            time(least),
            whole ? "" : "; --dry-run prints the plan"));
    lines.add("  results: " + where);
    if (whole) {
      lines.add("");
      duets.forEach(duet -> lines.add("  " + TextLines.command(duet.command(out.apply(duet)))));
    }
    return lines;
  }

  private static String title(ExperimentPlan plan) {
    Experiment experiment = plan.experiment();
    return Text.format(
        "Experiment %s: %s of %s%s, --scale %s",
        experiment.name(),
        count(plan.runs().size()),
        experiment.workload().name(),
        order(experiment, plan.runs().size()),
        plan.scaleText());
  }

  /**
   * Row of the plan, of one run or several.
   *
   * @param basis what the time is estimated from
   */
  private record Row(String name, List<PlannedRun> runs, String basis) {}

  private static FigureTable<Row> table(List<PlannedRun> runs) {
    int width = Math.max(3, runs.stream().mapToInt(run -> run.name().length()).max().orElse(3));
    return new FigureTable<Row>()
        .label("run", width, Row::name)
        .texts("rows", 15, row -> sum(row, DurationEstimate::rows, FigureFormat::count))
        .texts("bytes", 9, row -> sum(row, DurationEstimate::bytes, ExperimentPlanText::bytes))
        .texts("time", 12, row -> time(row.runs))
        .label("of", Row::basis);
  }

  private static List<String> legend(int all, int left) {
    List<String> lines = new ArrayList<>();
    if (left < all) {
      lines.add(
          Text.format(
              "  all: %s, of which %d %s done and not made again; to do: %s.",
              count(all),
              all - left,
              all - left == 1 ? "is" : "are",
              left == 0 ? "none" : "the other " + left));
    }
    lines.add(
        "  rows: loaded and inserted; ? if it depends on the speed of the database. bytes: size of"
            + " the values, without");
    lines.add("  the database's overhead and compression.");
    lines.add(
        "  time: without starting servers, verifying and dropping. Of limit: --seconds or the rate;"
            + " measured: this run in");
    lines.add(
        "  these results, or a repetition of it. Over: without the load, whose time is unknown"
            + " until a run has measured it.");
    return lines;
  }

  /** Returns a line about the runs that the user leaves out; an empty list if there are none. */
  public static List<String> leftOut(ExperimentPlan plan) {
    if (plan.leftOut().isEmpty()) {
      return List.of();
    }
    return List.of(
        Text.format(
            "  LEFT OUT by --without %s: %s%s, %s",
            String.join(", ", plan.without()),
            count(plan.leftOut().size() * plan.experiment().execution().repeat()),
            each(plan.experiment(), plan.leftOut().size()),
            String.join(", ", plan.leftOut())));
  }

  private static String order(Experiment experiment, int runs) {
    if (experiment.execution().repeat() == 1) {
      return ", in the stated order";
    }
    return each(experiment, runs / experiment.execution().repeat())
        + (experiment.execution().interleaved() ? ", interleaved" : ", one after the other");
  }

  /** Adds the number of labels and repetitions, if both are more than one. */
  private static String each(Experiment experiment, int labels) {
    return experiment.execution().repeat() == 1 || labels == 1
        ? ""
        : " (" + labels + " times " + experiment.execution().repeat() + ")";
  }

  private static String count(int runs) {
    return runs == 1 ? "1 run" : runs + " runs";
  }

  private static String sum(
      Row row, Function<DurationEstimate, OptionalLong> what, LongFunction<String> format) {
    List<OptionalLong> all = row.runs.stream().map(PlannedRun::estimate).map(what).toList();
    return all.stream().allMatch(OptionalLong::isPresent)
        ? format.apply(all.stream().mapToLong(each -> each.orElse(0)).sum())
        : "?";
  }

  private static String time(List<PlannedRun> runs) {
    boolean known = runs.stream().allMatch(run -> run.estimate().seconds().isPresent());
    double least = runs.stream().mapToDouble(run -> run.estimate().least()).sum();
    return known ? time(least) : least == 0 ? "unknown" : "over " + time(least);
  }

  /** Formats a size: 52.0 MB. */
  public static String bytes(long bytes) {
    double number = bytes;
    int unit = 0;
    while (number >= 999.95 && unit < UNITS.length - 1) {
      number /= 1000;
      unit++;
    }
    return Text.format(unit == 0 ? "%.0f %s" : "%.1f %s", number, UNITS[unit]);
  }

  /** Formats a duration: 45 s, 3 min 20 s, 2 h 5 min, 3 d 4 h. */
  public static String time(double seconds) {
    long whole = Math.round(seconds);
    if (whole < MINUTE) {
      return whole < 1 ? "< 1 s" : whole + " s";
    }
    if (whole < HOUR) {
      return whole / MINUTE + " min" + rest(whole % MINUTE, " s");
    }
    if (whole < DAY) {
      return whole / HOUR + " h" + rest(whole % HOUR / MINUTE, " min");
    }
    return whole / DAY + " d" + rest(whole % DAY / HOUR, " h");
  }

  private static String rest(long number, String unit) {
    return number == 0 ? "" : " " + number + unit;
  }
}

package io.stallmark.experiment;

import io.stallmark.report.TextLines;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

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
    int width = Math.max(3, runs.stream().mapToInt(run -> run.name().length()).max().orElse(3));
    lines.add(
        Text.format(
            "  %-" + width + "s  %15s  %9s  %12s  %s", "run", "rows", "bytes", "time", "of"));
    for (PlannedRun run : runs) {
      DurationEstimate estimate = run.estimate();
      lines.add(
          row(
              width,
              run.name(),
              estimate.rows(),
              estimate.bytes(),
              time(List.of(run)),
              estimate.basis().word()));
    }
    lines.add(total(width, "all", runs));
    List<PlannedRun> left = runs.stream().filter(done.negate()).toList();
    if (left.size() < runs.size() && !left.isEmpty()) {
      lines.add(total(width, "to do", left));
    }
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

  private static String total(int width, String name, List<PlannedRun> runs) {
    return row(
        width,
        name,
        sum(runs, run -> run.estimate().rows()),
        sum(runs, run -> run.estimate().bytes()),
        time(runs),
        "");
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
        "  rows: loaded and inserted; ? where that depends on how fast the database is. bytes: of"
            + " their values; what");
    lines.add("  a database adds or compresses is its own.");
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
        "  LEFT OUT by --without "
            + String.join(", ", plan.without())
            + ": "
            + count(plan.leftOut().size() * plan.experiment().execution().repeat())
            + each(plan.experiment(), plan.leftOut().size())
            + ", "
            + String.join(", ", plan.leftOut()));
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

  private static String row(
      int width, String name, OptionalLong rows, OptionalLong bytes, String time, String basis) {
    return Text.format(
            "  %-" + width + "s  %15s  %9s  %12s  %s",
            name,
            rows.isEmpty() ? "?" : Text.format("%,d", rows.getAsLong()),
            bytes.isEmpty() ? "?" : bytes(bytes.getAsLong()),
            time,
            basis)
        .stripTrailing();
  }

  private static OptionalLong sum(List<PlannedRun> runs, Function<PlannedRun, OptionalLong> what) {
    ToLongFunction<PlannedRun> known = run -> what.apply(run).orElse(0);
    return runs.stream().allMatch(run -> what.apply(run).isPresent())
        ? OptionalLong.of(runs.stream().mapToLong(known).sum())
        : OptionalLong.empty();
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

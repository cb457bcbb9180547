package io.stallmark.report.page;

import io.stallmark.report.Figures;
import io.stallmark.report.read.Columns;
import io.stallmark.report.read.Curves;
import io.stallmark.report.read.RunFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Whether a run may be believed and when it was steady: its panel and its bands in the charts. */
final class TrustSheet {

  /** Of a figure: its name, its name in {@code worst} of run.json, and that of its reason. */
  private record Figure(String name, String worst, String reason) {}

  private static final List<Figure> FIGURES =
      List.of(
          new Figure("own CPU, % of the processors it may use", "ownCpuPercent", "own_cpu"),
          new Figure("clients waiting for a processor, %", "cpuQueuePercent", "cpu_queue"),
          new Figure("the machine's processors in use, %", "machineCpuPercent", ""),
          new Figure("of them in use by the server, %", "serverCpuPercent", ""),
          new Figure("of them in use by other processes, %", "otherCpuPercent", ""),
          new Figure(
              "of them given to others by the virtual machine's host, %",
              "stolenCpuPercent", "stolen_cpu"),
          new Figure("collection of garbage, ms", "gcPauseMilliseconds", "gc"),
          new Figure("did not get to run, ms", "heldMilliseconds", "held"),
          new Figure("timer late, ms", "timerLateMilliseconds", ""),
          new Figure("starts late, p99, ms", "startLateP99Milliseconds", "late_starts"),
          new Figure("arrivals without a client", "missedArrivals", ""),
          new Figure("step of the wall clock, ms", "clockStepMilliseconds", ""),
          new Figure("pages the machine read back from swap, /s", "swapInPagesPerSecond", ""),
          new Figure("waits of its own for memory on disk, /s", "majorFaultsPerSecond", "swap"));

  /** The column of {@code intervals.csv}. */
  static final String BOUND = "generator_bound";

  private TrustSheet() {}

  /** Whether the run itself says that it is not to be trusted. */
  static boolean distrusted(RunFiles files) {
    return files.text("/trust/trusted").equals("false");
  }

  static Page.Card card(RunFiles files) {
    if (files.failed()) {
      return new Page.Card("to be trusted", "NO", "the run failed");
    }
    return switch (files.text("/trust/trusted")) {
      case "true" -> new Page.Card("to be trusted", "yes", flagged(files));
      case "false" -> new Page.Card("to be trusted", "NO", "see the warnings; " + flagged(files));
      default -> new Page.Card("to be trusted", "–", "not judged");
    };
  }

  private static String flagged(RunFiles files) {
    return "generator bound in "
        + Sheet.count(files.number("/trust/judgedFlaggedIntervals"))
        + " of "
        + Figures.count((long) files.number("/trust/judgedIntervals"), "interval");
  }

  static Sheet worst(RunFiles files) {
    Sheet sheet =
        new Sheet("trust", "Trust: what the generator itself was short of")
            .words("figure")
            .numbers("worst interval", "limit", "judged intervals at it")
            .note(
                "At a limit the generator was the bottleneck, not the database; such intervals are"
                    + " grey in the charts, and trust.csv has all of them. Limits of times are a"
                    + " share of the interval, that of late starts one of the response time.")
            .orElse("Not known of a run without a summary.");
    JsonNode trust = files.json().path("trust");
    for (Figure figure : FIGURES) {
      JsonNode worst = trust.path("worst").path(figure.worst);
      if (worst.isNumber()) {
        JsonNode limit = trust.at("/limits/reasons").path(figure.reason);
        sheet.row(
            figure.name,
            Sheet.decimal("%,.1f", worst.asDouble()),
            limit(limit),
            Sheet.count(limit.path("judgedIntervals").asDouble(Double.NaN)));
      }
    }
    return sheet;
  }

  private static String limit(JsonNode limit) {
    return limit.has("percent")
        ? String.format(Locale.ROOT, "%.0f %%", limit.path("percent").asDouble())
        : Sheet.count(limit.path("perSecond").asDouble(Double.NaN));
  }

  /** Percentiles of what ended when the run was steady, beside those of all. */
  static Sheet steady(RunFiles files) {
    JsonNode steady = files.json().path("steady");
    Sheet sheet =
        new Sheet("steady", "Steady state")
            .words("kind", "clock", "of")
            .numbers("count", "mean ms", "p50 ms", "p95 ms", "p99 ms", "p99.9 ms", "max ms")
            .note(reached(steady))
            .orElse("There are no percentiles of a steady part.");
    for (Map.Entry<String, JsonNode> kind : steady.path("kinds").properties()) {
      JsonNode all = files.json().at("/summary/kinds").path(kind.getKey());
      for (String clock : List.of(Curves.RESPONSE, Curves.SERVICE)) {
        if (kind.getValue().path("count").asLong(0) > 0) {
          sheet.row(row(kind.getKey(), clock, "the steady part", kind.getValue()));
          sheet.row(row(kind.getKey(), clock, "all", all));
        }
      }
    }
    return sheet;
  }

  private static String reached(JsonNode steady) {
    String of =
        steady.path("of").asString("").equals("response_time")
            ? "the response time"
            : "transactions/s";
    if (steady.path("reached").isNull() || steady.isMissingNode()) {
      return "Not judged: that takes 20 s under one load.";
    }
    if (!steady.path("reached").asBoolean(false)) {
      return "Never reached: " + of + " had not settled by the middle of the run.";
    }
    return String.format(
        Locale.ROOT,
        "Reached after %,.1f s, by %s; percentiles are from %,.1f s on.",
        steady.path("reachedAfterSeconds").asDouble(0),
        of,
        steady.path("percentilesFromSeconds").asDouble(0));
  }

  private static String[] row(String kind, String clock, String of, JsonNode node) {
    List<String> row = new ArrayList<>(List.of(kind, clock, of));
    row.add(Sheet.count(node.path("count").asDouble(Double.NaN)));
    JsonNode times = node.path(clock + "Nanoseconds");
    for (String figure : List.of("mean", "p50", "p95", "p99", "p999", "max")) {
      row.add(Sheet.millis(times.path(figure).asDouble(Double.NaN)));
    }
    return row.toArray(String[]::new);
  }

  /**
   * Whether the generator was the bottleneck of an interval, for a table.
   *
   * @param flag as the column has it
   */
  static String bound(double flag) {
    return Double.isNaN(flag) ? "–" : flag > 0 ? "yes" : "no";
  }

  /** Stretches in which the generator was the bottleneck: start and length in seconds. */
  static List<double[]> bands(Columns intervals) {
    double[] bound = intervals.column(BOUND);
    List<double[]> bands = new ArrayList<>();
    for (int i = 0; i < bound.length; i++) {
      if (bound[i] > 0) {
        double start = intervals.at(i, "start_s");
        double end = intervals.at(i, "end_s");
        boolean goesOn = i > 0 && bound[i - 1] > 0;
        double[] band = goesOn ? bands.remove(bands.size() - 1) : new double[] {start, 0};
        bands.add(new double[] {band[0], end - band[0]});
      }
    }
    return bands;
  }
}

package io.stallmark.experiment.result;

import io.stallmark.plan.RateLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run that was to keep a limit at a rate.
 *
 * @param number from 1
 * @param perSecond the rate that was asked for
 * @param milliseconds the percentile; NaN: there is none
 * @param transactionsPerSecond what succeeded; NaN: nobody knows
 * @param boundPercent of the time that was judged, in which the generator was the bottleneck; NaN:
 *     nobody knows
 * @param reason why it did not hold; empty: it did
 * @param directory the run's; null: it left none
 */
public record Trial(
    int number,
    double perSecond,
    double milliseconds,
    double transactionsPerSecond,
    double boundPercent,
    String reason,
    @Nullable Path directory) {

  private static final double MILLISECOND = 1e6;

  /**
   * Judges what a run has left.
   *
   * @param out the directory that it made its own in
   * @param complaint why there may be no results; empty: the run did not complain
   */
  public static Trial of(
      int number, double perSecond, RateLimit limit, Path out, String complaint) {
    Path directory = newest(out);
    Evidence run = directory == null ? null : Evidence.of(directory);
    if (run == null) {
      String reason = complaint.isEmpty() ? "it left no results" : complaint;
      return new Trial(number, perSecond, Double.NaN, Double.NaN, Double.NaN, reason, directory);
    }
    double millis =
        run.figure("/summary/kinds/transaction/responseNanoseconds/" + limit.percentile())
            / MILLISECOND;
    return new Trial(
        number,
        perSecond,
        millis,
        run.figure("/summary/transactionsPerSecond"),
        run.figure("/trust/judgedFlaggedPercent"),
        reason(run, limit, millis),
        directory);
  }

  /** The columns of {@code trials.csv}, with their units. */
  public static String csvHead(RateLimit limit) {
    return "trial,rate_per_s,held,response_%s_ms,transactions_per_s,generator_bound_percent,reason,directory\n"
        .formatted(limit.percentile());
  }

  public boolean held() {
    return reason.isEmpty();
  }

  private static String reason(Evidence run, RateLimit limit, double millis) {
    if (!run.text("/state").equals("completed")) {
      return run.text("/state") + ": " + run.text("/reason");
    }
    double missed = run.figure("/summary/neverStarted");
    if (missed > run.figure("/spec/threads")) { // fewer were due while the last ones ended
      return String.format(Locale.ROOT, "%,.0f arrivals never started", missed);
    }
    if (run.text("/trust/trusted").equals("false")) {
      return "not to be trusted: " + run.text("/trust/reasons/0");
    }
    double most = limit.under() / MILLISECOND;
    return millis < most
        ? ""
        : String.format(
            Locale.ROOT, "%s %,.3f ms, not under %s", limit.percentile(), millis, words(most));
  }

  private static String words(double millis) {
    return (millis == Math.rint(millis) ? Long.toString((long) millis) : Double.toString(millis))
        + " ms";
  }

  private static @Nullable Path newest(Path out) {
    if (!Files.isDirectory(out)) {
      return null;
    }
    try (Stream<Path> runs = Files.list(out)) {
      return runs.filter(Files::isDirectory).sorted().reduce((a, b) -> b).orElse(null);
    } catch (IOException e) {
      return null;
    }
  }

  /** The lines for a terminal, one for each trial. */
  public static List<String> lines(List<Trial> trials, RateLimit limit) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "  %5s  %12s  %12s  %12s  %s",
            "trial",
            "rate/s",
            limit.percentile() + " ms",
            "trans/s",
            "held"));
    for (Trial trial : trials) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %5d  %12s  %12s  %12s  %s",
              trial.number,
              String.format(Locale.ROOT, "%,.1f", trial.perSecond),
              trial.shown("%,.3f", trial.milliseconds),
              trial.shown("%,.1f", trial.transactionsPerSecond),
              trial.held() ? "yes" : "no: " + trial.reason));
    }
    return lines;
  }

  private String shown(String format, double figure) {
    return Double.isNaN(figure) ? "–" : String.format(Locale.ROOT, format, figure);
  }

  private static String field(double figure) {
    return Double.isNaN(figure) ? "" : Double.toString(figure);
  }

  /**
   * The line for machines.
   *
   * @param root what the directory stands relative to
   */
  public String csv(Path root) {
    String run = directory == null ? "" : root.relativize(directory).toString();
    return String.join(
            ",",
            Integer.toString(number),
            Double.toString(perSecond),
            Boolean.toString(held()),
            field(milliseconds),
            field(transactionsPerSecond),
            field(boundPercent),
            '"' + reason.replace("\"", "\"\"") + '"',
            run)
        + "\n";
  }
}

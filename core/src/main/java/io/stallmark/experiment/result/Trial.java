package io.stallmark.experiment.result;

import io.stallmark.analysis.trust.Trust;
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
 * @param trusted whether it is to be trusted: yes, no; empty: not judged
 * @param cause what became of it
 * @param reason why it did not hold; empty: it did
 * @param directory the run's; null: it left none
 */
public record Trial(
    int number,
    double perSecond,
    double milliseconds,
    double transactionsPerSecond,
    double boundPercent,
    String trusted,
    Cause cause,
    String reason,
    @Nullable Path directory) {

  private static final double MILLISECOND = 1e6;
  private static final double PERCENT = 100;
  private static final String TRANSACTION = "/summary/kinds/transaction/";
  private static final String BOUND = "/trust/judgedFlaggedPercent";

  /** What became of a trial. */
  public enum Cause {
    HELD,
    /** The database, or the run as such, did not keep the limit. */
    FAILED,
    /** Whatever the percentile is, too few transactions say so. */
    TOO_FEW,
    /** The generator was the bottleneck: nobody knows what the database would have done. */
    GENERATOR
  }

  private record Judged(Cause cause, String reason) {}

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
      return new Trial(
          number,
          perSecond,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          "",
          Cause.FAILED,
          reason,
          directory);
    }
    double millis =
        run.figure(TRANSACTION + "responseNanoseconds/" + limit.percentile()) / MILLISECOND;
    Judged judged = judged(run, limit, millis);
    return new Trial(
        number,
        perSecond,
        millis,
        run.figure("/summary/transactionsPerSecond"),
        run.figure(BOUND),
        RunRecord.yesOrNo(run, "/trust/trusted"),
        judged.cause,
        judged.reason,
        directory);
  }

  /** The columns of {@code trials.csv}, with their units. */
  public static String csvHead(RateLimit limit) {
    return "trial,rate_per_s,held,response_%s_ms,transactions_per_s,generator_bound_percent,trusted,reason,directory\n"
        .formatted(limit.percentile());
  }

  public boolean held() {
    return cause == Cause.HELD;
  }

  /** Whether it was long enough to say if the generator was the bottleneck. */
  public boolean judged() {
    return !trusted.isEmpty();
  }

  private static Judged judged(Evidence run, RateLimit limit, double millis) {
    if (!run.text("/state").equals("completed")) {
      return new Judged(Cause.FAILED, run.text("/state") + ": " + run.text("/reason"));
    }
    boolean doubted = run.text("/trust/trusted").equals("false");
    String doubt = "not to be trusted: " + run.text("/trust/reasons/0");
    if (doubted && run.figure(BOUND) > PERCENT * Trust.MOST_FLAGGED) {
      return new Judged(Cause.GENERATOR, doubt);
    }
    double missed = run.figure("/summary/neverStarted");
    if (missed > run.figure("/spec/threads")) { // fewer were due while the last ones ended
      return new Judged(
          Cause.FAILED, String.format(Locale.ROOT, "%,.0f arrivals never started", missed));
    }
    double count = run.figure(TRANSACTION + "count");
    if (!(count >= limit.samples())) {
      return new Judged(
          Cause.TOO_FEW,
          String.format(
              Locale.ROOT,
              "too few (%,.0f; %s needs %,d)",
              count,
              limit.percentile(),
              limit.samples()));
    }
    double most = limit.under() / MILLISECOND;
    if (!(millis < most)) {
      return new Judged(
          Cause.FAILED,
          String.format(
              Locale.ROOT, "%s %,.3f ms, not under %s", limit.percentile(), millis, words(most)));
    }
    return doubted ? new Judged(Cause.FAILED, doubt) : new Judged(Cause.HELD, "");
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
              trial.held()
                  ? trial.judged() ? "yes" : "yes, the generator not judged"
                  : "no: " + trial.reason));
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
            trusted,
            '"' + reason.replace("\"", "\"\"") + '"',
            run)
        + "\n";
  }
}

package io.stallmark.run.search;

import io.stallmark.analysis.RunVerdict;
import io.stallmark.engine.RunResult;
import io.stallmark.plan.RateLimit;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.RunState;
import io.stallmark.result.TrustSummary;
import io.stallmark.run.RunReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run at a rate, judged by whether it kept a limit.
 *
 * @param number from 1
 * @param perSecond the rate that was asked for
 * @param milliseconds the percentile; NaN: there is none
 * @param transactionsPerSecond what succeeded; NaN: unknown
 * @param boundPercent of the time that was judged, in which the generator was the bottleneck; NaN:
 *     unknown
 * @param trusted whether it is to be trusted: yes, no; empty: not judged
 * @param cause how it ended
 * @param reason why it did not hold; empty: it did
 * @param directory the run's; null: it left none
 */
record RateTrial(
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

  /** How a trial ended. */
  enum Cause {
    HELD,
    /** The database, or the run as such, did not keep the limit. */
    FAILED,
    /** Whatever the percentile is, too few transactions say so. */
    TOO_FEW,
    /** The generator was the bottleneck: what the database would have done is unknown. */
    GENERATOR
  }

  private record Judged(Cause cause, String reason) {}

  /**
   * Judges the report of a run.
   *
   * @param number from 1
   */
  static RateTrial of(int number, double perSecond, RateLimit limit, RunReport report) {
    RunReport.Measured run = report.measured();
    if (run == null) {
      return new RateTrial(
          number,
          perSecond,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          "",
          Cause.FAILED,
          report.complaint(),
          report.directory());
    }
    double millis = percentile(run.result(), limit) / MILLISECOND;
    TrustSummary trust = Objects.requireNonNull(run.document().outcome().trust());
    Judged judged = judged(run, trust, limit, millis);
    return new RateTrial(
        number,
        perSecond,
        millis,
        run.result().transactionsPerSecond(),
        trust.judgedFlaggedPercent(),
        trust.trusted() == null ? "" : trust.trusted() ? "yes" : "no",
        judged.cause,
        judged.reason,
        run.directory());
  }

  private static double percentile(RunResult result, RateLimit limit) {
    LatencySummary response = LatencySummary.of(result.totals().get(0).response());
    return switch (limit.percentile()) {
      case "p50" -> response.p50();
      case "p95" -> response.p95();
      case "p99" -> response.p99();
      case "p999" -> response.p999();
      default -> response.max();
    };
  }

  /** The columns of {@code trials.csv}, with their units. */
  static String csvHead(RateLimit limit) {
    return "trial,rate_per_s,held,response_%s_ms,transactions_per_s,generator_bound_percent,trusted,reason,directory\n"
        .formatted(limit.percentile());
  }

  boolean held() {
    return cause == Cause.HELD;
  }

  /** Whether it was long enough to say if the generator was the bottleneck. */
  boolean judged() {
    return !trusted.isEmpty();
  }

  private static Judged judged(
      RunReport.Measured run, TrustSummary trust, RateLimit limit, double millis) {
    RunVerdict verdict = run.verdict();
    if (verdict.state() != RunState.COMPLETED) {
      return new Judged(Cause.FAILED, verdict.state().word() + ": " + verdict.reason());
    }
    boolean doubted = trust.doubted();
    String doubt = doubted ? "not to be trusted: " + trust.reasons().get(0) : "";
    if (doubted && trust.judgedFlaggedPercent() > trust.limits().flaggedPercent()) {
      return new Judged(Cause.GENERATOR, doubt);
    }
    RunResult result = run.result();
    if (result.neverStarted() > run.run().plan().threads()) { // fewer were due at the end
      return new Judged(
          Cause.FAILED,
          String.format(Locale.ROOT, "%,d arrivals never started", result.neverStarted()));
    }
    long count = result.totals().get(0).successes();
    if (count < limit.samples()) {
      return new Judged(
          Cause.TOO_FEW,
          String.format(
              Locale.ROOT,
              "too few (%,d; %s needs %,d)",
              count,
              limit.percentile(),
              limit.samples()));
    }
    double most = limit.under() / MILLISECOND;
    if (millis >= most) {
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

  /** The lines for a terminal, one for each trial. */
  static List<String> lines(List<RateTrial> trials, RateLimit limit) {
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
    for (RateTrial trial : trials) {
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
  String csv(Path root) {
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

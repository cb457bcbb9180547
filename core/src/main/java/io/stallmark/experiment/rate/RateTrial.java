package io.stallmark.experiment.rate;

import io.stallmark.analysis.RunVerdict;
import io.stallmark.engine.RunResult;
import io.stallmark.record.OperationSeries;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.TrustCause;
import io.stallmark.report.table.FigureTable;
import io.stallmark.result.RunState;
import io.stallmark.result.TrustSummary;
import io.stallmark.run.RunReport;
import io.stallmark.text.Text;
import java.nio.file.Path;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A run at one rate, with the decision whether it kept the limit.
 *
 * @param number number of the trial, from 1
 * @param perSecond requested arrival rate
 * @param milliseconds percentile of response time; NaN: the run was not measured, or too few
 *     transactions succeeded
 * @param transactionsPerSecond rate of successful transactions; NaN: unknown
 * @param boundPercent percentage of the judged time in which the generator was the bottleneck; NaN:
 *     unknown
 * @param trusted whether the result is trustworthy: yes, no; empty: not judged
 * @param cause outcome of the trial
 * @param reason why the trial did not keep the limit; empty if it did
 * @param doubt why the generator leaves the outcome in doubt, and what to do; empty: it does not
 * @param directory directory of the run; null: no results were saved
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
    String doubt,
    @Nullable Path directory) {

  /** The outcome of a trial. */
  enum Cause {
    HELD,
    /** The database did not keep the limit, or the run failed. */
    FAILED,
    /** Too few transactions for a valid percentile. */
    TOO_FEW,
    /** The generator was the bottleneck, so the limit of the database is unknown. */
    GENERATOR
  }

  private record Judged(Cause cause, String reason) {}

  /**
   * Evaluates the report of a run.
   *
   * @param number number of the trial, from 1
   * @param allowUntrusted whether an untrusted result is judged like others
   */
  static RateTrial of(
      int number, double perSecond, RateLimit limit, RunReport report, boolean allowUntrusted) {
    RunReport.Measured run = report.measured();
    if (run == null) {
      double none = Double.NaN;
      String reason = report.complaint();
      return new RateTrial(
          number, perSecond, none, none, none, "", Cause.FAILED, reason, "", report.directory());
    }
    double millis = percentile(run.result(), limit) / FigureFormat.MILLISECOND;
    TrustSummary trust = Objects.requireNonNull(run.document().outcome().trust());
    Judged judged = judged(run, trust, limit, millis, allowUntrusted);
    boolean doubt =
        trust.doubted() && (judged.cause == Cause.HELD || judged.cause == Cause.GENERATOR);
    return new RateTrial(
        number,
        perSecond,
        millis,
        run.result().transactionsPerSecond(),
        trust.judgedFlaggedPercent(),
        trust.trusted() == null ? "" : trust.trusted() ? "yes" : "no",
        judged.cause,
        judged.reason,
        doubt ? TrustCause.of(trust) + ". " + TrustCause.remedy(trust) : "",
        run.directory());
  }

  private static double percentile(RunResult result, RateLimit limit) {
    Histogram histogram = result.totals().get(0).response();
    return limit.limited().isSupported(histogram.getTotalCount())
        ? limit.limited().of(histogram)
        : Double.NaN;
  }

  boolean held() {
    return cause == Cause.HELD;
  }

  /** Returns what the trial showed, in one line. */
  String outcome(RateLimit limit) {
    if (!held()) {
      return reason;
    }
    return Text.format(
        "passed: %s %s ms, %s transactions/s",
        limit.percentile(),
        FigureFormat.figure(milliseconds, 3),
        FigureFormat.figure(transactionsPerSecond, 1));
  }

  /** Whether the run was long enough to judge whether the generator was the bottleneck. */
  boolean judged() {
    return !trusted.isEmpty();
  }

  private static Judged judged(
      RunReport.Measured run,
      TrustSummary trust,
      RateLimit limit,
      double millis,
      boolean allowUntrusted) {
    RunVerdict verdict = run.verdict();
    if (verdict.state() != RunState.COMPLETED) {
      return failed("%s: %s", verdict.state().word(), verdict.reason());
    }
    String missed = run.document().outcome().missedLimits();
    if (!missed.isEmpty()) {
      return failed("%s", missed);
    }
    boolean doubted = trust.doubted() && !allowUntrusted;
    String doubt = doubted ? "untrusted: " + TrustCause.of(trust) : "";
    if (doubted && TrustCause.starved(trust)) {
      return new Judged(Cause.GENERATOR, doubt);
    }
    double most = limit.under() / FigureFormat.MILLISECOND;
    if (millis >= most) {
      return failed(
          "%s %,.3f ms, not under %s ms", limit.percentile(), millis, Text.millis(limit.under()));
    }
    RunResult result = run.result();
    OperationSeries all = result.totals().get(0);
    long count = all.successes();
    // what never started is too slow; up to one arrival per thread may be due at the end
    long waiting = Math.max(0, result.neverStarted() - run.job().plan().threads());
    double percent = limit.limited().percent() * (count + waiting) / count; // of what succeeded
    if (waiting > 0
        && (percent > 100 || all.response().getValueAtPercentile(percent) >= limit.under())) {
      return failed("%,d of %,d arrivals never started", result.neverStarted(), result.scheduled());
    }
    if (count < limit.samples()) {
      return new Judged(
          Cause.TOO_FEW,
          Text.format("too few (%,d; %s needs %,d)", count, limit.percentile(), limit.samples()));
    }
    return doubted ? new Judged(Cause.FAILED, doubt) : new Judged(Cause.HELD, "");
  }

  private static Judged failed(String reason, Object... figures) {
    return new Judged(Cause.FAILED, Text.format(reason, figures));
  }

  /**
   * Returns the columns of {@code trials.csv} and of the table at the end.
   *
   * @param root base of the relative paths of the runs' directories
   */
  static FigureTable<RateTrial> table(RateLimit limit, Path root) {
    String response = limit.limited().column("response_");
    return new FigureTable<RateTrial>("trials.csv")
        .figure("trial", "trial", 0, RateTrial::number)
        .figure("rate_per_s", "rate/s", 1, RateTrial::perSecond)
        .column("held", trial -> Boolean.toString(trial.held()))
        .figure(response, limit.percentile() + " ms", 3, RateTrial::milliseconds)
        .figure("transactions_per_s", "trans/s", 1, RateTrial::transactionsPerSecond)
        .label("passed", RateTrial::passed)
        .figure("generator_bound_percent", RateTrial::boundPercent)
        .column("trusted", RateTrial::trusted)
        .sentences("reason", RateTrial::reason)
        .column("directory", trial -> relative(root, trial.directory));
  }

  private static @Nullable Path relative(Path root, @Nullable Path run) {
    return run == null ? null : root.relativize(run);
  }

  private String passed() {
    return !held() ? "no: " + reason : judged() ? "yes" : "yes, the generator not judged";
  }
}

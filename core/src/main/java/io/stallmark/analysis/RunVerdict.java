package io.stallmark.analysis;

import io.stallmark.engine.RoleResult;
import io.stallmark.engine.RunResult;
import io.stallmark.record.OperationSeries;
import io.stallmark.result.RunState;
import io.stallmark.result.ServiceLevelSummary;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * State in which a run ended, and whether its throughput is valid.
 *
 * @param reason why it ended, a sentence; empty for a completed run
 * @param sound whether its throughput is valid: transactions succeeded, all of them returned, the
 *     limits are kept, and the sums of the run balance
 */
public record RunVerdict(RunState state, String reason, boolean sound) {

  /**
   * Limits that a run must keep.
   *
   * @param allowedErrors share of started transactions that may fail, 0 to 1
   * @param minStarted share of the arrivals of an open loop that must start, 0 to 1
   * @param explained share of a statement's executions that may have an unexpected result, by the
   *     statement's name
   * @param mayBeEmpty whether there was nothing to do, as for the import of an empty file
   * @param repeated number of failed transactions whose work was done later
   */
  public record Limits(
      double allowedErrors,
      double minStarted,
      ToDoubleFunction<String> explained,
      boolean mayBeEmpty,
      long repeated) {}

  /** Returns the verdict on a run that has ended. */
  public static RunVerdict of(RunResult result, Limits limits, List<ServiceLevelSummary> levels) {
    String complaint = complaint(result, limits, levels);
    boolean sound = complaint.isEmpty();
    if (!result.degraded().isEmpty()) {
      return new RunVerdict(RunState.FAILED, result.degraded(), sound); // until the loss
    }
    DbException aborted = result.aborted();
    if (aborted != null) {
      return new RunVerdict(
          RunState.FAILED, "The run could not continue: " + aborted.getMessage(), false);
    }
    if (result.interrupted()) {
      String open = result.inFlight() == 0 ? unreturned(result) : " " + inFlight(result);
      return new RunVerdict(
          RunState.INTERRUPTED, "Interrupted; the results until then are valid." + open, sound);
    }
    if (sound) {
      String missed = missed(levels);
      return new RunVerdict(missed.isEmpty() ? RunState.COMPLETED : RunState.FAILED, missed, true);
    }
    return new RunVerdict(RunState.FAILED, complaint, false);
  }

  /**
   * Returns the verdict after a failed verification of the tables. A run that had already failed
   * keeps its reason.
   */
  public RunVerdict failed(String why) {
    return state == RunState.FAILED ? this : new RunVerdict(RunState.FAILED, why, sound);
  }

  /**
   * Returns the verdict after an interrupt by the user that followed the measurement. A run that
   * had already failed keeps its reason.
   */
  public RunVerdict interrupted(String sentence) {
    return state == RunState.FAILED ? this : new RunVerdict(RunState.INTERRUPTED, sentence, sound);
  }

  /** Returns the error message for a result whose sums do not balance. */
  public static String imbalance(RunResult result) {
    return Text.format(
        "The counts of this run do not add up, which is a bug in Stallmark. Do not use its"
            + " results: scheduled %,d, started %,d, never started %,d, succeeded %,d, failed %,d,"
            + " in flight %,d.",
        result.scheduled(),
        result.started(),
        result.neverStarted(),
        result.succeeded(),
        result.failed(),
        result.inFlight());
  }

  /** Reason why the throughput is not valid; empty: it is. */
  private static String complaint(
      RunResult result, Limits limits, List<ServiceLevelSummary> levels) {
    if (!result.balanced()) {
      return imbalance(result);
    }
    if (result.started() == 0) {
      return limits.mayBeEmpty
          ? ""
          : "No transaction was started; give a longer --seconds or a higher load.";
    }
    if (result.succeeded() == 0 && result.failed() == 0) {
      return "No transaction finished before the run ended.";
    }
    if (result.inFlight() > 0) {
      return inFlight(result);
    }
    double failed = result.failed() - limits.repeated;
    if (result.succeeded() == 0 || failed / result.started() > limits.allowedErrors) {
      return errors(result, limits.allowedErrors);
    }
    for (RoleResult role : result.roles()) {
      // up to one arrival per thread may be due at the end
      if (role.paced()
          && levels.stream().noneMatch(level -> level.role().equals(role.name()))
          && role.neverStarted() > role.threads()
          && role.started() < limits.minStarted * role.scheduled()) {
        return Text.format(
            "%,d of %,d arrivals never started (%s %% started, --min-started is %s %%).",
            role.neverStarted(),
            role.scheduled(),
            Text.percent((double) role.started() / role.scheduled()),
            Text.percent(limits.minStarted));
      }
    }
    return unexpected(result, limits.explained);
  }

  /** Reason why a service level was missed; empty: none was. */
  private static String missed(List<ServiceLevelSummary> levels) {
    return levels.stream()
        .filter(level -> !level.met())
        .findFirst()
        .map(
            level ->
                Text.format(
                    "The service level was missed: %s %s; required are %.0f %%, and %.0f %% in any"
                        + " 10 s.",
                    level.role(),
                    level.description(),
                    ServiceLevelWatch.LEAST,
                    ServiceLevelWatch.LEAST_OF_WINDOW))
        .orElse("");
  }

  /** Sentence about what began in the warm-up, whose transactions are not counted. */
  private static String unreturned(RunResult result) {
    return result.unreturned().isEmpty() ? "" : " At the end, " + result.unreturned() + ".";
  }

  private static String inFlight(RunResult result) {
    return Text.format(
        "%,d of %,d transactions had not finished when the run stopped waiting for %s.",
        result.inFlight(),
        result.started(),
        result.unreturned().isEmpty() ? "the server" : "them: " + result.unreturned());
  }

  private static String unexpected(RunResult result, ToDoubleFunction<String> explained) {
    for (int i = 0; i < result.kinds().size(); i++) {
      String name = result.kinds().get(i).name();
      OperationSeries series = result.totals().get(i);
      double share = explained.applyAsDouble(name);
      if (series.unexpected() > most(share * series.successes())) {
        return Text.format(
            "%,d of %,d results of %s had fewer rows than the workload expects%s: rows are missing"
                + " from the tables.",
            series.unexpected(),
            series.successes(),
            name,
            share == 0 ? "" : " (it explains " + Text.percent(share) + " %)");
      }
    }
    return "";
  }

  /** Largest count that is plausible by chance where this many are expected: Poisson, 5 sigma. */
  private static double most(double expected) {
    return expected == 0 ? 0 : expected + 5 * Math.sqrt(expected) + 3;
  }

  private static String errors(RunResult result, double allowedErrors) {
    String first =
        result.errors().isEmpty() ? "" : " Most frequent: " + result.errors().get(0).example();
    return Text.format(
        "%,d of %,d transactions failed (%.2f %%, allowed are %s %%).%s",
        result.failed(),
        result.started(),
        100 * result.errorShare(),
        Text.percent(allowedErrors),
        first);
  }
}

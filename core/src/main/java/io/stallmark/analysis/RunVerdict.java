package io.stallmark.analysis;

import io.stallmark.engine.RunResult;
import io.stallmark.result.RunState;
import io.stallmark.spi.DbException;
import java.util.Locale;

/**
 * State in which a run ended, and whether its throughput is valid.
 *
 * @param reason why it ended, a sentence; empty for a completed run
 * @param sound whether its throughput is valid: transactions succeeded, all of them returned, no
 *     more than the allowed share failed, and the sums of the run balance
 */
public record RunVerdict(RunState state, String reason, boolean sound) {

  /**
   * Returns the verdict on a run that has ended.
   *
   * @param allowedErrors share of started transactions that may fail, 0 to 1
   */
  public static RunVerdict of(RunResult result, double allowedErrors) {
    boolean sound =
        result.succeeded() > 0
            && result.inFlight() == 0
            && result.errorShare() <= allowedErrors
            && result.balanced();
    DbException aborted = result.aborted();
    if (aborted != null) {
      return new RunVerdict(
          RunState.FAILED, "The run could not go on: " + aborted.getMessage(), false);
    }
    if (result.interrupted()) {
      return new RunVerdict(
          RunState.INTERRUPTED, "Interrupted; the results up to then stand.", sound);
    }
    if (sound) {
      return new RunVerdict(RunState.COMPLETED, "", true);
    }
    return new RunVerdict(RunState.FAILED, complaint(result, allowedErrors), false);
  }

  /**
   * Returns the verdict after a failed verification of the tables. A run that had already failed
   * keeps its reason.
   */
  public RunVerdict failed(String why) {
    return state == RunState.FAILED ? this : new RunVerdict(RunState.FAILED, why, sound);
  }

  /** Returns the verdict after an interrupt by the user that followed the measurement. */
  public RunVerdict interrupted(String sentence) {
    return new RunVerdict(RunState.INTERRUPTED, sentence, sound);
  }

  /** Returns the error message for a result whose sums do not balance. */
  public static String imbalance(RunResult result) {
    return String.format(
        Locale.ROOT,
        "The sums of this run do not hold, which is a defect of Stallmark; do not trust its"
            + " figures: scheduled %,d, started %,d, never started %,d, succeeded %,d, failed %,d,"
            + " in flight %,d.",
        result.scheduled(),
        result.started(),
        result.neverStarted(),
        result.succeeded(),
        result.failed(),
        result.inFlight());
  }

  private static String complaint(RunResult result, double allowedErrors) {
    if (!result.balanced()) {
      return imbalance(result);
    }
    if (result.started() == 0) {
      return "No transaction was started; give the run more time.";
    }
    if (result.succeeded() == 0 && result.failed() == 0) {
      return "No transaction came back before the run ended.";
    }
    if (result.inFlight() > 0) {
      return String.format(
          Locale.ROOT,
          "%,d of %,d transactions had not come back when the run stopped waiting for the server.",
          result.inFlight(),
          result.started());
    }
    String first =
        result.errors().isEmpty()
            ? ""
            : " Most frequent: "
                + result.errors().get(0).example().strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
    return String.format(
        Locale.ROOT,
        "%,d of %,d transactions failed (%.2f %%, allowed are %s %%).%s",
        result.failed(),
        result.started(),
        100 * result.errorShare(),
        java.math.BigDecimal.valueOf(100 * allowedErrors)
            .round(new java.math.MathContext(6))
            .stripTrailingZeros()
            .toPlainString(),
        first);
  }
}

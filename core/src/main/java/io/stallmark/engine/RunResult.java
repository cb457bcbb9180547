package io.stallmark.engine;

import io.stallmark.record.ErrorCounts.ErrorClass;
import io.stallmark.record.Kind;
import io.stallmark.record.Series;
import io.stallmark.spi.DbException;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What a run came to. {@code scheduled = started + neverStarted} and {@code started = succeeded +
 * failed + inFlight}: no arrival disappears, see {@link #balanced}.
 *
 * @param kinds the transaction, the kinds of transaction if there are any, the statements
 * @param totals one for each kind
 * @param elapsed nanoseconds from the start of the measurement to its last completion or its end,
 *     whichever came later
 * @param scheduled by the schedule of an open loop, whatever the clients did; in a closed loop,
 *     what clients were free to start
 * @param inFlight transactions that had not come back when the run stopped waiting for them
 * @param reconnects connections lost and had again
 * @param timerLateness how late clients that stood waiting for an arrival were let go, nanoseconds;
 *     empty in a closed loop
 * @param aborted why the run ended before its time, or null
 * @param interrupted whether the user ended it
 */
public record RunResult(
    List<Kind> kinds,
    List<Series> totals,
    long elapsed,
    long scheduled,
    long started,
    long succeeded,
    long failed,
    long inFlight,
    long neverStarted,
    long reconnects,
    Histogram timerLateness,
    List<ErrorClass> errors,
    @Nullable DbException aborted,
    boolean interrupted) {

  /** Whether the sums hold, which were counted apart; when they do not, there is a defect. */
  public boolean balanced() {
    return scheduled == started + neverStarted && started == succeeded + failed + inFlight;
  }

  /** The share of started transactions that failed, 0 to 1. */
  public double errorShare() {
    return started == 0 ? 0 : (double) failed / started;
  }

  public double transactionsPerSecond() {
    return elapsed == 0 ? 0 : succeeded * 1e9 / elapsed;
  }

  /**
   * Statements that succeeded, begin and commit included, also those of transactions that did not.
   */
  public long statements() {
    long sum = 0;
    for (int i = 0; i < kinds.size(); i++) {
      sum += kinds.get(i).isStatement() ? totals.get(i).successes() : 0;
    }
    return sum;
  }

  public double statementsPerSecond() {
    return elapsed == 0 ? 0 : statements() * 1e9 / elapsed;
  }

  /** Rows that statements of a category read or wrote; never to be taken for transactions. */
  public long rows(Kind.Category category) {
    long sum = 0;
    for (int i = 1; i < kinds.size(); i++) {
      sum += kinds.get(i).category() == category ? totals.get(i).rows() : 0;
    }
    return sum;
  }

  /** Attempts at transactions that the database wanted repeated. */
  public long retries() {
    return totals.get(0).retries();
  }
}

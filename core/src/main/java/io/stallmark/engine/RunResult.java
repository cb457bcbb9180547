package io.stallmark.engine;

import io.stallmark.record.ErrorCounts.ErrorClass;
import io.stallmark.record.Kind;
import io.stallmark.record.OperationSeries;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.ProgressUnit;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run. No arrival disappears, see {@link #balanced}.
 *
 * @param kinds the transaction, the roles if there are several, the kinds of transaction if there
 *     are any, the statements
 * @param totals one for each kind
 * @param roles at least one
 * @param elapsed nanoseconds from the start of the measurement to its last completion or its end,
 *     whichever came later
 * @param reconnects connections lost and had again
 * @param timerLateness how late clients that waited for an arrival were let go, nanoseconds; empty
 *     in a closed loop
 * @param aborted why the run ended before its time, or null
 * @param interrupted whether the user ended it
 */
public record RunResult(
    List<Kind> kinds,
    List<OperationSeries> totals,
    List<RoleResult> roles,
    long elapsed,
    long reconnects,
    Histogram timerLateness,
    List<ErrorClass> errors,
    @Nullable DbException aborted,
    boolean interrupted) {

  public long scheduled() {
    return sum(RoleResult::scheduled);
  }

  public long started() {
    return sum(RoleResult::started);
  }

  public long succeeded() {
    return sum(RoleResult::succeeded);
  }

  public long failed() {
    return sum(RoleResult::failed);
  }

  public long inFlight() {
    return sum(RoleResult::inFlight);
  }

  public long neverStarted() {
    return sum(RoleResult::neverStarted);
  }

  private long sum(ToLongFunction<RoleResult> figure) {
    return roles.stream().mapToLong(figure).sum();
  }

  /** Whether the sums hold, which were counted apart; when they do not, there is a defect. */
  public boolean balanced() {
    return roles.stream().allMatch(RoleResult::balanced);
  }

  /** The times of a role's transactions. */
  public OperationSeries series(int role) {
    return totals.get(roles.size() == 1 ? 0 : 1 + role);
  }

  /** The rows that a role's successful statements read or wrote. */
  public long rows(int role) {
    return roles.size() > 1
        ? series(role).rows()
        : IntStream.range(0, kinds.size())
            .filter(i -> kinds.get(i).isStatement())
            .mapToLong(i -> totals.get(i).rows())
            .sum();
  }

  /** What a role did per second, in its unit. */
  public double progressPerSecond(int role) {
    boolean rows = roles.get(role).unit() == ProgressUnit.ROWS;
    return perSecond(rows ? rows(role) : roles.get(role).succeeded());
  }

  private double perSecond(long count) {
    return elapsed == 0 ? 0 : count * 1e9 / elapsed;
  }

  /** The share of started transactions that failed, 0 to 1. */
  public double errorShare() {
    return started() == 0 ? 0 : (double) failed() / started();
  }

  public double transactionsPerSecond() {
    return perSecond(succeeded());
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
    return perSecond(statements());
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

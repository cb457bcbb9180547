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
 * Result of a run. Every arrival is counted, see {@link #balanced}.
 *
 * @param kinds the transaction, the roles if there are several, the kinds of transaction if there
 *     are any, the statements
 * @param totals series of the whole measurement, one for each kind
 * @param roles results of the roles, at least one
 * @param elapsed nanoseconds from the start of the measurement to its last completion or its end,
 *     whichever is later
 * @param reconnects number of lost connections that were restored
 * @param timerLateness how late clients that waited for an intended start resumed, nanoseconds;
 *     empty in a closed loop without think time
 * @param aborted the error that ended the run early, or null
 * @param interrupted whether the user stopped the run
 * @param degraded why the figures end before the run did, a sentence; empty: they do not
 * @param unreturned a clause about code of the user's that had not returned at the end, see {@link
 *     io.stallmark.spi.workload.Scenario#endUnreturned}; empty: there was none
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
    boolean interrupted,
    String degraded,
    String unreturned) {

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

  /**
   * Whether the counts of every role add up. The two sides are counted independently, so a
   * difference is a defect.
   */
  public boolean balanced() {
    return roles.stream().allMatch(RoleResult::balanced);
  }

  /**
   * Series of a role's transactions.
   *
   * @param role the role's index
   */
  public OperationSeries series(int role) {
    return totals.get(seriesOf(role, roles.size()));
  }

  /** Number of the series of a role's transactions, among those of all kinds. */
  public static int seriesOf(int role, int roles) {
    return roles == 1 ? 0 : 1 + role;
  }

  /** Number of rows that a role's successful statements read or wrote. */
  public long rows(int role) {
    return roles.size() > 1
        ? series(role).rows()
        : IntStream.range(0, kinds.size())
            .filter(i -> kinds.get(i).isStatement())
            .mapToLong(i -> totals.get(i).rows())
            .sum();
  }

  /** Progress of a role per second, in the role's unit. */
  public double progressPerSecond(int role) {
    boolean rows = roles.get(role).unit() == ProgressUnit.ROWS;
    return perSecond(rows ? rows(role) : roles.get(role).succeeded());
  }

  private double perSecond(long count) {
    return elapsed == 0 ? 0 : count * 1e9 / elapsed;
  }

  /** Share of started transactions that failed, 0 to 1. */
  public double errorShare() {
    return started() == 0 ? 0 : (double) failed() / started();
  }

  public double transactionsPerSecond() {
    return perSecond(succeeded());
  }

  /**
   * Number of successful statements, begin and commit included. Counts statements of failed
   * transactions too.
   */
  public long statements() {
    long sum = 0;
    for (int i = 0; i < kinds.size(); i++) {
      sum += kinds.get(i).isStatement() ? totals.get(i).successes() : 0;
    }
    return sum;
  }

  /** Number of statements that succeeded with fewer rows than the workload expects. */
  public long unexpected() {
    return totals.stream().mapToLong(OperationSeries::unexpected).sum();
  }

  public double statementsPerSecond() {
    return perSecond(statements());
  }

  /**
   * Number of rows that statements of a category read or wrote. Do not report it as transactions.
   */
  public long rows(Kind.Category category) {
    long sum = 0;
    for (int i = 1; i < kinds.size(); i++) {
      sum += kinds.get(i).category() == category ? totals.get(i).rows() : 0;
    }
    return sum;
  }

  /** Number of attempts at transactions that the database asked to retry. */
  public long retries() {
    return totals.get(0).retries();
  }
}

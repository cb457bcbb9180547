package io.stallmark.result;

import io.stallmark.record.Kind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * Counts, rates and latencies of a whole run.
 *
 * @param statements successful statements, begin and commit included
 * @param retries attempts of transactions that ended with a retryable error and were repeated
 * @param errors number of failed transactions
 * @param unexpected statements that succeeded with fewer rows than the workload expects; null: an
 *     older file
 * @param scheduled {@code started + neverStarted}, where {@code started = succeeded + failed +
 *     inFlight}
 * @param errorClasses errors by class, the most frequent first; their counts add up to {@code
 *     errors}
 * @param retryClasses retries by class, the most frequent first; empty in an older file
 * @param roles results of each role, at least one; null: an older file
 * @param kinds results by the name of the kind of operation, {@link Kind#TRANSACTION} first
 * @param timerLatenessNanoseconds delay of clients that waited for an arrival; null: none waited,
 *     as in a closed loop
 */
public record RunSummary(
    long elapsedNanoseconds,
    long transactions,
    double transactionsPerSecond,
    long statements,
    double statementsPerSecond,
    long readStatements,
    long writeStatements,
    long otherStatements,
    long rowsRead,
    double rowsReadPerSecond,
    long rowsWritten,
    double rowsWrittenPerSecond,
    long retries,
    long errors,
    @Nullable Long unexpected,
    long reconnects,
    long scheduled,
    long started,
    long neverStarted,
    long succeeded,
    long failed,
    long inFlight,
    @Nullable LatencySummary timerLatenessNanoseconds,
    List<ErrorSummary> errorClasses,
    List<ErrorSummary> retryClasses,
    @Nullable List<RoleSummary> roles,
    Map<String, KindSummary> kinds) {

  /**
   * Errors, or retries, of one class.
   *
   * @param kind retry, duplicate_key, connection, refused or fatal
   * @param code error code of the server
   * @param example message of the first error of the class
   */
  public record ErrorSummary(
      String kind,
      @JsonSerialize(using = RedactedText.class) String code,
      long count,
      @JsonSerialize(using = RedactedText.class) String example) {}

  /**
   * Counts, rates and latencies of one kind of operation; {@code count} is the number of successes.
   *
   * @param rows rows read or written; null: the kind is not a statement
   * @param unexpected successes with fewer rows than the workload expects; null: the kind is not a
   *     statement, or an older file
   * @param text text of a statement that is given as such, without values; null: it is not, or an
   *     older file
   */
  public record KindSummary(
      Kind.Category category,
      long count,
      double perSecond,
      @Nullable Long rows,
      @Nullable Double rowsPerSecond,
      @Nullable Long unexpected,
      long retries,
      long failures,
      LatencySummary serviceNanoseconds,
      LatencySummary responseNanoseconds,
      @JsonSerialize(using = RedactedText.class) @Nullable String text) {}

  public RunSummary {
    errorClasses = AbsentValue.empty(errorClasses);
    retryClasses = AbsentValue.empty(retryClasses);
    kinds = AbsentValue.empty(kinds);
  }

  /**
   * Counts, rates and latencies of one phase of a run.
   *
   * @param generatorBoundPercent percentage of its judged time in which the generator was the
   *     bottleneck; null: not in an older file
   */
  public record PhaseSummary(
      String name,
      double startSeconds,
      long elapsedNanoseconds,
      @Nullable Double generatorBoundPercent,
      long transactions,
      double transactionsPerSecond,
      long statements,
      double statementsPerSecond,
      long retries,
      long errors,
      LatencySummary serviceNanoseconds,
      LatencySummary responseNanoseconds) {}

  /**
   * Transactions of one role in a run. Components are defined as in {@link RunSummary}.
   *
   * @param unit unit of the role's progress: {@code transactions} or {@code rows}
   * @param progressPerSecond progress per second in that unit; the first role's rate is the
   *     headline
   * @param rows rows that its statements read or wrote
   */
  public record RoleSummary(
      String name,
      int threads,
      String unit,
      double progressPerSecond,
      long transactions,
      double transactionsPerSecond,
      long rows,
      double rowsPerSecond,
      long retries,
      long errors,
      long scheduled,
      long started,
      long neverStarted,
      long inFlight,
      LatencySummary serviceNanoseconds,
      LatencySummary responseNanoseconds) {}
}

package io.stallmark.result;

import io.stallmark.record.Kind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * Counts, rates and latencies of a whole run.
 *
 * @param statements successful ones, begin and commit among them
 * @param retries attempts at transactions that the database wanted repeated
 * @param errors failed transactions
 * @param scheduled {@code started + neverStarted}; {@code started = succeeded + failed + inFlight}
 * @param errorClasses the most frequent first
 * @param roles at least one; null: an older file
 * @param kinds by name; {@link #TRANSACTION} first
 * @param timerLatenessNanoseconds how late waiting clients were released; null: closed loop
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
    long reconnects,
    long scheduled,
    long started,
    long neverStarted,
    long succeeded,
    long failed,
    long inFlight,
    @Nullable LatencySummary timerLatenessNanoseconds,
    List<ErrorSummary> errorClasses,
    @Nullable List<RoleSummary> roles,
    Map<String, KindSummary> kinds) {

  /** Name of the kind that all transactions are of. */
  public static final String TRANSACTION = "transaction";

  /**
   * Errors of one class.
   *
   * @param kind retry, duplicate_key, connection, refused or fatal
   * @param code the server's
   * @param example message of the first
   */
  public record ErrorSummary(
      String kind,
      @JsonSerialize(using = RedactedText.class) String code,
      long count,
      @JsonSerialize(using = RedactedText.class) String example) {}

  /**
   * Successes of one kind of operation.
   *
   * @param rows read or written; null: not a statement
   */
  public record KindSummary(
      Kind.Category category,
      long count,
      double perSecond,
      @Nullable Long rows,
      @Nullable Double rowsPerSecond,
      long retries,
      long failures,
      LatencySummary serviceNanoseconds,
      LatencySummary responseNanoseconds) {}

  public RunSummary {
    errorClasses = AbsentValue.empty(errorClasses);
    kinds = AbsentValue.empty(kinds);
  }

  /** All transactions; null: a damaged file has none. */
  public @Nullable KindSummary transaction() {
    return kinds.get(TRANSACTION);
  }
}

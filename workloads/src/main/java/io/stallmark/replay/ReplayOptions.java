package io.stallmark.replay;

import io.stallmark.spi.workload.Settings;
import io.stallmark.text.RefusedException;
import io.stallmark.trace.TraceOrigin;
import io.stallmark.trace.TraceOrigin.Replies;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Settings of a replay.
 *
 * @param speed recorded time divided by replayed time; 0: operations are due at once
 * @param orderPatience longest wait for earlier operations, nanoseconds
 * @param allowedDifferences share of the compared replies that may differ, 0 to 1
 */
record ReplayOptions(
    Path trace,
    double speed,
    Order order,
    long orderPatience,
    Comparison compare,
    Selection operations,
    double allowedDifferences) {

  private static final String AUTO = "auto";
  private static final double PERCENT = 100;

  /** Which operations of other sessions must be done before an operation is sent. */
  enum Order {
    /** None; a client sends the operations of a session one after the other. */
    SESSION,
    /** Writes to its tables that were answered before it was sent. */
    TABLE,
    /** All writes that were answered before it was sent. */
    COMMIT,
    /** None; each client takes the next operation of any session. */
    NONE;

    static final List<String> WORDS = List.of(AUTO, "session", "table", "commit", "none");

    String word() {
      return WORDS.get(1 + ordinal());
    }

    /** Whether an operation waits for those of other sessions. */
    boolean spansSessions() {
      return this == TABLE || this == COMMIT;
    }
  }

  /** What is compared with the recorded reply. */
  enum Comparison {
    ROWS,
    NONE,
    ERRORS,
    CONTENT;

    static final List<String> WORDS = List.of("rows", "none", "errors", "content");

    boolean rows() {
      return this == ROWS || this == CONTENT;
    }
  }

  /** Which operations are sent. */
  enum Selection {
    ALL,
    READS,
    WRITES;

    static final List<String> WORDS = List.of("all", "reads", "writes");
  }

  /**
   * @throws RefusedException when no trace is given
   */
  static ReplayOptions of(Settings settings) {
    if (settings.text(ReplayWorkload.TRACE).isEmpty()) {
      throw new RefusedException("-p trace=DIR is required: the trace to replay");
    }
    double speed = settings.real(ReplayWorkload.SPEED);
    int compare = Comparison.WORDS.indexOf(settings.choice(ReplayWorkload.COMPARE));
    int operations = Selection.WORDS.indexOf(settings.choice(ReplayWorkload.OPERATIONS));
    return new ReplayOptions(
        Path.of(settings.text(ReplayWorkload.TRACE)),
        speed,
        order(settings.choice(ReplayWorkload.ORDER), speed),
        (long) (settings.real(ReplayWorkload.ORDER_PATIENCE) * TimeUnit.SECONDS.toNanos(1)),
        Comparison.values()[compare],
        Selection.values()[operations],
        settings.real(ReplayWorkload.ALLOWED_DIFFERENCES) / PERCENT);
  }

  private static Order order(String word, double speed) {
    if (word.equals(AUTO)) {
      return speed == 0 ? Order.COMMIT : Order.SESSION;
    }
    return Order.values()[Order.WORDS.indexOf(word) - 1];
  }

  /**
   * Options that are possible with the replies of the trace.
   *
   * @throws RefusedException when the user wants what the trace does not have
   */
  ReplayOptions possible(TraceOrigin origin, Settings settings) {
    Replies replies = origin.replies();
    boolean ordered = order.spansSessions() && replies == Replies.NONE;
    boolean wanted = !settings.choice(ReplayWorkload.ORDER).equals(AUTO);
    if (ordered && wanted) {
      throw new RefusedException(
          "-p order=%s needs the times of replies, and a trace of source %s has none: give session",
          order.word(), origin.source());
    }
    if (compare == Comparison.CONTENT && (replies == Replies.NONE || replies == Replies.ROWS)) {
      throw new RefusedException(
          "-p compare=content needs the content of replies, and a trace of source %s has none",
          origin.source());
    }
    return ordered
        ? new ReplayOptions(
            trace, speed, Order.SESSION, orderPatience, compare, operations, allowedDifferences)
        : this;
  }
}

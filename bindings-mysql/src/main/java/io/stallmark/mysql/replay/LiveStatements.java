package io.stallmark.mysql.replay;

import io.stallmark.trace.TraceRecord.Operation;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Statements that a connection has prepared, by their recorded sessions and numbers. */
final class LiveStatements {

  /** Statement of the server. */
  static final class Live {
    private final long number;
    private boolean typed;

    private Live(long number) {
      this.number = number;
    }

    /** The server's number. */
    long number() {
      return number;
    }

    /** Whether the server knows the types of its parameters, from an earlier execution. */
    boolean typed() {
      return typed;
    }

    void setTyped() {
      typed = true;
    }
  }

  private final Map<Long, Live> byNumber = new HashMap<>();
  private @Nullable Live last;
  private boolean lastFailed;

  private static long key(int session, long number) {
    return (long) session << 32 | number;
  }

  /**
   * Adds the statement that was prepared last.
   *
   * @param recorded its recorded number; -1: none
   * @param number the server's; -1: the preparation failed
   */
  void prepared(int session, long recorded, long number) {
    last = number < 0 ? null : new Live(number);
    lastFailed = number < 0;
    if (recorded >= 0 && last != null) {
      byNumber.put(key(session, recorded), last);
    }
  }

  /** Returns the statement of a request; null: this connection has not prepared it. */
  @Nullable Live find(Operation request) {
    long number = PreparedStatements.number(request);
    return number == PreparedStatements.LAST ? last : byNumber.get(key(request.session(), number));
  }

  /** Adds a statement that was prepared again for a request. */
  Live preparedFor(Operation request, long number) {
    Live live = new Live(number);
    if (PreparedStatements.number(request) == PreparedStatements.LAST) {
      last = live;
      lastFailed = false;
    } else {
      byNumber.put(key(request.session(), PreparedStatements.number(request)), live);
    }
    return live;
  }

  /**
   * Whether a request refers to a last preparation that failed, as a pipelining driver does. It is
   * not prepared again.
   */
  boolean isFailedLast(Operation request) {
    return PreparedStatements.number(request) == PreparedStatements.LAST && lastFailed;
  }

  void remove(Operation close) {
    byNumber.remove(key(close.session(), PreparedStatements.number(close)));
  }

  /** Forgets all statements: the connection has ended, or was reset. */
  void clear() {
    byNumber.clear();
    last = null;
    lastFailed = false;
  }
}

package io.stallmark.mysql.replay;

import io.stallmark.mysql.wire.PayloadReader;
import io.stallmark.mysql.wire.PreparedTexts;
import io.stallmark.mysql.wire.WireCommand;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Statements that the recorded sessions have prepared, by their recorded numbers. Thread-safe. */
final class PreparedStatements {

  static final byte[] NO_TYPES = new byte[0];

  /** Lengths of the number and of the number of columns, before that of the parameters. */
  private static final int BEFORE_PARAMETERS = 4 + 2;

  /** Recorded preparation. Thread-safe. */
  static final class Prepared {
    private final byte[] body;
    private final int parameters;
    private volatile byte[] types = NO_TYPES;

    private Prepared(byte[] body, int parameters) {
      this.body = body;
      this.parameters = parameters;
    }

    /** Body of the request. */
    byte[] body() {
      return body;
    }

    /** The statement. */
    String text() {
      return new String(body, 1, body.length - 1, StandardCharsets.UTF_8);
    }

    /** Number of the statement's parameters. */
    int parameters() {
      return parameters;
    }

    /**
     * Types of its parameters from the latest execution that has them, as it has them; empty: none
     * had.
     */
    byte[] types() {
      return types;
    }

    void setTypes(byte[] latest) {
      types = latest;
    }
  }

  private final Map<Integer, Map<Long, Prepared>> sessions = new ConcurrentHashMap<>();

  /** Recorded number of a statement; -1: the preparation failed, or its reply is not known. */
  static long number(@Nullable Reply preparation) {
    if (preparation == null
        || preparation.outcome() == Outcome.ERROR
        || preparation.body().length == 0) {
      return -1;
    }
    return reader(preparation).fixed(4);
  }

  private static PayloadReader reader(Reply preparation) {
    byte[] body = preparation.body();
    return new PayloadReader(body, PreparedTexts.NUMBER_AT, body.length);
  }

  /**
   * Reads a preparation. Keeps it as the last one, and by its number if the recorded one succeeded.
   */
  Prepared add(Operation preparation, @Nullable Reply recorded) {
    long number = number(recorded);
    int parameters = 0;
    if (recorded != null && number >= 0) {
      PayloadReader fields = reader(recorded);
      fields.skip(BEFORE_PARAMETERS);
      parameters = (int) fields.fixed(2);
    }
    Prepared prepared = new Prepared(preparation.body(), parameters);
    Map<Long, Prepared> ofSession =
        sessions.computeIfAbsent(preparation.session(), session -> new ConcurrentHashMap<>());
    ofSession.put(WireCommand.LAST_PREPARED, prepared);
    if (number >= 0) {
      ofSession.put(number, prepared);
    }
    return prepared;
  }

  /** Returns a statement; null: it is not known. */
  @Nullable Prepared find(int session, long number) {
    Map<Long, Prepared> ofSession = sessions.get(session);
    return ofSession == null ? null : ofSession.get(number);
  }

  void remove(int session, long number) {
    Map<Long, Prepared> ofSession = sessions.get(session);
    if (ofSession != null) {
      ofSession.remove(number);
    }
  }

  /** Forgets the statements of a session that has ended. */
  void removeAll(int session) {
    sessions.remove(session);
  }
}

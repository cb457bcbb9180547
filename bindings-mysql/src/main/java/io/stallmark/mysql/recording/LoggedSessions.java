package io.stallmark.mysql.recording;

import io.stallmark.mysql.sql.SecretStatements;
import io.stallmark.mysql.wire.ProtocolFlags;
import io.stallmark.mysql.wire.WireCommand;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceSink;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sessions of a log. Numbers them and their operations, and writes their records. Times are
 * nanoseconds since the start of the recording. For one thread.
 */
final class LoggedSessions {

  /** Capabilities of a plain client: several statements and results, no query attributes. */
  private static final String CAPABILITIES =
      Long.toHexString(
          ProtocolFlags.MYSQL
              | ProtocolFlags.PROTOCOL_41
              | ProtocolFlags.TRANSACTIONS
              | ProtocolFlags.SECURE_CONNECTION
              | ProtocolFlags.MULTI_STATEMENTS
              | ProtocolFlags.MULTI_RESULTS
              | ProtocolFlags.PLUGIN_AUTH);

  /** The collation utf8mb4_general_ci, which every server has. */
  private static final String CHARSET = "45";

  /** Largest distance by which times of different sessions may go back in a trace. */
  static final long TOLERANCE = LogTime.SECOND / 20;

  private static final byte[] NO_BODY = new byte[0];

  /** Session that is open. */
  private static final class Session {

    private final int number;
    private String schema;
    private long operations;
    private long latest;

    private Session(int number, String schema, long time) {
      this.number = number;
      this.schema = schema;
      latest = time;
    }
  }

  /**
   * What a log says about a reply.
   *
   * @param time when it was complete; earlier than the operation: with the operation
   * @param errorCode the server's error code; 0: no error, or not known
   */
  record LoggedReply(
      long time, long latency, Outcome outcome, int errorCode, long rows, long affected) {

    /** A log without replies. */
    static final LoggedReply NONE = new LoggedReply(Long.MIN_VALUE, 0, Outcome.NONE, 0, 0, 0);
  }

  private final TraceSink sink;
  private final long tolerance;
  private final Map<String, String> common;
  private final Map<Long, Session> open = new HashMap<>();
  private int sessions;
  private long latest;

  /**
   * Creates sessions, none of which is open.
   *
   * @param version the server's version; empty: not known
   * @param tolerance how far times may be before the latest one; earlier ones are moved there
   */
  LoggedSessions(String version, long tolerance, TraceSink sink) {
    this.sink = sink;
    this.tolerance = tolerance;
    Map<String, String> attributes = new TreeMap<>();
    attributes.put(ProtocolFlags.CLIENT, CAPABILITIES);
    attributes.put(ProtocolFlags.SERVER, CAPABILITIES);
    attributes.put("charset", CHARSET);
    if (!version.isEmpty()) {
      attributes.put("server-version", version);
    }
    common = attributes;
  }

  /**
   * Begins a session. Ends an earlier one of the same connection number, which was the server's
   * before a restart.
   *
   * @param user empty: not known
   * @param schema empty: none
   */
  void begin(long thread, long time, String user, String schema) {
    end(thread, time);
    Map<String, String> attributes = new TreeMap<>(common);
    attributes.put("connection-id", String.valueOf(thread));
    if (!user.isEmpty()) {
      attributes.put("user", user);
    }
    if (!schema.isEmpty()) {
      attributes.put("schema", schema);
    }
    Session session = new Session(++sessions, schema, ascending(time));
    open.put(thread, session);
    sink.record(new TraceRecord.SessionStart(session.number, session.latest, attributes));
  }

  /** Whether the session of this connection has begun. */
  boolean isOpen(long thread) {
    return open.containsKey(thread);
  }

  /** Notes the schema of an open session. Returns whether the session had another one before. */
  boolean changesSchema(long thread, String schema) {
    Session session = session(thread);
    boolean changes = !schema.isEmpty() && !schema.equals(session.schema);
    if (changes) {
      session.schema = schema;
    }
    return changes;
  }

  /**
   * Records an operation of an open session with its reply, or a gap if it carries a password.
   *
   * @param body begins with the byte of the command
   */
  void operation(long thread, long time, byte[] body, LoggedReply reply) {
    Session session = session(thread);
    session.latest = Math.max(session.latest, ascending(time));
    int command = body[0];
    if (command == WireCommand.CHANGE_USER
        || (command == WireCommand.QUERY && SecretStatements.contains(body))) {
      sink.record(new TraceRecord.Gap(session.number, session.latest, 1, "secret"));
      return;
    }
    long start = session.latest;
    long number = ++session.operations;
    sink.record(new TraceRecord.Operation(session.number, start, number, command, body));
    session.latest = Math.max(start, reply.time());
    latest = Math.max(latest, session.latest);
    sink.record(
        new TraceRecord.Reply(
            session.number,
            session.latest,
            number,
            reply.latency(),
            reply.latency(),
            reply.outcome(),
            reply.errorCode(),
            reply.rows(),
            reply.affected(),
            0,
            0,
            NO_BODY));
  }

  private Session session(long thread) {
    Session session = open.get(thread);
    if (session == null) {
      throw new IllegalStateException("session " + thread + " is not open");
    }
    return session;
  }

  /** Ends the session of this connection, if it is open. */
  void end(long thread, long time) {
    Session session = open.remove(thread);
    if (session != null) {
      end(session, ascending(time));
    }
  }

  /** Ends all sessions that are open, at the time of the last record. */
  void endAll() {
    open.values().forEach(session -> end(session, latest));
    open.clear();
  }

  private void end(Session session, long time) {
    sink.record(new TraceRecord.SessionEnd(session.number, Math.max(session.latest, time)));
  }

  /** Returns the time, or one that is not too far before that of other sessions. */
  private long ascending(long time) {
    latest = Math.max(latest, time);
    return Math.max(0, Math.max(time, latest - tolerance));
  }
}

package io.stallmark.mysql.recording;

import io.stallmark.mysql.sql.SecretStatements;
import io.stallmark.mysql.wire.ProtocolFlags;
import io.stallmark.mysql.wire.WireCommand;
import io.stallmark.spi.wire.SessionRecorder;
import io.stallmark.spi.wire.SessionRecorder.Summary;
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

  /** Session that is open. */
  private static final class Session {

    private final SessionRecorder recorder;
    private String schema;

    private Session(SessionRecorder recorder, String schema) {
      this.recorder = recorder;
      this.schema = schema;
    }
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
    attributes.putAll(facts(version));
    common = attributes;
  }

  /** Facts of a log's recording; {@code version} is that of the server, empty: not known. */
  static Map<String, String> facts(String version) {
    return version.isEmpty() ? Map.of() : Map.of("server-version", version);
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
    Session session = new Session(new SessionRecorder(++sessions, sink), schema);
    open.put(thread, session);
    session.recorder.begin(ascending(time), attributes);
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
   * @param replied when the reply was complete; earlier than the operation: with the operation
   */
  void operation(long thread, long time, byte[] body, long replied, long latency, Summary reply) {
    SessionRecorder recorder = session(thread).recorder;
    long begun = ascending(time);
    int command = body[0];
    if (command == WireCommand.CHANGE_USER
        || (command == WireCommand.QUERY && SecretStatements.contains(body))) {
      recorder.gap(begun, 1, SessionRecorder.SECRET);
      return;
    }
    long number = recorder.operation(begun, command, body);
    recorder.reply(replied, number, latency, reply);
    latest = Math.max(latest, recorder.latest());
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
      session.recorder.end(ascending(time));
    }
  }

  /** Ends all sessions that are open, at the time of the last record. */
  void endAll() {
    open.values().forEach(session -> session.recorder.end(latest));
    open.clear();
  }

  /** Returns the time, or one that is not too far before that of other sessions. */
  private long ascending(long time) {
    latest = Math.max(latest, time);
    return Math.max(0, Math.max(time, latest - tolerance));
  }
}

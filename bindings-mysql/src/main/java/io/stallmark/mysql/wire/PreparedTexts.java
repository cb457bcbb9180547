package io.stallmark.mysql.wire;

import io.stallmark.mysql.sql.SqlFingerprint;
import io.stallmark.spi.wire.OperationText;
import io.stallmark.spi.wire.OperationTexts;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Texts of operations. An execution has the text with which its session prepared the statement, and
 * a part of a file the tables of the query that asked for it.
 */
public final class PreparedTexts implements OperationTexts {

  /** Place of the statement's number in the reply to its preparation: after header and status. */
  public static final int NUMBER_AT = PacketFramer.HEADER + 1;

  private static final int CREATE_SCHEMA = 0x05;
  private static final int DROP_SCHEMA = 0x06;

  /** What a session has prepared. */
  private static final class Session {
    private final Map<Long, OperationText> unanswered = new HashMap<>(); // by sequence
    private final Map<Long, OperationText> statements = new HashMap<>(); // by number
    private @Nullable OperationText last;
    private Set<String> loaded = Set.of();
  }

  private final Map<Integer, Session> sessions = new HashMap<>();

  @Override
  public OperationText describe(Operation operation) {
    OperationText text = ofBytes(operation);
    int command = operation.command();
    if (command == WireCommand.PREPARE) {
      Session session = sessions.computeIfAbsent(operation.session(), number -> new Session());
      session.unanswered.put(operation.sequence(), text);
      session.last = text;
      return text.with(text.command(), text.command() + ": " + text.fingerprint());
    } else if (WireCommand.isOfStatement(command)) {
      return ofStatement(operation, text.command());
    } else if (command == WireCommand.RESET_CONNECTION) {
      sessions.remove(operation.session()); // closes all statements
    } else if (command == WireCommand.FILE) {
      Session session = sessions.get(operation.session());
      return session == null ? text : withTables(text, session.loaded);
    } else if (text.fingerprint().startsWith("load data")) {
      sessions.computeIfAbsent(operation.session(), number -> new Session()).loaded = text.tables();
    }
    return text;
  }

  /** Describes an operation from its own bytes. */
  private static OperationText ofBytes(Operation operation) {
    int command = operation.command();
    byte[] body = operation.body();
    String name = WireCommand.name(command);
    if (command == WireCommand.QUERY || command == WireCommand.PREPARE) {
      int start = command == WireCommand.QUERY ? WireCommand.afterAttributes(body) : 1;
      int from = Math.min(start, body.length);
      SqlFingerprint sql =
          new SqlFingerprint(new String(body, from, body.length - from, StandardCharsets.UTF_8));
      return new OperationText(name, sql.text(), sql.write(), sql.control(), sql.tables());
    }
    boolean write =
        command == CREATE_SCHEMA || command == DROP_SCHEMA || command == WireCommand.FILE;
    return new OperationText(name, name, write, WireCommand.isControl(command), Set.of());
  }

  private static OperationText withTables(OperationText text, Set<String> tables) {
    return new OperationText(
        text.command(), text.fingerprint(), text.write(), text.control(), tables);
  }

  private OperationText ofStatement(Operation operation, String name) {
    long number = WireCommand.statement(operation.body());
    Session session = sessions.get(operation.session());
    OperationText prepared = prepared(session, number);
    int command = operation.command();
    if (session != null && command == WireCommand.CLOSE) {
      session.statements.remove(number);
    }
    boolean executes = command == WireCommand.EXECUTE || command == WireCommand.BULK_EXECUTE;
    if (prepared == null) {
      String text = executes ? name + ": prepared before the trace" : name;
      return new OperationText(name, text, executes);
    }
    return prepared.with(name, executes ? prepared.fingerprint() : name);
  }

  private static @Nullable OperationText prepared(@Nullable Session session, long number) {
    if (session == null) {
      return null;
    }
    return number == WireCommand.LAST_PREPARED ? session.last : session.statements.get(number);
  }

  @Override
  public void replied(Reply reply) {
    Session session = sessions.get(reply.session());
    OperationText text = session == null ? null : session.unanswered.remove(reply.sequence());
    byte[] body = reply.body();
    if (session != null && text != null && reply.outcome() != Outcome.ERROR && body.length > 0) {
      long number = new PayloadReader(body, NUMBER_AT, body.length).fixed(4);
      session.statements.put(number, text);
    }
  }

  @Override
  public void ended(int session) {
    sessions.remove(session);
  }
}

package io.stallmark.mysql.wire;

import io.stallmark.mysql.sql.SqlLiterals;
import io.stallmark.mysql.sql.SqlLiterals.Masked;
import io.stallmark.mysql.sql.TextMask;
import io.stallmark.spi.wire.OperationRedactor;
import io.stallmark.spi.wire.ValueMask;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Redactor of statements, parameters and files. Executions are read with the statement that their
 * session prepared.
 */
final class MySqlRedactor implements OperationRedactor {

  private static final byte[] NOTHING = {};
  private static final int LONG_DATA_AT = 7;

  /** Collations of character sets in which a byte of a character can be a quote or a backslash. */
  private static final Set<String> UNSAFE =
      Set.of("1", "13", "28", "84", "87", "88", "95", "96", "248", "249", "250");

  private static final Pattern SETS_UNSAFE =
      Pattern.compile(
          "(?<!character )\\bset\\s[^;]{0,200}?"
              + "(?:names|charset|character\\s+set|character_set_client)\\W{1,5}"
              + "(?:gbk|gb18030|big5|sjis|cp932)",
          Pattern.CASE_INSENSITIVE);

  /** Commands whose messages have numbers and names only. */
  private static final Set<Integer> WITHOUT_VALUES =
      Set.of(
          0x01, 0x02, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x0e, 0x19, 0x1a, 0x1b,
          0x1c, 0x1f);

  /** State of a session. */
  private static final class Session {
    private final Map<Long, PreparedParameters> unanswered = new HashMap<>(); // by sequence
    private final Map<Long, PreparedParameters> statements = new HashMap<>(); // by number
    private @Nullable PreparedParameters last;
    private boolean attributes;
    private boolean unsafe;
  }

  private final TextMask mask;
  private final Map<Integer, Session> sessions = new HashMap<>();

  MySqlRedactor(ValueMask values) {
    mask = new TextMask(values);
  }

  private Session session(int number) {
    return sessions.computeIfAbsent(number, n -> new Session());
  }

  @Override
  public void began(SessionStart start) {
    Session session = session(start.session());
    Map<String, String> attributes = start.attributes();
    session.unsafe = UNSAFE.contains(attributes.getOrDefault("charset", ""));
    long common = ProtocolFlags.ofClient(attributes) & ProtocolFlags.ofServer(attributes);
    session.attributes = (common & ProtocolFlags.QUERY_ATTRIBUTES) != 0;
  }

  @Override
  public @Nullable Operation redact(Operation operation) {
    byte[] body = redacted(operation, session(operation.session()));
    return body == null
        ? null
        : new Operation(
            operation.session(), operation.time(), operation.sequence(), operation.command(), body);
  }

  private byte @Nullable [] redacted(Operation operation, Session session) {
    byte[] body = operation.body().clone();
    int command = operation.command();
    return switch (command) {
      case WireCommand.QUERY -> query(session, body);
      case WireCommand.PREPARE -> prepare(session, operation.sequence(), body);
      case WireCommand.EXECUTE, WireCommand.BULK_EXECUTE, WireCommand.LONG_DATA ->
          ofStatement(session, command, body);
      case WireCommand.FILE -> {
        mask.file(body, 0);
        yield body;
      }
      case WireCommand.RESET -> {
        PreparedParameters statement = statement(session, body);
        if (statement != null) {
          statement.reset();
        }
        yield body;
      }
      default -> WITHOUT_VALUES.contains(command) ? body : null;
    };
  }

  private byte @Nullable [] query(Session session, byte[] body) {
    int from = WireCommand.afterAttributes(body, mask);
    Masked masked = text(session, body, from);
    return masked == null ? null : masked.bytes();
  }

  private @Nullable Masked text(Session session, byte[] body, int from) {
    if (session.unsafe || from >= body.length || body[from] == 0 || body[from] < '\t') {
      return null;
    }
    session.unsafe =
        SETS_UNSAFE
            .matcher(new String(body, from, body.length - from, StandardCharsets.ISO_8859_1))
            .find();
    return SqlLiterals.mask(body, from, mask);
  }

  private byte @Nullable [] prepare(Session session, long sequence, byte[] body) {
    Masked masked = text(session, body, 1);
    session.last = masked == null ? null : new PreparedParameters(mask, masked.placeholders());
    if (session.last != null) {
      session.unanswered.put(sequence, session.last);
    }
    return masked == null ? null : masked.bytes();
  }

  private static @Nullable PreparedParameters statement(Session session, byte[] body) {
    long number = WireCommand.statement(body);
    return number == WireCommand.LAST_PREPARED ? session.last : session.statements.get(number);
  }

  private byte @Nullable [] ofStatement(Session session, int command, byte[] body) {
    PreparedParameters statement = statement(session, body);
    if (command == WireCommand.LONG_DATA) {
      if (statement == null || body.length < LONG_DATA_AT) {
        return null;
      }
      statement.sentLong((int) new PayloadReader(body, 5, body.length).fixed(2));
      mask.text(body, LONG_DATA_AT, body.length);
      return body;
    }
    if (statement == null) {
      return null;
    }
    boolean read =
        command == WireCommand.EXECUTE
            ? statement.execution(body, session.attributes)
            : statement.bulk(body);
    return read ? body : null;
  }

  @Override
  public byte[] replied(Reply reply) {
    Session session = session(reply.session());
    PreparedParameters statement = session.unanswered.remove(reply.sequence());
    byte[] body = reply.body();
    if (statement == null
        || reply.outcome() == Outcome.ERROR
        || body.length < PacketFramer.HEADER) {
      return NOTHING;
    }
    long number = new PayloadReader(body, PreparedTexts.NUMBER_AT, body.length).fixed(4);
    session.statements.put(number, statement);
    int first = PacketFramer.HEADER + (int) new PayloadReader(body, 0, body.length).fixed(3);
    return Arrays.copyOf(body, Math.min(first, body.length));
  }

  @Override
  public void ended(int session) {
    sessions.remove(session);
  }
}

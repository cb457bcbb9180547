package io.stallmark.mysql.replay;

import io.stallmark.mysql.replay.LostTransaction.Step;
import io.stallmark.mysql.replay.PreparedStatements.Prepared;
import io.stallmark.mysql.wire.WireCommand;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.replay.RawReply;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Session of MySQL or MariaDB that sends recorded packets.
 *
 * <ul>
 *   <li>Numbers of prepared statements are those of the server. A statement that this connection
 *       has not prepared is prepared before its execution.
 *   <li>If the server asks for a file, {@link #send} of the query returns a reply of outcome NONE.
 *       The recorded parts of the file follow, and the reply to the last one, which is empty, is
 *       that of the query. Without parts, the next operation first ends the file.
 *   <li>Types of parameters that the client sent with an earlier execution only are added where the
 *       connection does not know them.
 *   <li>The rest of a transaction whose connection was lost is not sent. A new connection does not
 *       commit by itself if the lost one did not.
 *   <li>Attributes of queries are left out if the server does not support them.
 *   <li>A recorded QUIT closes the connection.
 * </ul>
 */
final class MySqlRawSession implements RawSession {

  private static final String CLOSED = "the session is closed";
  private static final byte[] NOTHING = new byte[0];

  /** Length of a command and a statement's number. */
  private static final int OF_STATEMENT = 5;

  private static final byte[] QUERY = {WireCommand.QUERY};
  private static final String ROLLBACK = "ROLLBACK";
  private static final String AUTOCOMMIT_OFF = "SET autocommit=0";
  private static final String WITHOUT_ATTRIBUTES = "\0\1";

  /** Statement that reads a file of the client, after comments. */
  private static final Pattern LOCAL_FILE =
      Pattern.compile(
          "(?is)(\\s|/\\*.*?\\*/)*LOAD\\s+(DATA|XML)\\s+((LOW_PRIORITY|CONCURRENT)\\s+)?LOCAL\\b");

  private static final int LONGEST_BEGINNING = 1000;
  private static final int LOCK_TIMEOUT = 1205; // ER_LOCK_WAIT_TIMEOUT
  private static final int DEADLOCK = 1213; // ER_LOCK_DEADLOCK

  private final ServerPlace place;
  private final SessionLogin.Account account;
  private final RecordedLogin recorded;
  private final LiveSchema schema;
  private final PreparedStatements statements;
  private final Map<Prepared, Live> live = new HashMap<>(); // on this connection
  private final LostTransaction transaction = new LostTransaction();
  private final byte[] head = new byte[OF_STATEMENT];
  private volatile @Nullable RawConnection connection;
  private volatile boolean closed;
  private @Nullable Prepared statement; // of the operation that is sent next
  private byte[] types = PreparedStatements.NO_TYPES; // of the values, when it was taken
  private boolean autocommit = true;

  /** Statement that this connection has prepared. */
  private static final class Live {
    private final long number; // -1: the preparation failed
    private byte[] types = PreparedStatements.NO_TYPES; // that the server knows

    private Live(long number) {
      this.number = number;
    }
  }

  /** Request and its reply. */
  @FunctionalInterface
  private interface Exchange {
    RawReply on(RawConnection connection) throws IOException, DbException;
  }

  MySqlRawSession(
      ServerPlace place,
      SessionLogin.Account account,
      RecordedLogin recorded,
      LiveSchema schema,
      PreparedStatements statements) {
    this.place = place;
    this.account = account;
    this.recorded = recorded;
    this.schema = schema;
    this.statements = statements;
  }

  @Override
  public void connect() throws DbException {
    connected();
  }

  /** Returns the connection, after a lost one a new one. */
  private RawConnection connected() throws DbException {
    RawConnection current = connection;
    if (current != null && !closed) {
      return current;
    }
    try {
      RawConnection fresh = new RawConnection(place);
      connection = fresh;
      if (closed) {
        throw new IOException(CLOSED);
      }
      fresh.open(account, recorded);
      if (!autocommit) {
        fresh.exchange(WireCommand.QUERY, QUERY, text(fresh, AUTOCOMMIT_OFF), 0);
      }
      return fresh;
    } catch (IOException e) {
      disconnect();
      throw place.unreachable(e);
    } catch (DbException e) {
      disconnect();
      throw e;
    }
  }

  private void disconnect() {
    RawConnection ended = connection;
    connection = null;
    if (ended != null) {
      ended.close();
    }
    live.clear();
  }

  @Override
  public String unsendable(Operation operation, @Nullable Reply answered) {
    int command = operation.command();
    RawConnection current = connection;
    if (command == WireCommand.FILE) {
      return current != null && current.awaitsFile() ? "" : "infile";
    }
    if (!knowsStatement(operation, answered)) {
      return "statement";
    }
    if (transaction.isLost() && transaction.skips(step(operation))) {
      return "lost";
    }
    return UnsendableCommands.reason(operation, recorded.queryAttributes());
  }

  /** Follows the session's statements. Returns whether that of an operation is known. */
  private boolean knowsStatement(Operation operation, @Nullable Reply answered) {
    int session = operation.session();
    int command = operation.command();
    statement = null;
    if (command == WireCommand.PREPARE) {
      statement = statements.add(operation, answered);
    } else if (command == WireCommand.QUIT) {
      statements.removeAll(session);
    } else if (WireCommand.isOfStatement(command)) {
      long number = WireCommand.statement(operation.body());
      statement = statements.find(session, number);
      if (command == WireCommand.CLOSE) {
        statements.remove(session, number);
      }
      return statement != null && (!isExecution(command) || knowsTypes(operation, statement));
    }
    return true;
  }

  private boolean knowsTypes(Operation execution, Prepared prepared) {
    ExecutionTypes.keep(execution.body(), prepared, recorded.queryAttributes());
    types = prepared.types();
    return types.length > 0
        || !ExecutionTypes.areMissing(execution.body(), prepared, recorded.queryAttributes());
  }

  private static boolean isExecution(int command) {
    return command == WireCommand.EXECUTE || command == WireCommand.BULK_EXECUTE;
  }

  /** What an operation does with its session's transaction. */
  private Step step(Operation operation) {
    int command = operation.command();
    byte[] body = operation.body();
    if (command == WireCommand.QUERY) {
      int start = textAt(body);
      return LostTransaction.step(
          new String(body, start, body.length - start, StandardCharsets.UTF_8));
    } else if (isExecution(command)) {
      return statement == null ? Step.WITHIN : LostTransaction.step(statement.text());
    } else if (command == WireCommand.RESET_CONNECTION) {
      return Step.COMMITS_FIRST;
    }
    return command == WireCommand.LONG_DATA || command == WireCommand.FETCH
        ? Step.WITHIN
        : Step.SETTING;
  }

  @Override
  public boolean readsFile(Operation operation) {
    byte[] body = operation.body();
    if (operation.command() != WireCommand.QUERY) {
      return false;
    }
    int start = textAt(body);
    int length = Math.min(LONGEST_BEGINNING, body.length - start);
    return LOCAL_FILE.matcher(new String(body, start, length, StandardCharsets.UTF_8)).lookingAt();
  }

  /** Where the text of a query begins. */
  private int textAt(byte[] body) {
    return recorded.queryAttributes()
        ? Math.min(body.length, WireCommand.afterAttributes(body))
        : 1;
  }

  @Override
  public RawReply send(Operation operation, @Nullable Reply answered) throws DbException {
    if (operation.command() == WireCommand.QUIT) {
      disconnect();
      return RawReply.NONE;
    }
    RawConnection before = connection;
    boolean open = !autocommit || (before != null && before.isInTransaction());
    try {
      return exchange(current -> send(current, operation));
    } catch (DbException e) {
      transaction.failed(step(operation), open);
      throw e;
    }
  }

  /** Sends a request and reads its reply, unless the connection is lost. */
  private RawReply exchange(Exchange exchange) throws DbException {
    RawConnection current = connected();
    try {
      RawReply reply = exchange.on(current);
      if (RawConnection.isEndedBy(reply.errorCode())) {
        throw new DbException(Kind.CONNECTION, String.valueOf(reply.errorCode()), reply.message());
      }
      autocommit = current.isAutocommit();
      return reply;
    } catch (IOException e) {
      disconnect();
      throw place.lost(closed ? new IOException(CLOSED, e) : e);
    } catch (DbException e) {
      disconnect();
      throw e;
    }
  }

  private RawReply send(RawConnection current, Operation operation)
      throws IOException, DbException {
    int command = operation.command();
    byte[] body = operation.body();
    if (command == WireCommand.FILE) {
      return current.awaitsFile() ? current.sendFile(body) : RawReply.NONE;
    }
    while (current.awaitsFile()) {
      current.sendFile(NOTHING);
    }
    if (command == WireCommand.PREPARE) {
      return prepare(current);
    } else if (WireCommand.isOfStatement(command)) {
      return ofStatement(current, operation);
    }
    int start = textAt(body);
    byte[] choice = schema.choice(body, start);
    if (choice != null) {
      return current.exchange(WireCommand.INIT_DB, NOTHING, choice, 0);
    } else if (command == WireCommand.QUERY && isStripped(current)) {
      return current.exchange(command, QUERY, body, start);
    }
    RawReply reply = current.exchange(command, NOTHING, body, 0);
    if (command == WireCommand.RESET_CONNECTION && reply.outcome() != Outcome.ERROR) {
      live.clear();
    }
    return reply;
  }

  private boolean isStripped(RawConnection current) {
    return recorded.queryAttributes() && !current.hasQueryAttributes();
  }

  private RawReply prepare(RawConnection current) throws IOException, DbException {
    Prepared prepared = Objects.requireNonNull(statement);
    RawReply reply = current.exchange(WireCommand.PREPARE, NOTHING, prepared.body(), 0);
    live.put(prepared, new Live(current.statement()));
    return reply;
  }

  /** Sends a request of a statement, which is prepared first if this connection has not done it. */
  private RawReply ofStatement(RawConnection current, Operation operation)
      throws IOException, DbException {
    int command = operation.command();
    boolean closes = command == WireCommand.CLOSE;
    Live known = closes ? live.remove(statement) : live.get(statement);
    if (closes && known == null) {
      return RawReply.NONE;
    } else if (known == null || (known.number < 0 && !isOfLast(operation))) {
      RawReply reply = prepare(current);
      known = Objects.requireNonNull(live.get(statement));
      if (known.number < 0) {
        return command == WireCommand.LONG_DATA ? RawReply.NONE : reply;
      }
    }
    byte[] body = isExecution(command) ? execution(current, operation, known) : operation.body();
    head[0] = (byte) command;
    for (int i = 1; i < OF_STATEMENT; i++) {
      head[i] = (byte) (known.number >>> (8 * (i - 1)));
    }
    return current.exchange(command, head, body, OF_STATEMENT);
  }

  /**
   * Whether a request refers to the last preparation, as a pipelining driver does. If that failed,
   * it is not prepared again.
   */
  private static boolean isOfLast(Operation request) {
    return WireCommand.statement(request.body()) == WireCommand.LAST_PREPARED;
  }

  /** Returns an execution as this connection needs it. */
  private byte[] execution(RawConnection current, Operation operation, Live known) {
    Prepared prepared = Objects.requireNonNull(statement);
    boolean attributes = recorded.queryAttributes();
    byte[] body = operation.body();
    if (!Arrays.equals(known.types, types)
        && ExecutionTypes.areMissing(body, prepared, attributes)) {
      body = ExecutionTypes.added(body, prepared, attributes, types);
    }
    known.types = types;
    return operation.command() == WireCommand.EXECUTE && isStripped(current)
        ? RequestRewriter.withoutAttributes(body, prepared.parameters())
        : body;
  }

  @Override
  public boolean isConflict(Reply recorded) {
    return recorded.errorCode() == DEADLOCK || recorded.errorCode() == LOCK_TIMEOUT;
  }

  /** A deadlock ends the transaction, a timeout only the statement. */
  @Override
  public void loseConflict(Operation operation, Reply recorded) throws DbException {
    if (recorded.errorCode() == DEADLOCK) {
      exchange(current -> current.exchange(WireCommand.QUERY, QUERY, text(current, ROLLBACK), 0));
    }
  }

  /** Bytes of a query after its command. */
  private static byte[] text(RawConnection current, String sql) {
    return (current.hasQueryAttributes() ? WITHOUT_ATTRIBUTES + sql : sql)
        .getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() {
    closed = true;
    RawConnection current = connection;
    if (current != null) {
      current.close();
    }
  }
}

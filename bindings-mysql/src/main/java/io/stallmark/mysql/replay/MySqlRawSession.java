package io.stallmark.mysql.replay;

import io.stallmark.mysql.replay.PreparedStatements.Prepared;
import io.stallmark.mysql.wire.OperationDescriber;
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
import java.util.HashMap;
import java.util.Map;
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
  private static final byte[] ROLLBACK = "\3ROLLBACK".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ROLLBACK_WITHOUT_ATTRIBUTES =
      "\3\0\1ROLLBACK".getBytes(StandardCharsets.US_ASCII);
  private static final int LOCK_TIMEOUT = 1205; // ER_LOCK_WAIT_TIMEOUT
  private static final int DEADLOCK = 1213; // ER_LOCK_DEADLOCK

  private final ServerPlace place;
  private final SessionLogin.Account account;
  private final RecordedLogin recorded;
  private final PreparedStatements statements;
  private final byte[] head = new byte[OF_STATEMENT];

  /** The server's numbers of statements, by recorded session and number. */
  private final Map<Long, Long> live = new HashMap<>();

  private volatile @Nullable RawConnection connection;
  private volatile boolean closed;
  private @Nullable Prepared last;

  /** The server's number of the last prepared statement; -1: its preparation failed. */
  private long lastNumber;

  private boolean lastIsTried;

  /** Request and its reply. */
  @FunctionalInterface
  private interface Exchange {
    RawReply on(RawConnection connection) throws IOException, DbException;
  }

  MySqlRawSession(
      ServerPlace place,
      SessionLogin.Account account,
      RecordedLogin recorded,
      PreparedStatements statements) {
    this.place = place;
    this.account = account;
    this.recorded = recorded;
    this.statements = statements;
  }

  /**
   * Returns the connection, after a lost one a new one.
   *
   * @throws DbException of kind CONNECTION or REFUSED
   */
  RawConnection connect() throws DbException {
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
    forgetNumbers();
  }

  private void forgetNumbers() {
    live.clear();
    lastNumber = -1;
    lastIsTried = false;
  }

  @Override
  public String unsendable(Operation operation) {
    int command = operation.command();
    if (command == WireCommand.FILE) {
      RawConnection current = connection;
      return current != null && current.awaitsFile() ? "" : "infile";
    } else if (WireCommand.isOfStatement(command)) {
      return prepared(operation) == null ? "statement" : "";
    }
    return UnsendableCommands.reason(operation, recorded.queryAttributes());
  }

  private @Nullable Prepared prepared(Operation operation) {
    long number = PreparedStatements.number(operation);
    return number == PreparedStatements.LAST ? last : statements.find(operation.session(), number);
  }

  @Override
  public RawReply send(Operation operation, @Nullable Reply answered) throws DbException {
    if (operation.command() == WireCommand.QUIT) {
      statements.removeAll(operation.session());
      disconnect();
      return RawConnection.NONE;
    }
    return exchange(current -> send(current, operation, answered));
  }

  /** Sends a request and reads its reply, unless the connection is lost. */
  private RawReply exchange(Exchange exchange) throws DbException {
    RawConnection current = connect();
    try {
      RawReply reply = exchange.on(current);
      if (RawConnection.isEndedBy(reply.errorCode())) {
        throw new DbException(
            Kind.CONNECTION, String.valueOf(reply.errorCode()), reply.message(), null);
      }
      return reply;
    } catch (IOException e) {
      disconnect();
      throw place.lost(closed ? new IOException(CLOSED, e) : e);
    } catch (DbException e) {
      disconnect();
      throw e;
    }
  }

  private RawReply send(RawConnection current, Operation operation, @Nullable Reply answered)
      throws IOException, DbException {
    int command = operation.command();
    byte[] body = operation.body();
    if (command == WireCommand.FILE) {
      return current.awaitsFile() ? current.sendFile(body) : RawConnection.NONE;
    }
    while (current.awaitsFile()) {
      current.sendFile(NOTHING);
    }
    if (command == WireCommand.PREPARE) {
      return prepare(current, operation, answered);
    } else if (WireCommand.isOfStatement(command)) {
      return ofStatement(current, operation);
    } else if (command == WireCommand.QUERY && isStripped(current)) {
      return current.exchange(command, QUERY, body, OperationDescriber.afterAttributes(body));
    }
    RawReply reply = current.exchange(command, NOTHING, body, 0);
    if (command == WireCommand.RESET_CONNECTION && reply.outcome() != Outcome.ERROR) {
      forgetNumbers();
      last = null;
    }
    return reply;
  }

  private boolean isStripped(RawConnection current) {
    return recorded.queryAttributes() && !current.hasQueryAttributes();
  }

  private RawReply prepare(RawConnection current, Operation operation, @Nullable Reply answered)
      throws IOException, DbException {
    Prepared prepared = statements.add(operation, answered);
    last = prepared;
    RawReply reply = prepare(current, prepared);
    lastNumber = current.statement();
    lastIsTried = true;
    long number = PreparedStatements.number(answered);
    if (number >= 0 && lastNumber >= 0) {
      live.put(key(operation.session(), number), lastNumber);
    }
    return reply;
  }

  private static RawReply prepare(RawConnection current, Prepared prepared)
      throws IOException, DbException {
    return current.exchange(WireCommand.PREPARE, NOTHING, prepared.body(), 0);
  }

  private static long key(int session, long number) {
    return (long) session << 32 | number;
  }

  private RawReply ofStatement(RawConnection current, Operation operation)
      throws IOException, DbException {
    int command = operation.command();
    Prepared prepared = prepared(operation);
    long number = number(operation);
    if (command == WireCommand.CLOSE) {
      statements.remove(operation.session(), PreparedStatements.number(operation));
      live.remove(key(operation.session(), PreparedStatements.number(operation)));
      if (number < 0) {
        return RawConnection.NONE;
      }
    } else if (number < 0 && prepared != null && !isFailedLast(operation)) {
      RawReply reply = prepare(current, prepared);
      number = current.statement();
      if (number < 0) {
        return command == WireCommand.LONG_DATA ? RawConnection.NONE : reply;
      }
      remember(operation, number);
    }
    byte[] body = operation.body();
    if (command == WireCommand.EXECUTE && prepared != null && isStripped(current)) {
      body = RequestRewriter.withoutAttributes(body, prepared.parameters());
    }
    head[0] = (byte) command;
    for (int i = 1; i < OF_STATEMENT; i++) {
      head[i] = (byte) (number >>> (8 * (i - 1)));
    }
    return current.exchange(command, head, body, OF_STATEMENT);
  }

  /** The server's number of the statement; -1: this connection has not prepared it. */
  private long number(Operation operation) {
    long number = PreparedStatements.number(operation);
    return number == PreparedStatements.LAST
        ? lastNumber
        : live.getOrDefault(key(operation.session(), number), -1L);
  }

  /**
   * Whether the operation refers to a last preparation that failed, as a pipelining driver does.
   */
  private boolean isFailedLast(Operation operation) {
    return PreparedStatements.number(operation) == PreparedStatements.LAST && lastIsTried;
  }

  private void remember(Operation operation, long liveNumber) {
    long number = PreparedStatements.number(operation);
    if (number == PreparedStatements.LAST) {
      lastNumber = liveNumber;
      lastIsTried = true;
    } else {
      live.put(key(operation.session(), number), liveNumber);
    }
  }

  @Override
  public boolean isConflict(Reply recorded) {
    return recorded.errorCode() == DEADLOCK || recorded.errorCode() == LOCK_TIMEOUT;
  }

  /** A deadlock ends the transaction, a timeout only the statement. */
  @Override
  public void loseConflict(Operation operation, Reply recorded) throws DbException {
    if (recorded.errorCode() == DEADLOCK) {
      exchange(current -> current.exchange(WireCommand.QUERY, NOTHING, rollback(current), 0));
    }
  }

  private static byte[] rollback(RawConnection current) {
    return current.hasQueryAttributes() ? ROLLBACK_WITHOUT_ATTRIBUTES : ROLLBACK;
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

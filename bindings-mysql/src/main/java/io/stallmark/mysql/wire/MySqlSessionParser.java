package io.stallmark.mysql.wire;

import io.stallmark.mysql.sql.SecretStatements;
import io.stallmark.mysql.wire.WireCommand.ReplyKind;
import io.stallmark.spi.wire.SessionParser;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceSink;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Parser of a session of MySQL or MariaDB. Pairs each request with its reply; several requests may
 * await theirs. After lost or unreadable bytes it skips everything up to a piece of the client that
 * begins with a request.
 */
final class MySqlSessionParser implements SessionParser {

  private static final byte[] NO_BODY = new byte[0];
  private static final String SECRET = "secret";
  private static final String UNREADABLE = "unreadable";

  /** Number that stands for the statement that was prepared last, in MariaDB's protocol. */
  static final long LAST_PREPARED = 0xffffffffL;

  private static final int LEAST_REQUEST = PacketFramer.HEADER + 1;

  private final int session;
  private final TraceSink sink;
  private final PacketFramer requests = new PacketFramer(new RequestReader(this::request));
  private final PacketFramer replies;
  private final ReplyReader reader;
  private final Deque<PendingRequest> pending = new ArrayDeque<>();
  private final Set<Long> secrets = new HashSet<>();

  private boolean lastPreparedIsSecret;
  private long operations;
  private long now;

  /** Time of the latest record. The next one must not be earlier. */
  private long latest;

  private String lost = "";
  private long skipped;

  /**
   * Creates a parser.
   *
   * @param capabilities flags that client and server have in common
   */
  MySqlSessionParser(int session, long capabilities, boolean whole, TraceSink sink) {
    this.session = session;
    this.sink = sink;
    reader = new ReplyReader(capabilities, whole, pending::peek, this::replied);
    replies = new PacketFramer(reader);
  }

  @Override
  public void sent(long time, byte[] bytes) {
    now = Math.max(now, time);
    if (!lost.isEmpty() && !resumes(bytes)) {
      skipped++;
    } else if (!requests.accept(now, bytes, bytes.length)) {
      lose(UNREADABLE, 1);
    }
  }

  @Override
  public void replied(long time, byte[] bytes) {
    now = Math.max(now, time);
    if (lost.isEmpty() && !replies.accept(now, bytes, bytes.length)) {
      lose(UNREADABLE, 1);
    }
  }

  @Override
  public void lost(long time, long requestPieces) {
    now = Math.max(now, time);
    lose("queue-full", Math.max(1, requestPieces));
  }

  @Override
  public void end(long time) {
    now = Math.max(now, time);
    unanswered();
    reportSkipped();
  }

  private void lose(String reason, long count) {
    unanswered();
    gap(reason, count);
    lost = reason;
  }

  private void gap(String reason, long count) {
    record(new TraceRecord.Gap(session, now, count, reason));
  }

  private void unanswered() {
    for (PendingRequest request : pending) {
      noReply(request);
    }
    pending.clear();
    reader.reset();
    replies.reset();
    requests.reset();
  }

  private void noReply(PendingRequest request) {
    if (request.isRecorded()) {
      long latency = now - request.time();
      record(
          new TraceRecord.Reply(
              session,
              now,
              request.number(),
              latency,
              latency,
              Outcome.NONE,
              0,
              0,
              0,
              0,
              0,
              NO_BODY));
    }
  }

  private void reportSkipped() {
    if (skipped > 0) {
      gap(lost, skipped);
      skipped = 0;
    }
  }

  /** Whether these bytes of the client begin with a request, so that parsing can resume. */
  private boolean resumes(byte[] bytes) {
    int next = 0;
    int command = 0;
    while (next < bytes.length) {
      if (bytes.length - next < LEAST_REQUEST) {
        return false;
      }
      PayloadReader fields = new PayloadReader(bytes, next, bytes.length);
      int length = (int) fields.fixed(3);
      long sequence = fields.fixed(1);
      command = (int) fields.fixed(1);
      if (sequence != 0 || length == 0 || !WireCommand.isPlausible(command, length)) {
        return false;
      }
      next += PacketFramer.HEADER + length;
    }
    boolean complete = next == bytes.length && next > 0;
    if (complete
        || command == WireCommand.QUERY
        || command == WireCommand.PREPARE
        || WireCommand.isOfStatement(command)) {
      reportSkipped();
      lost = "";
      return true;
    }
    return false;
  }

  private boolean request(long time, byte[] payload, int first, int last) {
    if (first != 0) {
      return continued(time, payload, last);
    }
    int command = payload.length == 0 ? -1 : payload[0] & 0xff;
    if (command < 0 || !WireCommand.isPlausible(command, payload.length)) {
      return false;
    }
    boolean secret = isSecret(command, payload);
    long number = secret ? 0 : operation(time, command, payload);
    if (secret) {
      gap(SECRET, 1);
    }
    PendingRequest request = new PendingRequest(number, latest, command, last + 1 & 0xff);
    if (request.reply() == ReplyKind.NONE) {
      noReply(request);
    } else {
      pending.add(request);
    }
    return true;
  }

  /** Accepts a packet of the client that belongs to a request: a part of a file or of a login. */
  private boolean continued(long time, byte[] payload, int last) {
    PendingRequest request = pending.peek();
    boolean file = request != null && reader.awaitsFile();
    if (file && request.isRecorded()) {
      long number = operation(time, WireCommand.FILE, payload);
      noReply(new PendingRequest(number, latest, WireCommand.FILE, 0));
    }
    reader.clientSent(last);
    return file
        || (request != null
            && (request.reply() == ReplyKind.LOGIN || request.reply() == ReplyKind.EVENTS));
  }

  /** Records an operation and returns its number. */
  private long operation(long time, int command, byte[] body) {
    latest = Math.max(latest, time);
    operations++;
    record(new TraceRecord.Operation(session, latest, operations, command, body));
    return operations;
  }

  private boolean isSecret(int command, byte[] payload) {
    if (command == WireCommand.QUERY) {
      return SecretStatements.contains(payload);
    } else if (command == WireCommand.PREPARE) {
      lastPreparedIsSecret = SecretStatements.contains(payload);
      return lastPreparedIsSecret;
    } else if (!WireCommand.isOfStatement(command)) {
      return command == WireCommand.CHANGE_USER;
    }
    long statement = new PayloadReader(payload, 1, payload.length).fixed(4);
    return secrets.contains(statement) || (statement == LAST_PREPARED && lastPreparedIsSecret);
  }

  private void replied(ReplyReader reply) {
    PendingRequest request = pending.remove();
    if (reply.outcome() == Outcome.OK) {
      succeeded(request, reply.statement());
    }
    if (request.isRecorded()) {
      record(
          new TraceRecord.Reply(
              session,
              now,
              request.number(),
              now - request.time(),
              Math.max(0, reply.firstByte() - request.time()),
              reply.outcome(),
              reply.errorCode(),
              reply.rows(),
              reply.affected(),
              reply.bytes(),
              reply.hash(),
              reply.body()));
    }
  }

  private void succeeded(PendingRequest request, long statement) {
    if (request.command() != WireCommand.PREPARE) {
      if (request.reply() == ReplyKind.LOGIN) {
        secrets.clear();
      }
    } else if (request.isRecorded()) {
      secrets.remove(statement);
    } else {
      secrets.add(statement);
    }
  }

  private void record(TraceRecord record) {
    latest = record.time();
    sink.record(record);
  }
}

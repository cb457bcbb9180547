package io.stallmark.mysql.wire;

import io.stallmark.mysql.sql.SecretStatements;
import io.stallmark.mysql.wire.WireCommand.ReplyKind;
import io.stallmark.spi.wire.SessionParser;
import io.stallmark.spi.wire.SessionRecorder;
import io.stallmark.spi.wire.SessionRecorder.Summary;
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

  private static final String UNREADABLE = "unreadable";

  private static final int LEAST_REQUEST = PacketFramer.HEADER + 1;

  private final SessionRecorder recorder;
  private final PacketFramer requests = new PacketFramer(new RequestReader(this::request));
  private final PacketFramer replies;
  private final ReplyReader reader;
  private final Deque<PendingRequest> pending = new ArrayDeque<>();
  private final Set<Long> secrets = new HashSet<>();

  private boolean lastPreparedIsSecret;
  private long now;
  private String lost = "";
  private long skipped;

  /**
   * Creates a parser.
   *
   * @param capabilities flags that client and server have in common
   */
  MySqlSessionParser(int session, long capabilities, boolean whole, TraceSink sink) {
    recorder = new SessionRecorder(session, sink);
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
    recorder.gap(now, count, reason);
    lost = reason;
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
      recorder.reply(now, request.number(), now - request.time(), Summary.NONE);
    }
  }

  private void reportSkipped() {
    if (skipped > 0) {
      recorder.gap(now, skipped, lost);
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
    long number = secret ? 0 : recorder.operation(time, command, payload);
    if (secret) {
      recorder.gap(now, 1, SessionRecorder.SECRET);
    }
    PendingRequest request =
        new PendingRequest(number, recorder.latest(), command, last + 1 & 0xff);
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
      long number = recorder.operation(time, WireCommand.FILE, payload);
      noReply(new PendingRequest(number, recorder.latest(), WireCommand.FILE, 0));
    }
    reader.clientSent(last);
    return file
        || (request != null
            && (request.reply() == ReplyKind.LOGIN || request.reply() == ReplyKind.EVENTS));
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
    long statement = WireCommand.statement(payload);
    return secrets.contains(statement)
        || (statement == WireCommand.LAST_PREPARED && lastPreparedIsSecret);
  }

  private void replied(ReplyReader reply) {
    PendingRequest request = pending.remove();
    Summary summary = reply.summary();
    if (summary.outcome() == Outcome.OK) {
      succeeded(request, reply.statement());
    }
    if (request.isRecorded()) {
      recorder.reply(
          now,
          request.number(),
          now - request.time(),
          Math.max(0, reply.firstByte() - request.time()),
          summary,
          reply.body());
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
}

package io.stallmark.mongo.wire;

import io.stallmark.spi.wire.SessionParser;
import io.stallmark.spi.wire.SessionRecorder;
import io.stallmark.trace.TraceSink;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonSerializationException;

/** Parser of a session. Replies are matched to operations by the number of the request. */
public final class MongoSessionParser implements SessionParser {

  /** Operations that wait for a reply. Drivers have one; more are those whose reply was lost. */
  private static final int MAX_PENDING = 256;

  private final boolean whole;
  private final TraceSink sink;
  private final SessionRecorder recorder;
  private final MongoMessageStream requests =
      new MongoMessageStream(true, this::request, this::unreadable);
  private final MongoMessageStream replies =
      new MongoMessageStream(false, this::reply, this::unreadable);
  private final Map<Integer, PendingReply> pending = new LinkedHashMap<>();

  /**
   * Creates a parser.
   *
   * @param session number of the session in the trace
   * @param whole whether replies are recorded in full
   */
  public MongoSessionParser(int session, boolean whole, TraceSink sink) {
    this.whole = whole;
    this.sink = sink;
    recorder = new SessionRecorder(session, sink);
  }

  @Override
  public void sent(long time, byte[] bytes) {
    requests.accept(time, bytes);
  }

  @Override
  public void replied(long time, byte[] bytes) {
    replies.accept(time, bytes);
  }

  @Override
  public void lost(long time, long requestPieces) {
    requests.resume();
    replies.resume();
    recorder.gap(time, Math.max(1, requestPieces), "queue-full");
  }

  @Override
  public void end(long time) {
    pending.values().forEach(reply -> reply.record(recorder, time));
    pending.clear();
  }

  private void unreadable(long time) {
    recorder.gap(time, 1, "unreadable");
  }

  private void request(MongoMessage message, long first, long last) {
    try {
      String command = message.command();
      switch (CommandPolicy.of(command, message.database())) {
        case OMIT -> sink.omitted(command);
        case SECRET -> recorder.gap(first, 1, SessionRecorder.SECRET);
        case RECORD -> record(message, command, first);
      }
    } catch (BsonSerializationException e) {
      unreadable(first);
    }
  }

  private void record(MongoMessage message, String command, long time) {
    byte[] body = Arrays.copyOfRange(message.bytes(), message.body(), message.end());
    long number = recorder.operation(time, message.opcode(), body);
    PendingReply reply = new PendingReply(number, time, command, whole);
    if (message.moreToCome()) {
      reply.record(recorder, time);
    } else {
      await(message.requestId(), reply);
    }
  }

  private void await(int request, PendingReply reply) {
    PendingReply replaced = pending.put(request, reply);
    if (replaced != null) {
      replaced.record(recorder, recorder.latest());
    } else if (pending.size() > MAX_PENDING) {
      Iterator<PendingReply> eldest = pending.values().iterator();
      eldest.next().record(recorder, recorder.latest());
      eldest.remove();
    }
  }

  private void reply(MongoMessage message, long first, long last) {
    PendingReply reply = pending.remove(message.responseTo());
    if (reply == null) {
      return; // to an operation that is omitted or missing
    }
    try {
      reply.add(message, first, last);
      if (message.moreToCome()) { // the next one answers this one
        pending.put(message.requestId(), reply);
        return;
      }
    } catch (BsonSerializationException e) {
      unreadable(last);
    }
    reply.record(recorder, last);
  }
}

package io.stallmark.mongo.wire;

import io.stallmark.spi.wire.SessionParser;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
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

  private final int session;
  private final boolean whole;
  private final TraceSink sink;
  private final MongoMessageStream requests = new MongoMessageStream(true, new Requests());
  private final MongoMessageStream replies = new MongoMessageStream(false, new Replies());
  private final Map<Integer, PendingReply> pending = new LinkedHashMap<>();
  private long sequence;
  private long latest;

  /**
   * Creates a parser.
   *
   * @param session number of the session in the trace
   * @param whole whether replies are recorded in full
   */
  public MongoSessionParser(int session, boolean whole, TraceSink sink) {
    this.session = session;
    this.whole = whole;
    this.sink = sink;
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
    gap(time, Math.max(1, requestPieces), "queue-full");
  }

  @Override
  public void end(long time) {
    for (PendingReply reply : pending.values()) {
      sink.record(reply.record(session, ascending(time)));
    }
    pending.clear();
  }

  /** A message that ended later can have begun earlier. */
  private long ascending(long time) {
    latest = Math.max(latest, time);
    return latest;
  }

  private void gap(long time, long operations, String reason) {
    sink.record(new Gap(session, ascending(time), operations, reason));
  }

  private final class Requests implements MongoMessageStream.Receiver {

    @Override
    public void message(MongoMessage message, long first, long last) {
      try {
        accept(message, first);
      } catch (BsonSerializationException e) {
        unreadable(first);
      }
    }

    @Override
    public void unreadable(long time) {
      gap(time, 1, "unreadable");
    }

    private void accept(MongoMessage message, long time) {
      String command = message.command();
      switch (CommandPolicy.of(command, message.database())) {
        case OMIT -> sink.omitted(command);
        case SECRET -> gap(time, 1, "secret");
        case RECORD -> record(message, command, time);
      }
    }

    private void record(MongoMessage message, String command, long time) {
      byte[] body = Arrays.copyOfRange(message.bytes(), message.body(), message.end());
      sequence++;
      sink.record(new Operation(session, ascending(time), sequence, message.opcode(), body));
      PendingReply reply = new PendingReply(sequence, time, command, whole);
      if (message.moreToCome()) {
        sink.record(reply.record(session, ascending(time)));
      } else {
        await(message.requestId(), reply);
      }
    }

    private void await(int request, PendingReply reply) {
      PendingReply replaced = pending.put(request, reply);
      if (replaced != null) {
        sink.record(replaced.record(session, latest));
      } else if (pending.size() > MAX_PENDING) {
        Iterator<PendingReply> eldest = pending.values().iterator();
        sink.record(eldest.next().record(session, latest));
        eldest.remove();
      }
    }
  }

  private final class Replies implements MongoMessageStream.Receiver {

    @Override
    public void message(MongoMessage message, long first, long last) {
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
      sink.record(reply.record(session, ascending(last)));
    }

    @Override
    public void unreadable(long time) {
      gap(time, 1, "unreadable");
    }
  }
}

package io.stallmark.mongo.profile;

import io.stallmark.mongo.wire.MongoMessage;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import io.stallmark.trace.TraceSink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.jspecify.annotations.Nullable;

/**
 * Operations in the order of their beginning, while a profiler writes them in the order of their
 * end, and without their connection. Operations of a client that overlap are in several sessions,
 * as many as there have been at once. Not thread-safe.
 */
final class OperationTimeline {

  /** An operation that lasts longer begins late in the trace, nanoseconds. */
  private static final long WINDOW = 1_000_000_000;

  private static final int MAX_CURSORS = 10_000;

  /** Session of operations that do not overlap. */
  private static final class Lane {

    private final int session;
    private long sequence;
    private long busyUntil;

    private Lane(int session) {
      this.session = session;
    }
  }

  /** Beginning of an operation, or its end. */
  private record Event(
      long time, long order, ProfiledOperation operation, @Nullable Lane lane, long sequence) {}

  /** An end is before a beginning at the same time. */
  private static final Comparator<Event> ORDER =
      Comparator.comparingLong(Event::time)
          .thenComparing(event -> event.lane() == null)
          .thenComparingLong(Event::order);

  private final TraceSink sink;
  private final PriorityQueue<Event> events = new PriorityQueue<>(ORDER);
  private final Map<String, List<Lane>> lanes = new HashMap<>();
  private final Map<Long, Lane> cursors = new LinkedHashMap<>();
  private int sessions;
  private long orders;
  private long latest;

  OperationTimeline(TraceSink sink) {
    this.sink = sink;
  }

  /** Adds an operation. Their ends ascend. */
  void add(ProfiledOperation operation) {
    events.add(new Event(operation.start(), ++orders, operation, null, 0));
    release(operation.end() - WINDOW);
  }

  /** Passes the rest on, and ends all sessions. */
  void end() {
    release(Long.MAX_VALUE);
    for (int session = 1; session <= sessions; session++) {
      sink.record(new SessionEnd(session, latest));
    }
  }

  private void release(long until) {
    for (Event next = events.peek(); next != null && next.time() < until; next = events.peek()) {
      Event event = events.remove();
      latest = Math.max(latest, event.time());
      if (event.lane() == null) {
        begin(event.operation());
      } else {
        reply(event.operation(), event.lane(), event.sequence());
      }
    }
  }

  private void begin(ProfiledOperation operation) {
    Lane lane = lane(operation);
    lane.busyUntil = Math.max(lane.busyUntil, operation.end());
    if (!operation.gap().isEmpty()) {
      sink.record(new Gap(lane.session, latest, 1, operation.gap()));
      return;
    }
    lane.sequence++;
    sink.record(
        new Operation(lane.session, latest, lane.sequence, MongoMessage.OP_MSG, operation.body()));
    if (operation.reply().cursor() != 0) {
      cursors.put(operation.reply().cursor(), lane);
      if (cursors.size() > MAX_CURSORS) { // most of them were closed by the client
        cursors.remove(cursors.keySet().iterator().next());
      }
    }
    if (operation.end() <= latest) {
      reply(operation, lane, lane.sequence);
    } else {
      events.add(new Event(operation.end(), ++orders, operation, lane, lane.sequence));
    }
  }

  /** A cursor is continued in the session that opened it. */
  private Lane lane(ProfiledOperation operation) {
    Lane opened = cursors.get(operation.cursor());
    if (opened != null) {
      if (operation.reply().cursor() == 0) {
        cursors.remove(operation.cursor());
      }
      return opened;
    }
    List<Lane> ofClient = lanes.computeIfAbsent(operation.client(), name -> new ArrayList<>());
    for (Lane lane : ofClient) {
      if (lane.busyUntil <= operation.start()) {
        return lane;
      }
    }
    Lane lane = new Lane(++sessions);
    ofClient.add(lane);
    sink.record(new SessionStart(lane.session, latest, Map.of()));
    return lane;
  }

  private void reply(ProfiledOperation operation, Lane lane, long sequence) {
    ProfiledReply reply = operation.reply();
    long latency = operation.end() - operation.start();
    sink.record(
        new Reply(
            lane.session,
            latest,
            sequence,
            latency,
            latency,
            reply.outcome(),
            reply.code(),
            reply.rows(),
            reply.affected(),
            reply.bytes(),
            0,
            cursor(operation)));
  }

  /** A replay maps the number to that of the cursor which it opened. */
  private static byte[] cursor(ProfiledOperation operation) {
    long opened = operation.reply().cursor();
    if (opened == 0 || operation.cursor() != 0) {
      return new byte[0];
    }
    BsonDocument cursor = new BsonDocument("id", new BsonInt64(opened));
    return MongoMessage.encode(new BsonDocument("cursor", cursor));
  }
}

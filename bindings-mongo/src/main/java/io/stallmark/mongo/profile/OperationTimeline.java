package io.stallmark.mongo.profile;

import io.stallmark.mongo.wire.MongoMessage;
import io.stallmark.spi.wire.SessionRecorder;
import io.stallmark.trace.TraceSink;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
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

    private final SessionRecorder recorder;
    private long busyUntil;

    private Lane(SessionRecorder recorder) {
      this.recorder = recorder;
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
  private final List<Lane> started = new ArrayList<>();
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
    started.forEach(lane -> lane.recorder.end(latest));
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
      lane.recorder.gap(latest, 1, operation.gap());
      return;
    }
    long sequence = lane.recorder.operation(latest, MongoMessage.OP_MSG, operation.body());
    if (operation.reply().cursor() != 0) {
      cursors.put(operation.reply().cursor(), lane);
      if (cursors.size() > MAX_CURSORS) { // most of them were closed by the client
        cursors.remove(cursors.keySet().iterator().next());
      }
    }
    if (operation.end() <= latest) {
      reply(operation, lane, sequence);
    } else {
      events.add(new Event(operation.end(), ++orders, operation, lane, sequence));
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
    Lane lane = new Lane(new SessionRecorder(started.size() + 1, sink));
    started.add(lane);
    ofClient.add(lane);
    lane.recorder.begin(latest, Map.of());
    return lane;
  }

  private void reply(ProfiledOperation operation, Lane lane, long sequence) {
    ProfiledReply reply = operation.reply();
    ByteArrayOutputStream body = new ByteArrayOutputStream(0);
    if (operation.cursor() == 0) {
      MongoMessage.writeCursor(reply.cursor(), body);
    }
    long latency = operation.end() - operation.start();
    lane.recorder.reply(latest, sequence, latency, latency, reply.summary(), body.toByteArray());
  }
}

package io.stallmark.capture;

import io.stallmark.spi.wire.SessionParser;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceSink;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Takes the copies of the traffic from the queue and turns them into records, on one thread. A
 * failure ends the recording, not the traffic.
 */
final class TraceRecorder implements Runnable {

  /** Pause after an empty queue. Waking the recorder for each piece would cost the traffic time. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final TrafficQueue queue;
  private final WireProtocol protocol;
  private final boolean whole;
  private final TraceSink sink;
  private final Runnable idle;
  private final Map<Integer, RecordedSession> sessions = new HashMap<>();
  private long latest;
  private volatile boolean ending;
  private volatile @Nullable Throwable failure;

  /**
   * Creates a recorder.
   *
   * @param whole whether replies are recorded in full
   * @param idle runs after the queue was empty, often
   */
  TraceRecorder(
      TrafficQueue queue, WireProtocol protocol, boolean whole, TraceSink sink, Runnable idle) {
    this.queue = queue;
    this.protocol = protocol;
    this.whole = whole;
    this.sink = sink;
    this.idle = idle;
  }

  /** Ends {@link #run} after the queue is drained. */
  void end() {
    ending = true;
  }

  /** Returns why the recording failed; null: it did not. */
  @Nullable Throwable failure() {
    return failure;
  }

  @Override
  public void run() {
    try {
      while (true) {
        boolean last = ending;
        TrafficEvent event = queue.poll();
        if (event != null) {
          accept(event);
        } else if (last) {
          break;
        } else {
          idle.run();
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
      for (Integer number : Map.copyOf(sessions).keySet()) {
        accept(new TrafficEvent.Closed(number, latest));
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    } finally {
      queue.close();
    }
  }

  private void accept(TrafficEvent event) {
    latest = Math.max(latest, event.time());
    if (event instanceof TrafficEvent.Opened opened) {
      open(opened);
      return;
    }
    RecordedSession session = sessions.get(event.session());
    if (session == null) {
      throw new IllegalStateException("session " + event.session() + " has not begun");
    }
    long time = session.ascending(event.time());
    if (event instanceof TrafficEvent.Sent sent) {
      session.parser.sent(time, sent.bytes());
    } else if (event instanceof TrafficEvent.Replied replied) {
      session.parser.replied(time, replied.bytes());
    } else if (event instanceof TrafficEvent.Lost lost) {
      session.parser.lost(time, lost.requests());
    } else {
      session.parser.end(time);
      sink.record(new TraceRecord.SessionEnd(event.session(), time));
      sessions.remove(event.session());
    }
  }

  private void open(TrafficEvent.Opened opened) {
    sink.record(
        new TraceRecord.SessionStart(
            opened.session(), opened.time(), opened.opened().attributes()));
    SessionParser parser = protocol.parser(opened.opened(), opened.session(), whole, sink);
    sessions.put(opened.session(), new RecordedSession(parser, opened.time()));
  }

  /** Parser of an open session, and the time of its latest event. */
  private static final class RecordedSession {

    private final SessionParser parser;
    private long latest;

    RecordedSession(SessionParser parser, long begin) {
      this.parser = parser;
      latest = begin;
    }

    /** Returns a time that is not before the previous one: two threads add a session's events. */
    long ascending(long time) {
      latest = Math.max(latest, time);
      return latest;
    }
  }
}

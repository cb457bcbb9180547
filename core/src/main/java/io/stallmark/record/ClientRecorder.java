package io.stallmark.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One client's side of the recorder. Used by the client's thread; the counters may be read by
 * others once it has ended, the rest only by the collector. Times are nanoseconds on the clock of
 * {@link System#nanoTime}.
 */
public final class ClientRecorder {

  private static final VarHandle IN_FLIGHT_SINCE = handle("inFlightSince", long.class);
  private static final VarHandle IN_FLIGHT = handle("inFlight", boolean.class);
  private static final VarHandle ROWS_SEEN = handle("rowsSeen", long.class);

  private final SampleLog log = new SampleLog();
  private final RunRecorder recorder;
  private final int role;
  private boolean recording;
  private long lateness;
  private long lastEnd;
  private long started;
  private long succeeded;
  private long failed;

  @SuppressWarnings("UnusedVariable") // through IN_FLIGHT_SINCE
  private long inFlightSince;

  @SuppressWarnings("UnusedVariable") // through IN_FLIGHT
  private boolean inFlight;

  private long rowsSeen; // written by the client alone
  private long rowsCounted; // of those, by the collector

  ClientRecorder(RunRecorder recorder, int role) {
    this.recorder = recorder;
    this.role = role;
  }

  /**
   * A transaction starts. What was meant to start before the measurement did is warm-up and leaves
   * no trace.
   */
  public void start(long intended, long actual) {
    recording = recorder.measures(intended);
    lateness = actual - intended;
    if (recording) {
      started++;
      IN_FLIGHT_SINCE.setOpaque(this, intended);
      IN_FLIGHT.setRelease(this, true);
    }
  }

  /**
   * A statement of the current transaction ended. Its intended start is its actual start less the
   * lateness of its transaction: had the transaction begun in time, so had the statement.
   *
   * @param rows read or written
   */
  public void statement(int kind, Ending ending, long start, long end, long rows) {
    lastEnd = end;
    if (recording) {
      append(kind, ending, start, end, rows);
    }
  }

  /** Whether progress is counted by {@link #rowSeen} as the rows of a read arrive. */
  public boolean countsRows() {
    return recorder.countsRows(role);
  }

  /** A row of a read arrived. Neither waits nor allocates. */
  public void rowSeen() {
    if (recording) {
      ROWS_SEEN.setOpaque(this, rowsSeen + 1);
    }
  }

  /**
   * An attempt at the current transaction ended with a retry; the transaction goes on.
   *
   * @param kind of transaction as the recorder numbers kinds; 0: all of the role are alike. So
   *     below
   */
  public void retry(int kind, long attemptStart, long end) {
    if (recording) {
      append(kind, Ending.RETRY, attemptStart, end, 0);
    }
  }

  /** The current transaction ended, all attempts included. */
  public void success(int kind, long start, long end) {
    finish(kind, Ending.SUCCESS, start, end);
  }

  /** The current transaction ended without effect. */
  public void failure(int kind, long start, long end) {
    finish(kind, Ending.FAILURE, start, end);
  }

  /** A lost connection holds up the next transaction, which is due since then. */
  public void held(long since) {
    IN_FLIGHT_SINCE.setOpaque(this, recorder.countedFrom(since));
    IN_FLIGHT.setRelease(this, true);
  }

  /** The connection is there again. */
  public void released() {
    IN_FLIGHT.setRelease(this, false);
  }

  /**
   * Since when what held a client up until {@code now} counts: what reaches from the warm-up into
   * the measurement does from the measurement's start on.
   */
  public long countedFrom(long since, long now) {
    return recorder.measures(now) ? recorder.countedFrom(since) : since;
  }

  /** When the client's last statement ended, recorded or not; 0: there was none. */
  public long lastEnd() {
    return lastEnd;
  }

  /** Whether the current transaction counts; false in the warm-up and between transactions. */
  public boolean recording() {
    return recording;
  }

  private void finish(int kind, Ending ending, long start, long end) {
    if (recording) {
      append(kind, ending, start, end, 0);
      if (ending == Ending.SUCCESS) {
        succeeded++;
      } else {
        failed++;
      }
      IN_FLIGHT.setRelease(this, false);
      recording = false;
    }
  }

  private void append(int kind, Ending ending, long start, long end, long rows) {
    if (!log.hasRoom()) {
      recorder.drain(this); // the collector is late: the client does its share of the work
      if (!log.hasRoom()) {
        throw new AssertionError("a drained log has room");
      }
    }
    long service = Math.max(0, end - start);
    log.write(kind << 2 | ending.ordinal(), end, service, service + lateness, rows);
  }

  int role() {
    return role;
  }

  /** For the collector: how many rows arrived since it asked last. */
  long takeRowsSeen() {
    long seen = (long) ROWS_SEEN.getOpaque(this);
    long fresh = seen - rowsCounted;
    rowsCounted = seen;
    return fresh;
  }

  SampleLog log() {
    return log;
  }

  long started() {
    return started;
  }

  long succeeded() {
    return succeeded;
  }

  long failed() {
    return failed;
  }

  /** For the collector. */
  boolean inFlight() {
    return (boolean) IN_FLIGHT.getAcquire(this);
  }

  /** For the collector: how long the transaction in flight has been due; 0: there is none. */
  long inFlightFor(long now) {
    return inFlight() ? Math.max(0, now - (long) IN_FLIGHT_SINCE.getOpaque(this)) : 0;
  }

  private static VarHandle handle(String field, Class<?> type) {
    try {
      return MethodHandles.lookup().findVarHandle(ClientRecorder.class, field, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}

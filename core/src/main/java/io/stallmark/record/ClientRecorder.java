package io.stallmark.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Recorder of one client. Used by the client's thread. Other threads may read the counters after
 * the client has ended; only the collector may call the methods marked for it. Times are
 * nanoseconds on the clock of {@link System#nanoTime}.
 */
public final class ClientRecorder {

  /** Bit of a sample's code: its transaction was due before the measurement. */
  static final int WARM_UP = 4;

  /** Number of bits below the kind: that one, and the {@link Ending}. */
  static final int BITS = 3;

  private static final VarHandle IN_FLIGHT_SINCE =
      SampleLog.handle(MethodHandles.lookup(), "inFlightSince", long.class);
  private static final VarHandle IN_FLIGHT =
      SampleLog.handle(MethodHandles.lookup(), "inFlight", boolean.class);
  private static final VarHandle ROWS_SEEN =
      SampleLog.handle(MethodHandles.lookup(), "rowsSeen", long.class);

  private final SampleLog log = new SampleLog();
  private final RunRecorder recorder;
  private final int role;
  private boolean recording;
  private long counted; // 1: the current transaction belongs to the measurement; 0: to the warm-up
  private int warmUp; // WARM_UP or 0, likewise
  private long lateness;
  private long lastEnd;
  private long started;
  private long succeeded;
  private long failed;

  @SuppressWarnings("UnusedVariable") // accessed through IN_FLIGHT_SINCE
  private long inFlightSince;

  @SuppressWarnings("UnusedVariable") // accessed through IN_FLIGHT
  private boolean inFlight;

  private long rowsSeen; // written only by the client
  private long rowsCounted; // number of those that the collector has taken

  ClientRecorder(RunRecorder recorder, int role) {
    this.recorder = recorder;
    this.role = role;
  }

  /**
   * Reports the start of a transaction. A transaction whose intended start is before the
   * measurement belongs to the warm-up. It is logged in the same way, because the compiler discards
   * code that has never run, but is not counted. No branch distinguishes it.
   */
  public void start(long intended, long actual) {
    long early = recorder.early(intended);
    counted = 1 + early;
    warmUp = (int) early & WARM_UP;
    recording = true;
    lateness = actual - intended;
    started += counted;
    IN_FLIGHT_SINCE.setOpaque(this, intended);
    IN_FLIGHT.setRelease(this, true);
  }

  /**
   * Reports the end of a statement of the current transaction. The intended start of a statement is
   * its actual start minus the lateness of the transaction. A transaction that started on time
   * would have sent the statement that much earlier.
   *
   * @param kind number of the statement's kind in the recorder's list
   * @param rows number of rows read or written
   */
  public void statement(int kind, Ending ending, long start, long end, long rows) {
    lastEnd = end;
    if (recording) {
      append(kind, ending, start, end, rows);
    }
  }

  /** Whether {@link #rowSeen} counts progress while the rows of a read arrive. */
  public boolean countsRows() {
    return recorder.countsRows(role);
  }

  /** Reports the arrival of a row of a read. Does not block or allocate. */
  public void rowSeen() {
    if (recording) {
      ROWS_SEEN.setOpaque(this, rowsSeen + counted);
    }
  }

  /**
   * Reports that an attempt at the current transaction ended with a retry; the transaction
   * continues.
   *
   * @param kind number of the transaction's kind in the recorder's list; 0: the role has no kinds
   */
  public void retry(int kind, long attemptStart, long end) {
    if (recording) {
      append(kind, Ending.RETRY, attemptStart, end, 0);
    }
  }

  /**
   * Reports the success of the current transaction.
   *
   * @param kind as for {@link #retry}
   * @param start actual start of the first attempt
   */
  public void success(int kind, long start, long end) {
    finish(kind, Ending.SUCCESS, start, end);
  }

  /**
   * Reports the failure of the current transaction.
   *
   * @param kind as for {@link #retry}
   * @param start actual start of the first attempt
   */
  public void failure(int kind, long start, long end) {
    finish(kind, Ending.FAILURE, start, end);
  }

  /** Reports that a lost connection delays the next transaction, which is due since then. */
  public void held(long since) {
    IN_FLIGHT_SINCE.setOpaque(this, recorder.countedFrom(since));
    IN_FLIGHT.setRelease(this, true);
  }

  /** Reports that the connection is restored. */
  public void released() {
    IN_FLIGHT.setRelease(this, false);
  }

  /**
   * Start of a client's delay as the measurement counts it. The part of a delay before the start of
   * the measurement does not count.
   *
   * @param since start of the delay
   * @param now its end
   */
  public long countedFrom(long since, long now) {
    return recorder.measures(now) ? recorder.countedFrom(since) : since;
  }

  /** End of the client's last statement, recorded or not; 0: there was none. */
  public long lastEnd() {
    return lastEnd;
  }

  /** Whether the current transaction is counted; false in the warm-up and between transactions. */
  public boolean recording() {
    return recording && counted > 0;
  }

  private void finish(int kind, Ending ending, long start, long end) {
    if (recording) {
      append(kind, ending, start, end, 0);
      if (ending == Ending.SUCCESS) {
        succeeded += counted;
      } else {
        failed += counted;
      }
      IN_FLIGHT.setRelease(this, false);
      recording = false;
    }
  }

  private void append(int kind, Ending ending, long start, long end, long rows) {
    if (!log.hasRoom()) {
      recorder.drain(this); // the collector is late: the client empties its log
      if (!log.hasRoom()) {
        throw new AssertionError("a drained log has room");
      }
    }
    long service = Math.max(0, end - start);
    log.write(kind << BITS | warmUp | ending.ordinal(), end, service, service + lateness, rows);
  }

  int role() {
    return role;
  }

  /** Number of rows that arrived since the previous call. For the collector. */
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

  /** Whether a transaction is in flight that was due at or after a time. For the collector. */
  boolean inFlight(long from) {
    return (boolean) IN_FLIGHT.getAcquire(this)
        && (long) IN_FLIGHT_SINCE.getOpaque(this) - from >= 0;
  }

  /** Time since that transaction was due, nanoseconds; 0: none is in flight. For the collector. */
  long inFlightFor(long from, long now) {
    return inFlight(from) ? Math.max(0, now - (long) IN_FLIGHT_SINCE.getOpaque(this)) : 0;
  }
}

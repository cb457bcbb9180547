package io.stallmark.engine;

import io.stallmark.plan.RunPlan;
import io.stallmark.spi.DbException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What the clients of one run tell each other: go on, or end and why. Thread-safe. */
final class RunControl {

  /** So many failures without a single success, and the run is pointless. */
  private static final int HOPELESS = 100;

  private final Stop stop;
  private final int hopeless;
  private final AtomicReference<@Nullable DbException> abort = new AtomicReference<>();
  private final AtomicBoolean anySuccess = new AtomicBoolean();
  private final AtomicBoolean expired = new AtomicBoolean();
  private final AtomicBoolean halted = new AtomicBoolean();
  private final LongAdder failures = new LongAdder();
  private final LongAdder reconnects = new LongAdder();
  private final Queue<Long> cut = new ConcurrentLinkedQueue<>();
  private long origin;

  RunControl(RunPlan plan, Stop stop) {
    this.stop = stop;
    this.hopeless = Math.max(HOPELESS, 10 * plan.threads());
  }

  /** Before the clients start, on a thread that they start after: when the measurement starts. */
  void begin(long measurement) {
    origin = measurement;
  }

  long origin() {
    return origin;
  }

  /** Whether no further transaction is to start. */
  boolean ending() {
    return stop.requested() || abort.get() != null || halted.get();
  }

  /** Whether a lost connection is not worth having back. */
  boolean expired() {
    return ending() || expired.get();
  }

  /** The time is up: what is under way may end, and be repeated for that; nothing else starts. */
  void expire() {
    expired.set(true);
  }

  /** The run is over, whatever the clients are doing. */
  void halt() {
    halted.set(true);
  }

  void abort(DbException cause) {
    abort.compareAndSet(null, cause);
  }

  @Nullable DbException abortCause() {
    return abort.get();
  }

  /** A client could not get its connection back; that is a run's end unless the user ended it. */
  void lost(DbException cause) {
    if (!stop.requested()) {
      abort(cause);
    }
  }

  void succeeded() {
    anySuccess.set(true);
  }

  void failed(DbException cause) {
    failures.increment();
    if (!anySuccess.get() && failures.sum() >= hopeless) {
      abort(cause);
    }
  }

  /** A client was to start a transaction at this moment, and the run ended first. */
  void cut(long intended) {
    cut.add(intended);
  }

  /** How many transactions were due in the span of time and never started for that reason. */
  long cutBetween(long from, long until) {
    return cut.stream().filter(intended -> intended >= from && intended < until).count();
  }

  void reconnected() {
    reconnects.increment();
  }

  long reconnects() {
    return reconnects.sum();
  }
}

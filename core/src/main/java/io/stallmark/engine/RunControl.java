package io.stallmark.engine;

import io.stallmark.plan.RunPlan;
import io.stallmark.spi.DbException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The state that all clients of a run share: whether and why it ends. Thread-safe. */
final class RunControl {

  /** So many failures without a single success, and the run is pointless. */
  private static final int HOPELESS = 100;

  private final StopFlag stop;
  private final int hopeless;
  private final AtomicReference<@Nullable DbException> abort = new AtomicReference<>();
  private final AtomicBoolean anySuccess = new AtomicBoolean();
  private final AtomicBoolean expired = new AtomicBoolean();
  private final AtomicBoolean halted = new AtomicBoolean();
  private final LongAdder failures = new LongAdder();
  private final LongAdder reconnects = new LongAdder();
  private final AtomicBoolean complete = new AtomicBoolean();
  private final Queue<CutArrival> cut = new ConcurrentLinkedQueue<>();
  private long origin;

  /** An arrival that a client of the role was to start when the run ended. */
  private record CutArrival(int role, long intended) {}

  RunControl(RunPlan plan, StopFlag stop) {
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
  boolean startsNothing() {
    return complete.get() || ending();
  }

  /** The first role has used up its events. */
  void complete() {
    complete.set(true);
  }

  /** Whether the run ends early: what failed is not repeated either. */
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

  /** A client of the role was to start a transaction then, and the run ended first. */
  void cut(int role, long intended) {
    cut.add(new CutArrival(role, intended));
  }

  /** How many transactions of the role were due in the span and never started for that reason. */
  long cutBetween(int role, long from, long until) {
    return cut.stream()
        .filter(each -> each.role == role && each.intended >= from && each.intended < until)
        .count();
  }

  void reconnected() {
    reconnects.increment();
  }

  long reconnects() {
    return reconnects.sum();
  }
}

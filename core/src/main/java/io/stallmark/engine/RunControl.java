package io.stallmark.engine;

import io.stallmark.plan.RunPlan;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** State that all clients of a run share: whether the run ends, and why. Thread-safe. */
final class RunControl {

  /** Least number of failures without any success that aborts the run. */
  private static final int HOPELESS = 100;

  private final StopFlag stop;
  private final int hopeless;
  private final long mostFailures;
  private final AtomicReference<@Nullable DbException> abort = new AtomicReference<>();
  private final AtomicBoolean anySuccess = new AtomicBoolean();
  private final AtomicBoolean expired = new AtomicBoolean();
  private final LongAdder failures = new LongAdder();
  private final LongAdder reconnects = new LongAdder();
  private final Queue<CutArrival> cut = new ConcurrentLinkedQueue<>();
  private final AtomicInteger working; // clients of the first role that have more to do
  private long origin;
  private volatile boolean finished;

  // One field for each question that clients ask before every transaction.
  private volatile boolean aborted; // or halted: the run ends early
  private volatile boolean closed; // aborted, or complete: no transaction starts

  /**
   * Arrival that a client was to start when the run ended.
   *
   * @param role the role's index
   */
  private record CutArrival(int role, long intended) {}

  RunControl(RunPlan plan, StopFlag stop) {
    this.stop = stop;
    this.working = new AtomicInteger(plan.roles().get(0).threads());
    mostFailures = plan.limits().stopAfterErrors();
    this.hopeless = Math.max(HOPELESS, 10 * plan.threads());
  }

  /**
   * Sets the start of the measurement, on the run's clock. The call must happen before the clients
   * start.
   */
  void begin(long measurement) {
    origin = measurement;
  }

  long origin() {
    return origin;
  }

  /** Whether no further transaction may start. */
  boolean startsNothing() {
    return closed || stop.requested();
  }

  /** Reports that the first role has used up its events. */
  void complete() {
    closed = true;
  }

  /**
   * Reports that a client has no more transactions. The run ends with the last one of the first
   * role.
   *
   * @param role the role's index
   */
  void clientDone(int role) {
    if (role == 0 && working.decrementAndGet() == 0) {
      finished = true;
      complete();
    }
  }

  /** Reports that no further operation starts: those of a replay all have, or enough is known. */
  void finish() {
    finished = true;
    complete();
  }

  /** Whether the clients of the first role had no more transactions. */
  boolean finished() {
    return finished;
  }

  /** Whether the run ends early. Failed transactions are then not retried. */
  boolean ending() {
    return aborted || stop.requested();
  }

  /** Whether clients must stop trying to reconnect. */
  boolean expired() {
    return ending() || expired.get();
  }

  /**
   * Reports the end of the run. Transactions in flight may finish, with retries; clients no longer
   * wait to reconnect.
   */
  void expire() {
    expired.set(true);
  }

  /** Ends the run without waiting for the clients. */
  void halt() {
    aborted = true;
    closed = true;
  }

  void abort(DbException cause) {
    abort.compareAndSet(null, cause);
    halt();
  }

  @Nullable DbException abortCause() {
    return abort.get();
  }

  /**
   * Reports that a client could not reconnect. Aborts the run unless the user has requested a stop.
   */
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
    } else if (mostFailures > 0 && failures.sum() >= mostFailures) {
      abort(
          new DbException(
              DbException.Kind.FATAL,
              cause.code(),
              Text.format(
                  "--stop-after-errors %d ends the run, last error: %s",
                  mostFailures, cause.getMessage()),
              cause));
    }
  }

  /**
   * Reports a transaction of the role that was not started because the run ended.
   *
   * @param role the role's index
   * @param intended its intended start
   */
  void cut(int role, long intended) {
    cut.add(new CutArrival(role, intended));
  }

  /**
   * Number of the role's transactions that were due at or after {@code from} and before {@code
   * until}, and were not started because the run ended.
   */
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

package io.stallmark.engine;

import io.stallmark.data.Rng;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.PhasedClient;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.ThinkTime;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.ErrorCounts;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One client: takes arrivals, runs transactions, and answers every error. */
final class ClientLoop {

  private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

  /** Streams of chance for thinking, which no client and no schedule uses. */
  private static final long THINKING = Long.MIN_VALUE;

  /** Makes a client on a fresh session. */
  interface Connector {
    Connected connect() throws DbException;
  }

  /** A client and the session it works on. */
  record Connected(Session session, Client client) {}

  private final RunPlan plan;
  private final Clock clock;
  private final RunControl control;
  private final Slice slice;
  private final ClientRecorder recorder;
  private final int transactionKinds;
  private final ErrorCounts errors;
  private final Connector connector;
  private ThinkTime thinkTime;
  private long phaseEnd; // on the clock; from then on the load is another
  private final Rng thinking;
  private Connected connected;
  private boolean succeeded;
  private long free; // since when this client has nothing to do
  private long think; // how long it leaves it at that
  private long heldSince; // when a lost connection began to hold this client up; 0: it does not

  ClientLoop(
      RunPlan plan,
      Clock clock,
      RunControl control,
      Slice slice,
      ClientRecorder recorder,
      ErrorCounts errors,
      Connector connector)
      throws DbException {
    this.plan = plan;
    this.clock = clock;
    this.control = control;
    this.slice = slice;
    this.recorder = recorder;
    this.transactionKinds = recorder.transactionKinds();
    this.errors = errors;
    this.connector = connector;
    this.thinkTime =
        plan.pacing() instanceof Pacing.ClosedLoop closed ? closed.thinkTime() : ThinkTime.NONE;
    this.phaseEnd = plan.phases().isEmpty() ? Long.MAX_VALUE : Long.MIN_VALUE;
    this.thinking = Rng.of(plan.requestSeed(), THINKING + slice.index());
    this.connected = connector.connect();
    this.free = clock.now();
  }

  void run(Arrivals arrivals) {
    try {
      free = clock.now();
      while (!control.ending() && step(arrivals)) {}
    } finally {
      close();
    }
  }

  /** Takes the next arrival and runs its transaction. Returns whether there was one. */
  boolean step(Arrivals arrivals) {
    if (phaseEnd != Long.MAX_VALUE && free + think >= phaseEnd && !enterPhase()) {
      return false;
    }
    long now = heldSince == 0 ? free + think : clock.now();
    long intended = arrivals.take(now);
    if (intended == Arrivals.OVER) {
      return false;
    }
    long start = intended;
    if (arrivals.paced() || (heldSince == 0 && arrivals.waits())) {
      start = arrivals.await(intended, control);
      if (control.ending()) { // asked after the start is known: what starts was due before the end
        control.cut(intended);
        return false;
      }
    } else if (heldSince != 0) {
      start = now;
      intended = recorder.countedFrom(heldSince, start);
    }
    heldSince = 0;
    recorder.start(intended, start);
    transaction(start);
    think = thinkTime.draw(thinking);
    return true;
  }

  /** Goes on with the load of the phase that is due. Returns whether the run goes on. */
  private boolean enterPhase() {
    long moment = free + think;
    while (!control.ending()) {
      Phase phase = phaseOf(moment - control.origin());
      if (phase == null || slice.index() < phase.threads()) {
        phaseEnd = phase == null ? Long.MAX_VALUE : control.origin() + phase.end();
        if (phase != null && connected.client() instanceof PhasedClient client) {
          client.enter(plan.phases().indexOf(phase));
        }
        if (phase != null && phase.pacing() instanceof Pacing.ClosedLoop closed) {
          thinkTime = closed.thinkTime();
        }
        return true;
      }
      clock.sleepUntil(Math.min(control.origin() + phase.end(), clock.now() + LONGEST_WAIT));
      moment = Math.max(moment, clock.now());
      free = moment; // it stands aside, and nothing is due
      think = 0;
      heldSince = 0;
    }
    return false;
  }

  /** Null: all are over. */
  private @Nullable Phase phaseOf(long sinceOrigin) {
    for (Phase phase : plan.phases()) {
      if (sinceOrigin < phase.end()) {
        return phase;
      }
    }
    return null;
  }

  void close() {
    connected.session().close();
  }

  private void transaction(long start) {
    slice.rng().mark();
    long attempt = start;
    while (true) {
      try {
        connected.client().transaction();
        free = endOf(start);
        recorder.success(kind(), start, free);
        if (!succeeded) {
          succeeded = true;
          control.succeeded();
        }
        return;
      } catch (DbException e) {
        long end = clock.now();
        DbException worst = undo(e);
        count(worst);
        if (worst.kind() == Kind.RETRY && !control.ending()) {
          recorder.retry(kind(), attempt, end);
          slice.rng().rewind();
          attempt = clock.now();
          continue;
        }
        recorder.failure(kind(), start, end);
        control.failed(worst);
        if (worst.kind() == Kind.CONNECTION) {
          heldSince = end;
          reconnect();
        }
        free = clock.now();
        return;
      }
    }
  }

  /** What the recorder knows the transaction begun last by. */
  private int kind() {
    return transactionKinds == 0
        ? 0
        : 1 + Objects.checkIndex(connected.client().kind(), transactionKinds);
  }

  /**
   * A transaction ends with its last round trip. In a closed loop the next one is due at that very
   * moment: the clock, which is the dearest thing in the loop, has been read already.
   */
  private long endOf(long start) {
    long last = recorder.lastEnd();
    return last - start >= 0 ? last : clock.now();
  }

  /** Rolls back. When even that fails, the connection is not to be trusted any more. */
  private DbException undo(DbException e) {
    if (e.kind() == Kind.CONNECTION) {
      return e;
    }
    try {
      connected.session().rollback();
      return e;
    } catch (DbException rollback) {
      DbException lost =
          new DbException(Kind.CONNECTION, e.code(), String.valueOf(e.getMessage()), e);
      lost.addSuppressed(rollback);
      return lost;
    }
  }

  private void count(DbException e) {
    if (recorder.recording()) {
      errors.count(
          e.kind().name().toLowerCase(Locale.ROOT), e.code(), String.valueOf(e.getMessage()));
    }
  }

  /** Tries until the time is up or the patience at an end, and once more then. */
  private void reconnect() {
    recorder.held(heldSince); // before closing, which may wait for the server that is gone
    connected.session().close();
    long giveUp = clock.now() + plan.reconnect();
    long pause = FIRST_PAUSE;
    while (true) {
      boolean last = control.expired() || clock.now() >= giveUp;
      try {
        connected = connector.connect();
        phaseEnd = plan.phases().isEmpty() ? Long.MAX_VALUE : Long.MIN_VALUE; // enters it anew
        recorder.released();
        control.reconnected();
        return;
      } catch (DbException e) {
        if (last) {
          if (plan.pacing() instanceof Pacing.ClosedLoop) { // in open loop nothing was taken
            control.cut(recorder.countedFrom(heldSince, clock.now()));
          }
          control.lost(e);
          return;
        }
        clock.sleepUntil(clock.now() + pause);
        pause = Math.min(LONGEST_PAUSE, 2 * pause);
      }
    }
  }
}

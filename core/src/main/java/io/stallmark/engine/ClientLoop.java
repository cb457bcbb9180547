package io.stallmark.engine;

import io.stallmark.data.Rng;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.ThinkTime;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.ErrorCounts;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;
import java.util.List;
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

  /**
   * A session and the clients that work on it.
   *
   * @param clients by phase; one: there are no phases
   */
  record Connected(Session session, List<Client> clients) {}

  private final RunPlan plan;
  private final Clock clock;
  private final RunControl control;
  private final RoleClients role;
  private final Slice slice;
  private final ClientRecorder recorder;
  private final ErrorCounts errors;
  private final Connector connector;
  private ThinkTime thinkTime;
  private long phaseEnd; // on the clock; from then on the load is another
  private final Rng thinking;
  private Connected connected;
  private Client client;
  private boolean succeeded;
  private long free; // since when this client has nothing to do
  private long think; // how long it leaves it at that
  private long heldSince; // when a lost connection began to hold this client up; 0: it does not

  ClientLoop(
      RunPlan plan,
      Clock clock,
      RunControl control,
      RoleClients role,
      Slice slice,
      ClientRecorder recorder,
      ErrorCounts errors,
      Connector connector)
      throws DbException {
    this.plan = plan;
    this.clock = clock;
    this.control = control;
    this.role = role;
    this.slice = slice;
    this.recorder = recorder;
    this.errors = errors;
    this.connector = connector;
    this.thinkTime = plan.roles().get(role.index()).thinkTime();
    this.phaseEnd = plan.phases().isEmpty() ? Long.MAX_VALUE : Long.MIN_VALUE;
    this.thinking = Rng.of(plan.requestSeed(), THINKING + role.stream(slice.index()));
    this.connected = connector.connect();
    this.client = connected.clients().get(0);
    this.free = clock.now();
  }

  void run(Arrivals arrivals) {
    try {
      free = clock.now();
      while (!control.startsNothing() && step(arrivals)) {}
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
      if (arrivals.usedUp()) {
        control.complete();
      }
      return false;
    }
    long start = intended;
    if (arrivals.paced() || (heldSince == 0 && arrivals.waits())) {
      start = arrivals.await(intended, control);
      if (control.startsNothing()) { // asked after the start: what starts was due before the end
        control.cut(role.index(), intended);
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

  /**
   * Takes on the load of the phase that is due, or pauses until one has work. False: it is over.
   */
  private boolean enterPhase() {
    long moment = free + think;
    while (!control.startsNothing()) {
      Phase phase = phaseOf(moment - control.origin());
      if (phase == null) {
        phaseEnd = Long.MAX_VALUE;
        return true;
      }
      RolePlan load = phase.roles().get(role.index());
      if (slice.index() < load.threads()) {
        phaseEnd = control.origin() + phase.end();
        client = connected.clients().get(plan.phases().indexOf(phase));
        thinkTime = load.thinkTime();
        return true;
      }
      clock.sleepUntil(Math.min(control.origin() + phase.end(), clock.now() + LONGEST_WAIT));
      moment = Math.max(moment, clock.now());
      free = moment; // it pauses, and nothing is due
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

  /** The index of its role. */
  int role() {
    return role.index();
  }

  void close() {
    connected.session().close();
  }

  private void transaction(long start) {
    slice.rng().mark();
    long attempt = start;
    while (true) {
      try {
        client.transaction();
        free = endOf(start);
        recorder.success(kind(), start, free);
        if (!succeeded) {
          succeeded = true;
          control.succeeded();
        }
        return;
      } catch (DbException e) {
        long end = clock.now();
        DbException worst = connected.session().rollbackAfter(e);
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

  /** The number of the kind of the transaction begun last. */
  private int kind() {
    return role.kinds() == 0
        ? 0
        : role.firstKind() + Objects.checkIndex(client.kind(), role.kinds());
  }

  /**
   * A transaction ends with its last round trip. In a closed loop the next one is due at that very
   * moment: the clock, which is the dearest thing in the loop, has been read already.
   */
  private long endOf(long start) {
    long last = recorder.lastEnd();
    return last - start >= 0 ? last : clock.now();
  }

  private void count(DbException e) {
    if (recorder.recording()) {
      errors.count(
          e.kind().name().toLowerCase(Locale.ROOT), e.code(), String.valueOf(e.getMessage()));
    }
  }

  /**
   * Reconnects with growing pauses until the plan's patience or the run is at its end, and tries
   * once more then.
   */
  private void reconnect() {
    recorder.held(heldSince); // before closing, which may wait for the server that is gone
    connected.session().close();
    long giveUp = clock.now() + plan.reconnect();
    long pause = FIRST_PAUSE;
    while (true) {
      boolean last = control.expired() || clock.now() >= giveUp;
      try {
        connected = connector.connect();
        client = connected.clients().get(0);
        phaseEnd = plan.phases().isEmpty() ? Long.MAX_VALUE : Long.MIN_VALUE; // enters it anew
        recorder.released();
        control.reconnected();
        return;
      } catch (DbException e) {
        if (last) {
          if (plan.roles().get(role.index()).pacing() instanceof Pacing.ClosedLoop) {
            // In open loop nothing was taken.
            control.cut(role.index(), recorder.countedFrom(heldSince, clock.now()));
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

package io.stallmark.engine;

import io.stallmark.data.Rng;
import io.stallmark.engine.arrival.Arrivals;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.ThinkTime;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Ending;
import io.stallmark.record.ErrorCounts;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.FiniteClient;
import io.stallmark.spi.workload.Slice;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Loop of one client: takes arrivals, runs transactions and handles every error. */
final class ClientLoop implements ClientThreads.Loop, TransactionAttempts.Listener {

  private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

  /** Random streams for think times; no client and no schedule uses them. */
  private static final long THINKING = Long.MIN_VALUE;

  /**
   * Properties that all clients of a role share.
   *
   * @param index the role's index, from 0
   * @param firstKind number of the role's first kind of transaction in the recorder's list
   * @param kinds number of the role's kinds of transaction; 0: all its transactions are alike
   */
  record RoleClients(int index, int firstKind, int kinds) {

    private static final int CLIENT_BITS = 32;

    /**
     * Number of a client's random stream; no other client uses it.
     *
     * @param client the client's index in the role
     */
    long stream(int client) {
      return ((long) index << CLIENT_BITS) + client;
    }
  }

  /** Opens a session and creates its clients. */
  interface Connector {
    Connected connect() throws DbException;
  }

  /**
   * Session and the clients that use it.
   *
   * @param clients one for each phase; a single one when there are no phases
   */
  record Connected(Session session, List<Client> clients) {}

  private final RunPlan plan;
  private final Clock clock;
  private final RunControl control;
  private final RoleClients role;
  private final Slice slice;
  private final ClientRecorder recorder;
  private final ErrorCounts errors;
  private final int connect;
  private final Connector connector;
  private final BooleanSupplier ended;
  private ThinkTime thinkTime;
  private long phaseEnd; // on the clock; the next phase applies from then
  private final Rng thinking;
  private Connected connected;
  private boolean open = true; // the connection
  private int phase; // number of the client in use
  private Client client;
  private boolean succeeded;
  private long free; // time since which this client is idle
  private long think; // think time before the next transaction, nanoseconds
  private long attempt; // start of the last attempt
  private long failed; // end of the last failed attempt
  private long failingSince; // end of the first of the failures in a row; 0: there is none
  private long heldSince; // when a lost connection began to delay this client; 0: none does

  /**
   * Connects, so that a run begins only with a server that answers.
   *
   * @param connect number of the kind of connecting, where each transaction has a new connection;
   *     {@link OperationKinds#NONE}: the connection is kept
   */
  ClientLoop(
      RunPlan plan,
      Clock clock,
      RunControl control,
      RoleClients role,
      Slice slice,
      ClientRecorder recorder,
      ErrorCounts errors,
      int connect,
      Connector connector)
      throws DbException {
    this.plan = plan;
    this.clock = clock;
    this.control = control;
    this.ended = () -> control.startsNothing() || control.expired();
    this.role = role;
    this.slice = slice;
    this.recorder = recorder;
    this.errors = errors;
    this.connect = connect;
    this.connector = connector;
    this.thinkTime = plan.roles().get(role.index()).thinkTime();
    this.phaseEnd = plan.phases().isEmpty() ? Long.MAX_VALUE : Long.MIN_VALUE;
    this.thinking = Rng.of(plan.requestSeed(), THINKING + role.stream(slice.index()));
    this.connected = connector.connect();
    this.client = connected.clients().get(0);
    this.free = clock.now();
  }

  @Override
  public void run(Arrivals arrivals) {
    try {
      free = clock.now();
      while (!control.startsNothing() && step(arrivals)) {}
    } finally {
      close();
    }
  }

  /**
   * Takes the next arrival and runs its transaction. Returns false when there is none or the run
   * ends.
   */
  boolean step(Arrivals arrivals) {
    if (phaseEnd != Long.MAX_VALUE && free + think >= phaseEnd && !enterPhase()) {
      return false;
    }
    if (client instanceof FiniteClient finite && !hasNext(finite)) {
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
    if (arrivals.paced() || (heldSince == 0 && (arrivals.waits() || think > 0))) {
      start = arrivals.await(intended);
      if (control.startsNothing()) { // checked after the wait: what starts was due before the end
        control.cut(role.index(), intended);
        return false;
      }
    } else if (heldSince != 0) {
      start = now;
      intended = recorder.countedFrom(heldSince, start);
    }
    heldSince = 0;
    arrivals.started(intended);
    recorder.start(intended, start);
    transaction(start);
    arrivals.ended();
    think = thinkTime.draw(thinking) + client.pause();
    return true;
  }

  private boolean hasNext(FiniteClient finite) {
    boolean next = finite.hasNext(ended);
    if (!next && !ended.getAsBoolean()) {
      control.clientDone(role.index());
    }
    free = Math.max(free, clock.now() - think); // it did not wait for the server
    return next;
  }

  /**
   * Enters the phase that is due; pauses during phases whose load does not include this client.
   * Returns false when the run ends.
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
        this.phase = plan.phases().indexOf(phase);
        client = connected.clients().get(this.phase);
        thinkTime = load.thinkTime();
        return true;
      }
      clock.sleepUntil(Math.min(control.origin() + phase.end(), clock.now() + LONGEST_WAIT));
      moment = Math.max(moment, clock.now());
      free = moment; // the client pauses: nothing is due
      think = 0;
      heldSince = 0;
    }
    return false;
  }

  /**
   * Phase at a time since the start of the measurement; the first one during the warm-up; null: all
   * phases are over.
   */
  private @Nullable Phase phaseOf(long sinceOrigin) {
    for (Phase phase : plan.phases()) {
      if (sinceOrigin < phase.end()) {
        return phase;
      }
    }
    return null;
  }

  @Override
  public int role() {
    return role.index();
  }

  @Override
  public void close() {
    if (open) {
      open = false;
      connected.clients().forEach(Client::close);
      connected.session().close();
    }
  }

  private void transaction(long start) {
    attempt = start;
    boolean each = connect != OperationKinds.NONE;
    DbException failure = each ? reopened(start) : null;
    if (failure == null) {
      failure = TransactionAttempts.run(client, connected.session(), slice.rng(), this);
    }
    if (failure == null) {
      free = endOf(start);
      recorder.success(kind(), start, free);
      if (each) {
        close();
        free = clock.now(); // the time of closing is no response time
      }
      failingSince = 0;
      if (!succeeded) {
        succeeded = true;
        control.succeeded();
      }
      return;
    }
    if (recorder.recording()) {
      errors.count(kindOf(failure), failure.code(), String.valueOf(failure.getMessage()));
    }
    recorder.failure(kind(), start, failed);
    control.failed(failure);
    failingSince = failingSince == 0 ? failed : failingSince;
    if (failure.kind() == Kind.CONNECTION) {
      heldSince = failed;
      reconnect();
    } else if (repeatsForever() && failed - failingSince >= plan.limits().reconnect()) {
      control.abort(failure);
    }
    free = clock.now();
  }

  /** Opens a connection for the next transaction. Returns the failure; null: there is none. */
  private @Nullable DbException reopened(long start) {
    close();
    try {
      opened();
      recorder.statement(connect, Ending.SUCCESS, start, clock.now(), 0);
      return null;
    } catch (DbException e) {
      failed();
      recorder.statement(connect, Ending.FAILURE, start, failed, 0);
      return e;
    }
  }

  private void opened() throws DbException {
    connected = connector.connect();
    open = true;
    client = connected.clients().get(phase);
  }

  /** Whether the run lasts until this client's transactions succeed. */
  private boolean repeatsForever() {
    return client instanceof FiniteClient && plan.duration() == 0 && plan.events() == 0;
  }

  @Override
  public void failed() {
    failed = clock.now();
  }

  @Override
  public boolean retries(DbException failure) {
    if (control.ending()) {
      return false;
    }
    if (recorder.recording()) {
      errors.retry(kindOf(failure), failure.code(), String.valueOf(failure.getMessage()));
    }
    recorder.retry(kind(), attempt, failed);
    attempt = clock.now();
    return true;
  }

  /** Number of the last transaction's kind in the recorder's list; 0: the role has no kinds. */
  private int kind() {
    return role.kinds() == 0
        ? 0
        : role.firstKind() + Objects.checkIndex(client.kind(), role.kinds());
  }

  /**
   * End of the transaction, which is the end of its last round trip. In a closed loop the next
   * transaction is due at that time. Reading the clock is the most expensive part of the loop; this
   * time has already been read.
   */
  private long endOf(long start) {
    long last = recorder.lastEnd();
    return last - start >= 0 ? last : clock.now();
  }

  private static String kindOf(DbException e) {
    return e.kind().name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reconnects with increasing pauses until the plan's reconnect timeout or the end of the run,
   * then tries once more.
   */
  private void reconnect() {
    recorder.held(heldSince); // before close(), which may wait for a server that is gone
    close();
    long giveUp = clock.now() + plan.limits().reconnect();
    long pause = FIRST_PAUSE;
    while (true) {
      boolean last = control.expired() || clock.now() >= giveUp;
      try {
        phase = 0;
        opened();
        phaseEnd = plan.phases().isEmpty() ? Long.MAX_VALUE : Long.MIN_VALUE; // enter it again
        recorder.released();
        control.reconnected();
        return;
      } catch (DbException e) {
        if (last) {
          if (plan.roles().get(role.index()).pacing() instanceof Pacing.ClosedLoop) {
            // In an open loop no arrival has been taken.
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

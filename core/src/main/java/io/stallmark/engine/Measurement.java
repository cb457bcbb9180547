package io.stallmark.engine;

import io.stallmark.data.Rng;
import io.stallmark.engine.arrival.ArrivalTimer;
import io.stallmark.engine.arrival.Arrivals;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.engine.arrival.ClosedArrivals;
import io.stallmark.engine.arrival.PacedArrivals;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.Share;
import io.stallmark.record.IntervalListener;
import io.stallmark.record.Kind;
import io.stallmark.record.RecordedRole;
import io.stallmark.record.RunRecorder;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.replay.Replayable;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Slice;
import io.stallmark.text.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a workload against a database that already has its tables, and measures it. Use an instance
 * once. The thread that calls {@link #run} is the collector's thread.
 */
public final class Measurement {

  private static final long TICK = SchedulingWatch.TICK;

  /** Time that clients have to end after the user's stop request, since the last one has ended. */
  private static final long FAREWELL = TimeUnit.MILLISECONDS.toNanos(700);

  /** Code of the failure to get an answer, and of that of code of the user's to return. */
  static final String SILENT = "silent";

  private static final String CODE = "unreturned";

  private final RunPlan whole;
  private final Share share;
  private final RunPlan plan; // of this machine
  private final ResolvedWorkload workload;
  private final Database database;
  private final StopFlag stop;
  private final Clock clock;
  private final StartSignal signal;
  private final OperationKinds kinds;
  private final RunRecorder recorder;
  private final RunControl control;
  private final IntervalListener listener;
  private @Nullable ReplayTarget replayTarget;
  private boolean begun;
  private long overSince; // when the run began to end, on the clock; 0: it has not
  private long busy; // clients that had not ended at the last tick
  private long busySince; // when a client last ended, or the last tick before a stop request

  /**
   * @param whole plan of all machines, whose roles are those of the workload, in the same order
   * @param share what this machine does of it
   * @param signal when it starts
   * @param listener receives every interval, on the thread that calls {@link #run}
   */
  public Measurement(
      RunPlan whole,
      Share share,
      ResolvedWorkload workload,
      Database database,
      StopFlag stop,
      Clock clock,
      StartSignal signal,
      IntervalListener listener) {
    this.whole = whole;
    this.share = share;
    this.plan = share.of(whole);
    this.workload = workload;
    this.database = database;
    this.stop = stop;
    this.clock = clock;
    this.signal = signal;
    kinds = kinds(plan, workload, database);
    this.listener = listener;
    recorder = new RunRecorder(kinds.list(), recorded(), plan.interval(), listener);
    control = new RunControl(plan, stop);
  }

  private List<RecordedRole> recorded() {
    List<String> planned = plan.roles().stream().map(RolePlan::name).toList();
    List<String> declared = workload.roles().stream().map(Role::name).toList();
    if (!planned.equals(declared)) {
      throw new IllegalStateException("The plan has roles " + planned + ", not " + declared);
    }
    List<RecordedRole> all = new ArrayList<>();
    for (int i = 0; i < planned.size(); i++) {
      all.add(new RecordedRole(plan.roles().get(i).threads(), workload.roles().get(i).unit()));
    }
    return all;
  }

  /** Kinds of operation that intervals and totals have, in order; the first is the transaction. */
  public static List<Kind> kindsOf(RunPlan plan, ResolvedWorkload workload, Database database) {
    return kinds(plan, workload, database).list();
  }

  private static OperationKinds kinds(RunPlan plan, ResolvedWorkload workload, Database database) {
    return new OperationKinds(workload.roles(), database.beginIsStatement(), plan.connectsEach());
  }

  /**
   * Runs all clients to the end of the plan and waits for them.
   *
   * @throws DbException when a client could not be created; then no transaction has run
   * @throws InterruptedException when the user requested a stop before all clients were created
   * @throws IOException from the listener; the clients have been told to stop
   */
  public RunResult run() throws DbException, IOException, InterruptedException {
    ClientThreads clients = new ClientThreads(plan.threads(), signal, this::loop, clock);
    connect(clients);
    long begin = begin(clients);
    long origin = begin + plan.warmup();
    recorder.begin(begin, origin);
    control.begin(origin);
    int processors = Runtime.getRuntime().availableProcessors();
    ArrivalTimer timer = new ArrivalTimer(clock, control::startsNothing, begin, origin, processors);
    List<Arrivals> arrivals = new ArrayList<>();
    for (int role = 0; role < plan.roles().size(); role++) {
      arrivals.add(signal.admitted(arrivals(role, timer, begin, origin), control::startsNothing));
    }
    recorder.startedLate(timer::latestLateness);
    clock.sleepUntil(begin);
    clients.start(arrivals);
    try (SchedulingWatch scheduling = new SchedulingWatch(clock)) {
      scheduling.start();
      long end = collect(clients, arrivals, scheduling, origin);
      return result(arrivals, timer, origin, end, clients.busy());
    } finally {
      control.halt(); // clients that still wait for the server end when it answers
      clients.release();
    }
  }

  private void connect(ClientThreads clients) throws DbException, InterruptedException {
    try {
      clients.connect(stop, plan.limits().patience());
    } catch (InterruptedException e) {
      String unreturned = workload.endUnreturned();
      throw unreturned.isEmpty() ? e : new InterruptedException("Interrupted: " + unreturned + ".");
    } catch (DbException e) {
      String unreturned = e.code().equals(SILENT) ? workload.endUnreturned() : "";
      throw unreturned.isEmpty() ? e : new DbException(DbException.Kind.FATAL, CODE, unreturned);
    }
  }

  private Arrivals arrivals(int role, ArrivalTimer timer, long begin, long origin) {
    return plan.roles().get(role).pacing() instanceof Pacing.OpenLoop open
        ? new PacedArrivals(
            plan, share.ofRole(whole.roles().get(role).threads()), role, open, timer, begin, origin)
        : new ClosedArrivals(plan, role, timer, origin);
  }

  private long begin(ClientThreads clients) throws DbException, InterruptedException {
    try {
      return signal.begin(clock);
    } catch (DbException | InterruptedException e) {
      clients.cancel();
      throw e;
    }
  }

  /**
   * @param number number of the client on this machine, counted through all roles
   */
  private ClientThreads.Loop loop(int number) throws DbException {
    int role = 0;
    int index = number;
    while (index >= plan.roles().get(role).threads()) {
      index -= plan.roles().get(role).threads();
      role++;
    }
    ClientLoop.RoleClients of =
        new ClientLoop.RoleClients(
            role,
            kinds.firstTransactionKind(role),
            workload.roles().get(role).transactionKinds().size());
    int client = Math.toIntExact(share.number(index));
    Rng rng = Rng.of(plan.requestSeed(), of.stream(client));
    Slice slice = new Slice(client, whole.roles().get(role).threads(), rng);
    Role.ReplayerFactory replayers = workload.roles().get(role).replayers();
    if (replayers != null) {
      return new ReplayLoop(
          whole,
          clock,
          control,
          of,
          recorder.client(number),
          recorder.errors(),
          kinds,
          replayers.replayer(replayTarget(), slice, control::startsNothing));
    }
    return new ClientLoop(
        whole,
        clock,
        control,
        of,
        slice,
        recorder.client(number),
        recorder.errors(),
        kinds.envelope(OperationKinds.CONNECT),
        () -> connect(of, slice, number));
  }

  /** The target that all clients of a replay share. */
  private synchronized ReplayTarget replayTarget() throws DbException {
    if (replayTarget == null) {
      if (!(database instanceof Replayable replayable)) {
        throw new DbException(
            DbException.Kind.FATAL, "replay", "Traces cannot be replayed on this database");
      }
      replayTarget = replayable.replayTarget();
    }
    return replayTarget;
  }

  private ClientLoop.Connected connect(ClientLoop.RoleClients role, Slice slice, int number)
      throws DbException {
    Session session = database.session();
    try {
      Session timed =
          new TimedSession(session, kinds, recorder.client(number), clock, workload.tables());
      List<Client> clients = workload.clients(role.index(), timed, slice);
      BooleanSupplier ended = plan.events() == 0 ? control::expired : control::ending;
      clients.forEach(each -> each.waitsUntil(ended));
      return new ClientLoop.Connected(timed, clients);
    } catch (DbException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Calls the recorder every tick until all clients have ended or the run stops waiting for them.
   * Returns that time.
   */
  private long collect(
      ClientThreads clients, List<Arrivals> arrivals, SchedulingWatch scheduling, long origin)
      throws DbException, IOException, InterruptedException {
    long planned = plan.duration() == 0 ? Long.MAX_VALUE : origin + plan.duration();
    int threads = plan.threads();
    while (true) {
      boolean done = clients.await(TICK);
      clients.rethrow();
      if (signal.ended()) {
        control.finish();
      }
      long now = clock.now();
      begin(now - origin);
      recorder.woken(scheduling.takeWorst());
      scheduling.report(now, recorder::held);
      if (now >= planned || control.startsNothing() || clients.busy() < threads) {
        recorder.loadEnding(Math.min(now, planned));
      }
      if (overSince == 0 && (done || now >= planned || control.startsNothing())) {
        overSince = clock.now(); // after the check: whatever has started was due before it
        control.expire();
      }
      if (overSince == 0) {
        arrived(arrivals, now);
      }
      if (done
          || (overSince != 0 && now - overSince >= plan.limits().patience())
          || silentAfterStop(clients.busy(), now)) {
        recorder.finish(now);
        return now;
      }
      recorder.tick(now);
    }
  }

  /** Whether the user has requested a stop and the clients still wait for the server. */
  private boolean silentAfterStop(long current, long now) {
    if (!stop.requested() || current != busy) {
      busy = current;
      busySince = now;
    }
    return now - busySince >= FAREWELL;
  }

  /** Counts arrivals at every tick, so that few are left to count at the end of a run. */
  private void arrived(List<Arrivals> arrivals, long now) {
    for (int role = 0; role < arrivals.size(); role++) {
      recorder.arrived(role, arrivals.get(role).dueBefore(now).orElse(0));
    }
  }

  private void begin(long since) {
    if (!begun && since >= 0) {
      begun = true;
      listener.begun();
    }
  }

  /**
   * @param busy number of clients that had not ended when the run stopped waiting for them
   */
  private RunResult result(
      List<Arrivals> arrivals, ArrivalTimer timer, long origin, long end, long busy) {
    List<RoleResult> roles = new ArrayList<>();
    for (int role = 0; role < arrivals.size(); role++) {
      roles.add(result(role, arrivals.get(role), origin, busy));
    }
    String unreturned = busy > 0 ? workload.endUnreturned() : "";
    if (busy > 0 && !stop.requested() && roles.stream().allMatch(role -> role.inFlight() == 0)) {
      control.abort(
          unreturned.isEmpty()
              ? waiting(busy)
              : new DbException(DbException.Kind.FATAL, CODE, unreturned));
    }
    long started = roles.get(0).started();
    boolean byTime =
        plan.duration() > 0
            && (plan.events() == 0 || started < plan.events())
            && !(control.finished() && end < origin + plan.duration());
    long last = recorder.lastEnd();
    long elapsed =
        control.ending() ? end - origin : byTime ? Math.max(plan.duration(), last) : last;
    return new RunResult(
        recorder.kinds(),
        recorder.totals(),
        roles,
        Math.max(0, elapsed),
        control.reconnects(),
        timer.lateness(),
        recorder.errors().classes(),
        control.abortCause(),
        stop.requested(),
        "",
        unreturned);
  }

  private static DbException waiting(long busy) {
    String message =
        Text.format(
            "%,d %s still for the server to connect or to close at the end of --patience",
            busy, busy == 1 ? "client waited" : "clients waited");
    return new DbException(DbException.Kind.FATAL, SILENT, message);
  }

  /**
   * Every sum has two sides that are counted independently. One side is what was due by the
   * schedule and what was taken from it. The other is what the clients' recorders saw start and
   * end.
   */
  private RoleResult result(int role, Arrivals arrivals, long origin, long busy) {
    long cut = control.cutBetween(role, origin, overSince);
    long started = recorder.started(role);
    long succeeded = recorder.succeeded(role);
    long failed = recorder.failed(role);
    long heldUp = arrivals.paced() ? 0 : cut; // due, but never taken
    return new RoleResult(
        plan.roles().get(role).name(),
        plan.roles().get(role).threads(),
        arrivals.paced(),
        workload.roles().get(role).unit(),
        arrivals.dueBefore(overSince).orElse(started) + heldUp,
        started,
        succeeded,
        failed,
        Math.max(0, Math.min(busy, started - succeeded - failed)),
        arrivals.leftBefore(overSince) + cut);
  }
}

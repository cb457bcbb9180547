package io.stallmark.engine;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.IntervalListener;
import io.stallmark.record.Kind;
import io.stallmark.record.Recorder;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a scenario against a database that holds its tables, and measures. Used once. */
public final class Measurement {

  private static final long TICK = TimeUnit.MILLISECONDS.toNanos(20);

  /** A collector that comes so late was kept from running, and the clients with it. */
  private static final long LATE = TimeUnit.MILLISECONDS.toNanos(50);

  /** How long the end of a run waits for transactions that the server holds. */
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

  private final RunPlan plan;
  private final Scenario scenario;
  private final Database database;
  private final Stop stop;
  private final Clock clock;
  private final Kinds kinds;
  private final Recorder recorder;
  private final RunControl control;
  private final IntervalListener listener;
  private boolean begun;
  private long overSince; // when the run began to end; 0: it has not

  /**
   * @param listener told of every interval, on the thread that calls {@link #run}
   */
  public Measurement(
      RunPlan plan,
      Scenario scenario,
      Database database,
      Stop stop,
      Clock clock,
      IntervalListener listener) {
    this.plan = plan;
    this.scenario = scenario;
    this.database = database;
    this.stop = stop;
    this.clock = clock;
    kinds = new Kinds(scenario, database.beginIsStatement());
    this.listener = listener;
    recorder = new Recorder(kinds.list(), plan.threads(), plan.interval(), listener);
    control = new RunControl(plan, stop);
  }

  /** The kinds that intervals and totals will have, in order; the first is the transaction. */
  public static List<Kind> kindsOf(Scenario scenario, Database database) {
    return new Kinds(scenario, database.beginIsStatement()).list();
  }

  /**
   * @throws DbException when not every client could be made: then nothing has run
   * @throws InterruptedException when the user wanted to end before every client was made
   * @throws IOException from the listener; the clients have been stopped
   */
  public RunResult run() throws DbException, IOException, InterruptedException {
    Crew crew = new Crew(plan.threads(), this::loop);
    crew.assemble(stop);
    long begin = clock.now();
    long origin = begin + plan.warmup();
    recorder.begin(origin);
    control.begin(origin);
    Arrivals arrivals =
        plan.pacing() instanceof Pacing.OpenLoop open
            ? new PacedArrivals(plan, open, clock, begin, origin)
            : new ClosedArrivals(plan, clock, begin, origin);
    recorder.startedLate(arrivals::latestLateness);
    crew.start(arrivals);
    try {
      long end = collect(crew, arrivals, origin);
      return result(arrivals, origin, end, crew.busy());
    } finally {
      control.halt(); // clients that still wait for the server end when it answers
    }
  }

  private ClientLoop loop(int index) throws DbException {
    Slice slice = Slice.of(index, plan.threads(), plan.requestSeed());
    return new ClientLoop(
        plan,
        clock,
        control,
        slice,
        recorder.client(index),
        recorder.errors(),
        () -> connect(slice));
  }

  private ClientLoop.Connected connect(Slice slice) throws DbException {
    Session session = database.session();
    try {
      Session timed = new TimedSession(session, kinds, recorder.client(slice.index()), clock);
      return new ClientLoop.Connected(timed, scenario.client(timed, slice));
    } catch (DbException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Ticks until the clients are done, or not to be waited for any longer. Returns when that was.
   */
  private long collect(Crew crew, Arrivals arrivals, long origin)
      throws DbException, IOException, InterruptedException {
    long planned = plan.duration() == 0 ? Long.MAX_VALUE : origin + plan.duration();
    while (true) {
      long due = clock.now() + TICK;
      boolean done = crew.await(TICK);
      crew.rethrow();
      long now = clock.now();
      begin(now - origin);
      if (!done) {
        recorder.woken(now - due);
      }
      if (now - due >= LATE) {
        recorder.held(due, now);
      }
      if (now >= planned || control.ending() || crew.busy() < plan.threads()) {
        recorder.over(Math.min(now, planned));
      }
      if (overSince == 0 && (done || now >= planned || control.ending())) {
        overSince = clock.now(); // after asking: whatever has started was due before it
        control.expire();
      }
      if (overSince == 0) {
        // Little by little, so that the end of a run has little to count.
        recorder.arrived(arrivals.dueBefore(now).orElse(0));
      }
      if (done || (overSince != 0 && now - overSince >= PATIENCE)) {
        recorder.finish(now);
        return now;
      }
      recorder.tick(now);
    }
  }

  private void begin(long since) {
    if (!begun && since >= 0) {
      begun = true;
      listener.begun();
    }
  }

  /**
   * Every sum has two sides that were counted apart: what was due by the schedule, what was handed
   * out of it, and what the clients' recorders saw start and end.
   *
   * @param busy clients that had not ended when the run stopped waiting for them
   */
  private RunResult result(Arrivals arrivals, long origin, long end, long busy) {
    long cut = control.cutBetween(origin, overSince);
    long started = recorder.started();
    long succeeded = recorder.succeeded();
    long failed = recorder.failed();
    long heldUp = arrivals.paced() ? 0 : cut; // due, and never asked for
    long scheduled = arrivals.dueBefore(overSince).orElse(started) + heldUp;
    boolean byTime = plan.duration() > 0 && (plan.events() == 0 || started < plan.events());
    long last = recorder.lastEnd();
    long elapsed =
        control.ending() ? end - origin : byTime ? Math.max(plan.duration(), last) : last;
    return new RunResult(
        recorder.kinds(),
        recorder.totals(),
        Math.max(0, elapsed),
        scheduled,
        started,
        succeeded,
        failed,
        Math.max(0, Math.min(busy, started - succeeded - failed)),
        arrivals.leftBefore(overSince) + cut,
        control.reconnects(),
        arrivals.timerLateness(),
        recorder.errors().classes(),
        control.abortCause(),
        stop.requested());
  }
}

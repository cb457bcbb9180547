package io.stallmark.run.duet;

import io.stallmark.analysis.duet.DuetSeconds.Side;
import io.stallmark.analysis.duet.DuetSlices;
import io.stallmark.data.Rng;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.arrival.Arrivals;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.plan.RunPlan;
import io.stallmark.run.BenchmarkContext;
import io.stallmark.spi.DbException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * Gives the sides of a duet turns: pairs of slices of equal length, in random order. A slice ends
 * when the transactions that have started in it have ended. Used once.
 */
final class Turns {

  /** Random stream of the order; no client and no schedule uses it. */
  private static final long ORDER = Long.MIN_VALUE / 2;

  /** Time after the end of a slice in which the recorder closes its last interval. */
  private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(12);

  private static final long LOOK = TimeUnit.MICROSECONDS.toNanos(200);
  private static final long LONGEST_SLEEP = TimeUnit.MILLISECONDS.toNanos(20);

  private final long pairs;
  private final CommonStart start;
  private final BooleanSupplier stopped;
  private final BiConsumer<Side, DbException> failed;
  private final List<SideTurn> clocks = List.of(new SideTurn(), new SideTurn());
  private final Map<Side, SideStart> sides = new ConcurrentHashMap<>();
  private volatile Side current = Side.A; // whose turn it is
  private final List<Side> first = new CopyOnWriteArrayList<>();

  /**
   * @param pairs number of pairs of slices
   * @param stopped whether both sides end early
   * @param failed told when a setting is refused during the measurement, which then ends
   */
  Turns(
      long pairs,
      CommonStart start,
      BooleanSupplier stopped,
      BiConsumer<Side, DbException> failed) {
    this.pairs = pairs;
    this.start = start;
    this.stopped = stopped;
    this.failed = failed;
  }

  /** Returns the clock of a side. */
  Clock clock(Side side) {
    return clocks.get(side.ordinal());
  }

  /** Returns the first side of each pair so far. */
  List<Side> first() {
    return List.copyOf(first);
  }

  private SideStart of(Side side) {
    return Objects.requireNonNull(sides.get(side));
  }

  /** Returns the signal of a side. */
  StartSignal ready(Side side, BenchmarkContext context) {
    SideStart signal = new SideStart(new SideSignal(start, side), context);
    sides.put(side, signal);
    return signal;
  }

  private void alternate() {
    try {
      RunPlan run = of(Side.A).run();
      if (run.warmup() > 0) {
        turn(of(Side.A), 0);
        turn(of(Side.B), 0);
      }
      Rng random = Rng.of(run.requestSeed(), ORDER);
      long slice = DuetSlices.INTERVALS * run.interval();
      for (long pair = 1; pair <= pairs && !hasEnded(); pair++) {
        Side one = random.uniform(0, 1) == 0 ? Side.A : Side.B;
        first.add(one);
        turn(of(one), pair * slice);
        turn(of(one == Side.A ? Side.B : Side.A), pair * slice);
      }
    } catch (DbException e) {
      failed.accept(current, e);
    } catch (RuntimeException e) { // of a driver
      failed.accept(current, new DbException(DbException.Kind.FATAL, "TURN", e.toString(), e));
    } catch (InterruptedException e) { // the user has requested a stop, which both sides see
      Thread.currentThread().interrupt();
    } finally {
      start.end();
    }
  }

  /**
   * Gives a side its turn.
   *
   * @param until its end on the side's clock, since the start of the measurement
   */
  private void turn(SideStart side, long until) throws DbException, InterruptedException {
    current = side.common.side();
    side.context.configure();
    SideTurn turn = side.turn;
    long end = side.origin + until;
    turn.begin();
    for (long now = turn.now(); !hasEnded() && now < end; now = turn.now()) {
      turn.sleepUntil(Math.min(end, now + LONGEST_SLEEP));
    }
    turn.close();
    while (!hasEnded() && (!turn.isQuiet() || turn.now() - end < GRACE)) {
      LockSupport.parkNanos(LOOK);
    }
    turn.stop();
  }

  private boolean hasEnded() {
    return start.ended() || stopped.getAsBoolean();
  }

  /** Start of one side. */
  private final class SideStart implements StartSignal {

    private final SideSignal common;
    private final BenchmarkContext context;
    private final SideTurn turn;
    private boolean told; // used by the thread of the run
    private volatile long origin; // of the measurement, on the side's clock

    SideStart(SideSignal common, BenchmarkContext context) {
      this.common = common;
      this.context = context;
      turn = clocks.get(common.side().ordinal());
    }

    RunPlan run() {
      return context.job().plan();
    }

    @Override
    public long begin(Clock clock) throws InterruptedException {
      turn.stop();
      origin = turn.now() + run().warmup();
      common.begin(clock);
      if (common.side() == Side.A) {
        Thread thread = new Thread(Turns.this::alternate, "duet-turns");
        thread.setDaemon(true); // it may wait for a server that does not answer
        thread.start();
      }
      return turn.now();
    }

    @Override
    public String clients() {
      return common.clients();
    }

    @Override
    public Clock clock() {
      return turn;
    }

    @Override
    public Arrivals admitted(Arrivals arrivals, BooleanSupplier ended) {
      return new TurnArrivals(arrivals, turn, ended);
    }

    /**
     * Whether no further transaction starts. The clock resumes when the run has read the time of
     * its end, so that nothing arrives between the last turn and the end.
     */
    @Override
    public boolean ended() {
      boolean ended = common.ended();
      if (ended && told) {
        turn.resume();
      }
      told = ended;
      return ended;
    }
  }
}

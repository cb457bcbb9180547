package io.stallmark.run.duet;

import io.stallmark.analysis.duet.DuetSeconds.Side;
import io.stallmark.analysis.duet.DuetSlices;
import io.stallmark.analysis.duet.DuetTurns;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.arrival.Arrivals;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.plan.RunPlan;
import io.stallmark.run.BenchmarkContext;
import io.stallmark.spi.DbException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * Gives the sides of a duet turns: pairs of slices of equal length, in random order. A slice ends
 * when the transactions that have started in it have ended. If they take long, the next turns are
 * longer, and a slice is the last part of each. The duet then has fewer pairs. It takes longer, up
 * to twice its time, if they are fewer than an interval needs. Used once.
 */
final class Turns {

  /** Time after the end of a slice in which the recorder closes its last interval. */
  private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(12);

  private static final long LOOK = TimeUnit.MICROSECONDS.toNanos(200);
  private static final long LONGEST_SLEEP = TimeUnit.MILLISECONDS.toNanos(20);

  /** One slice in this number may have transactions that outlive it. */
  private static final long SELDOM = 10;

  private final long pairs;
  private final DuetSlices slices;
  private final CommonStart start;
  private final BooleanSupplier stopped;
  private final BiConsumer<Side, DbException> failed;
  private final List<SideTurn> clocks = List.of(new SideTurn(), new SideTurn());
  private final Map<Side, SideStart> sides = new ConcurrentHashMap<>();
  private volatile Side current = Side.A; // whose turn it is
  private final List<Side> first = new CopyOnWriteArrayList<>();
  private volatile long late; // longest time for which transactions outlived a slice
  private final AtomicInteger lateSlices = new AtomicInteger();

  /**
   * @param pairs number of pairs of slices
   * @param slices told which slices count
   * @param stopped whether both sides end early
   * @param failed told when a setting is refused during the measurement, which then ends
   */
  Turns(
      long pairs,
      DuetSlices slices,
      CommonStart start,
      BooleanSupplier stopped,
      BiConsumer<Side, DbException> failed) {
    this.pairs = pairs;
    this.slices = slices;
    this.start = start;
    this.stopped = stopped;
    this.failed = failed;
  }

  /** Returns the clock of a side. */
  Clock clock(Side side) {
    return clocks.get(side.ordinal());
  }

  /** Returns what is known so far. */
  DuetTurns known() {
    List<Side> order = List.copyOf(first);
    return slices.turns(order, lateSlices.get() * SELDOM > order.size() ? late : 0);
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
      Random random = new Random(); // other orders in other duets of the same operations
      warmUp(run, side(random));
      long slice = DuetSlices.INTERVALS * run.interval();
      long end = used() + 2 * pairs * slice;
      for (long pair = 1; pair <= pairs && !hasEnded(); pair++) {
        if (pair > Duet.FEWEST_PAIRS && used() >= end) {
          break;
        }
        Side one = side(random);
        first.add(one);
        long number = next();
        slices.count(number);
        turn(of(one), (number + 1) * slice);
        turn(of(other(one)), (number + 1) * slice);
      }
    } catch (DbException e) {
      failed.accept(current, e);
    } catch (RuntimeException | Error e) { // of a driver
      failed.accept(current, new DbException(DbException.Kind.FATAL, "TURN", e.toString(), e));
    } catch (InterruptedException e) { // the user has requested a stop, which both sides see
      Thread.currentThread().interrupt();
    } finally {
      start.end();
    }
  }

  private static Side side(Random random) {
    return random.nextBoolean() ? Side.A : Side.B;
  }

  private static Side other(Side side) {
    return side == Side.A ? Side.B : Side.A;
  }

  /**
   * Warms up both sides in two turns each, so that neither finds more compiled code. Without a
   * warm-up, each has a slice that does not count.
   */
  private void warmUp(RunPlan run, Side one) throws DbException, InterruptedException {
    long end = run.warmup() > 0 ? 0 : DuetSlices.INTERVALS * run.interval();
    if (run.warmup() > 0) {
      turn(of(one), -run.warmup() / 2);
      turn(of(other(one)), -run.warmup() / 2);
    }
    turn(of(other(one)), end);
    turn(of(one), end);
  }

  /** Time of both sides since the start of their measurements. */
  private long used() {
    return sides.values().stream().mapToLong(each -> each.turn.now() - each.origin).sum();
  }

  /** Returns the number of the next slice that no side has begun. */
  private long next() {
    return sides.values().stream().mapToLong(this::next).max().orElseThrow();
  }

  private long next(SideStart side) {
    long interval = side.run().interval();
    long begun = side.turn.now() - side.origin - interval; // the first interval does not count
    return Math.max(0, -Math.floorDiv(-begun, DuetSlices.INTERVALS * interval)); // rounded up
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
    long after = turn.now() - end;
    if (until > 0 && after > side.run().interval()) {
      lateSlices.incrementAndGet();
      late = Math.max(late, after);
    }
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
      long begin = turn.now();
      origin = begin + run().warmup();
      common.begin(clock);
      if (common.side() == Side.A) {
        Thread thread = new Thread(Turns.this::alternate, "duet-turns");
        thread.setDaemon(true); // it may wait for a server that does not answer
        thread.start();
      }
      return begin; // the clock may already go
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

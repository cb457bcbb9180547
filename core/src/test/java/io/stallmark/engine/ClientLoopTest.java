package io.stallmark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.data.Rng;
import io.stallmark.engine.arrival.ArrivalTimer;
import io.stallmark.engine.arrival.Arrivals;
import io.stallmark.engine.arrival.ClosedArrivals;
import io.stallmark.engine.arrival.SetClock;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.PhasesReader;
import io.stallmark.plan.Plans;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.ThinkTime;
import io.stallmark.record.ProgressSlot;
import io.stallmark.record.RunRecorder;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.workload.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One client, on a clock that moves only when the client does. */
final class ClientLoopTest {

  private static final long MS = 1_000_000L;
  private static final long SECOND = 1000 * MS;
  private static final long ORIGIN = 2 * SECOND;

  private final SetClock clock = new SetClock();
  private final StopFlag stop = new StopFlag();
  private final List<ProgressSlot> slots = new ArrayList<>();
  private @Nullable RunRecorder running;
  private @Nullable RunControl control;

  private static DbException gone() {
    return new DbException(Kind.CONNECTION, "08S01", "gone", null);
  }

  /** Runs a client of its own to the end of the arrivals. */
  private RunRecorder run(RunPlan plan, Arrivals arrivals, ScriptedDatabase database)
      throws Exception {
    return run(plan, arrivals, database, 0);
  }

  private RunRecorder run(RunPlan plan, Arrivals arrivals, ScriptedDatabase database, int index)
      throws Exception {
    OperationKinds kinds = new OperationKinds(database.roles(), true, plan.connectsEach());
    RunRecorder recorder =
        new RunRecorder(
            kinds.list(), 1, plan.interval(), interval -> slots.addAll(interval.grid()));
    running = recorder;
    recorder.begin(ORIGIN);
    Slice slice = Slice.of(index, plan.threads(), 1);
    control = new RunControl(plan, stop);
    control.begin(ORIGIN);
    ClientLoop loop =
        new ClientLoop(
            plan,
            clock,
            control,
            new ClientLoop.RoleClients(0, kinds.firstTransactionKind(0), 0),
            slice,
            recorder.client(0),
            recorder.errors(),
            kinds.envelope(OperationKinds.CONNECT),
            () -> {
              TimedSession session =
                  new TimedSession(database.session(), kinds, recorder.client(0), clock);
              int phases = Math.max(1, plan.phases().size());
              return new ClientLoop.Connected(
                  session, Collections.nCopies(phases, database.client(session, slice)));
            });
    loop.run(arrivals);
    recorder.finish(clock.now());
    return recorder;
  }

  private Arrivals closed(RunPlan plan, long begin) {
    return new ClosedArrivals(
        plan, 0, new ArrivalTimer(clock, stop::requested, begin, ORIGIN, 2), ORIGIN);
  }

  private static RunPlan thinking(ThinkTime time, long events) {
    return Plans.of(1, 0, events, 0, new Pacing.ClosedLoop(time), 1, SECOND, SECOND);
  }

  @Test
  void thinkTime_liesBetweenTransactions_andInNoResponseTime() throws Exception {
    List<Long> starts = new ArrayList<>();
    ScriptedDatabase database =
        new ScriptedDatabase(
            n -> {
              starts.add(clock.now);
              clock.now += 2 * MS;
            });
    clock.now = ORIGIN;
    RunPlan plan = thinking(new ThinkTime(10 * MS, false), 4);
    RunRecorder recorder = run(plan, closed(plan, ORIGIN), database);
    assertThat(recorder.succeeded(0)).isEqualTo(4);
    assertThat(starts.stream().map(start -> (start - ORIGIN) / MS))
        .containsExactly(0L, 12L, 24L, 36L);
    assertThat(recorder.totals().get(0).response().getMaxValue()).isLessThan(3 * MS);
  }

  private static RunPlan connectingEach(long events) {
    RunPlan plan = thinking(ThinkTime.NONE, events);
    return new RunPlan(
        plan.roles(),
        plan.duration(),
        plan.events(),
        plan.warmup(),
        plan.requestSeed(),
        plan.interval(),
        plan.limits(),
        plan.phases(),
        RunPlan.Connect.EACH);
  }

  @Test
  void newConnectionOfEachTransaction_isAPartOfIt_withItsOwnTimes() throws Exception {
    List<Long> opened = new ArrayList<>();
    ScriptedDatabase database =
        new ScriptedDatabase(
            n -> clock.now += 2 * MS,
            () -> {
              clock.now += 3 * MS;
              opened.add(clock.now);
            });
    clock.now = ORIGIN;
    RunPlan plan = connectingEach(4);
    RunRecorder recorder = run(plan, closed(plan, ORIGIN), database);
    assertThat(opened).as("one before the run").hasSize(5);
    assertThat(database.openSessions).hasValue(0);
    assertThat(recorder.kinds().get(1).name()).isEqualTo("connect");
    assertThat(recorder.totals().get(1).successes()).isEqualTo(4);
    assertThat(recorder.totals().get(1).service().getMaxValue())
        .isBetween(3 * MS - 5000, 3 * MS + 5000);
    assertThat(recorder.totals().get(0).response().getMinValue())
        .isBetween(5 * MS - 8000, 5 * MS + 8000);
  }

  @Test
  void connectionThatIsRefused_isTheTransactionsFailure() throws Exception {
    int[] attempts = {0};
    ScriptedDatabase database =
        new ScriptedDatabase(
            n -> clock.now += 2 * MS,
            () -> {
              if (++attempts[0] == 3) {
                throw gone();
              }
            });
    clock.now = ORIGIN;
    RunPlan plan = connectingEach(4);
    RunRecorder recorder = run(plan, closed(plan, ORIGIN), database);
    assertThat(recorder.failed(0)).isEqualTo(1);
    assertThat(recorder.succeeded(0)).isEqualTo(3);
    assertThat(recorder.totals().get(1).failures()).isEqualTo(1);
    assertThat(database.openSessions).hasValue(0);
  }

  /** The starts of a client's transactions of 10 ms, in milliseconds of the measurement. */
  private List<Long> starts(int index, List<Phase> phases, long warmup) throws Exception {
    List<Long> starts = new ArrayList<>();
    long begin = ORIGIN - warmup;
    ScriptedDatabase database =
        new ScriptedDatabase(
            n -> {
              starts.add((clock.now - ORIGIN) / MS);
              clock.now += 10 * MS;
            });
    clock.now = begin;
    long end = phases.get(phases.size() - 1).end();
    RunPlan plan =
        new RunPlan(
            PhasesReader.combined(List.of(RolePlan.only(2, new Pacing.ClosedLoop())), phases),
            end,
            0,
            warmup,
            1,
            SECOND,
            new RunPlan.Limits(0, SECOND, SECOND),
            phases,
            RunPlan.Connect.ONCE);
    run(plan, closed(plan, begin), database, index);
    return starts;
  }

  @Test
  void phases_haveTheirThreadsAndThinkTimes_andTheWarmUpTheFirstOnes() throws Exception {
    List<Phase> phases =
        List.of(
            new Phase("one", 0, 100 * MS, 1, new Pacing.ClosedLoop()),
            new Phase(
                "two", 100 * MS, 100 * MS, 2, new Pacing.ClosedLoop(new ThinkTime(15 * MS, false))),
            new Phase("three", 200 * MS, 100 * MS, 1, new Pacing.ClosedLoop()));
    assertThat(starts(0, phases, 50 * MS))
        .startsWith(-50L, -40L)
        .contains(90L, 100L, 125L, 150L, 175L, 200L, 210L, 290L)
        .hasSize(15 + 4 + 10);
    assertThat(starts(1, phases, 50 * MS)).containsExactly(100L, 125L, 150L, 175L);
  }

  @Test
  void exponentialThinkTime_hasItsMean_andIsFixedByTheSeed() {
    ThinkTime time = new ThinkTime(10 * MS, true);
    Rng rng = Rng.of(1, 2);
    Rng again = Rng.of(1, 2);
    double sum = 0;
    for (int i = 0; i < 100_000; i++) {
      long drawn = time.draw(rng);
      assertThat(drawn).isBetween(0L, 100 * MS).isEqualTo(time.draw(again));
      sum += drawn;
    }
    assertThat(sum / 100_000).isCloseTo(10 * MS, Percentage.withPercentage(1.5));
  }

  @Test
  void runThatEndsWhileAClientThinks_startsNothingMore() throws Exception {
    RunPlan plan = thinking(new ThinkTime(10 * MS, false), 4);
    clock.now = ORIGIN;
    ScriptedDatabase database = new ScriptedDatabase(n -> stop.request());
    RunRecorder recorder = run(plan, closed(plan, ORIGIN), database);
    assertThat(recorder.started(0)).isEqualTo(1);
    assertThat(recorder.succeeded(0)).isEqualTo(1);
  }

  @Test
  void closingALostConnection_countsAsWaiting() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    ScriptedDatabase database =
        new ScriptedDatabase(
            n -> {
              clock.now += MS;
              if (calls.incrementAndGet() == 1) {
                throw gone();
              }
            });
    database.closing =
        () -> {
          clock.now += 500 * MS; // the driver waits for a server that is gone
          tick();
        };
    clock.now = ORIGIN;
    RunPlan plan = thinking(ThinkTime.NONE, 2);
    run(plan, closed(plan, ORIGIN), database);
    assertThat(slots.stream().filter(slot -> slot.waiting() > 0)).hasSizeGreaterThanOrEqualTo(5);
  }

  private static DbException refused() {
    return new DbException(Kind.FATAL, "42S02", "no such table", null);
  }

  @Test
  void clientThatRepeatsAFailingTransaction_endsARunWithoutATimeLimit() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    ScriptedDatabase database =
        new ScriptedDatabase(
                n -> {
                  clock.now += SECOND;
                  if (calls.incrementAndGet() > 1) {
                    throw refused();
                  }
                })
            .transactions(1000);
    clock.now = ORIGIN;
    RunPlan plan = Plans.of(1, 0, 0, 0, new Pacing.ClosedLoop(), 1, SECOND, 60 * SECOND);
    run(plan, closed(plan, ORIGIN), database);
    assertThat(calls).hasValueBetween(60, 65);
    assertThat(Objects.requireNonNull(control).abortCause()).hasMessageContaining("no such table");
  }

  @Test
  void outageShorterThanTheReconnectTime_endsNoRunOfAFiniteClient() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    ScriptedDatabase database =
        new ScriptedDatabase(
                n -> {
                  clock.now += SECOND;
                  if (calls.incrementAndGet() % 50 != 0) {
                    throw refused();
                  }
                })
            .transactions(1000);
    clock.now = ORIGIN;
    RunPlan plan = Plans.of(1, 0, 0, 0, new Pacing.ClosedLoop(), 1, SECOND, 60 * SECOND);
    run(plan, closed(plan, ORIGIN), database);
    assertThat(calls).hasValue(1000);
  }

  private void tick() {
    try {
      Objects.requireNonNull(running).tick(clock.now);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void outageFromTheWarmUpOn_countsFromTheMeasurementOn_andCostsNoEvent() throws Exception {
    RunPlan plan = Plans.of(1, 0, 5, ORIGIN, new Pacing.ClosedLoop(), 1, SECOND, 60 * SECOND);
    ScriptedDatabase database =
        new ScriptedDatabase(
            n -> {
              clock.now += MS;
              if (clock.now < ORIGIN) {
                throw gone();
              }
            },
            () -> {
              if (clock.now > 0 && clock.now < ORIGIN + SECOND) {
                throw gone();
              }
            });
    RunRecorder recorder = run(plan, closed(plan, 0), database);
    assertThat(recorder.started(0)).isEqualTo(5);
    assertThat(recorder.succeeded(0)).isEqualTo(5);
    assertThat(recorder.totals().get(0).response().getMaxValue()).isBetween(SECOND, 2 * SECOND);
  }
}

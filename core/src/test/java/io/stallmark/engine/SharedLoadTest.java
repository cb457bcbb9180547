package io.stallmark.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.engine.arrival.Clock;
import io.stallmark.engine.arrival.VirtualClock;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.Share;
import io.stallmark.spi.DbException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several machines together do what one does. */
final class SharedLoadTest {

  private static final long MS = 1_000_000L;
  private static final long SECOND = 1000 * MS;
  private static final long HOUR = 3600 * SECOND;

  private final Queue<Long> drawn = new ConcurrentLinkedQueue<>();

  private static RunPlan plan(long events, Pacing pacing, int... threads) {
    List<RolePlan> roles =
        threads.length == 1
            ? List.of(RolePlan.only(threads[0], pacing))
            : List.of(
                new RolePlan("writers", threads[0], pacing),
                new RolePlan("readers", threads[1], new Pacing.ClosedLoop()));
    return new RunPlan(
        roles,
        0,
        events,
        0,
        7,
        SECOND,
        new RunPlan.Limits(0, 300 * MS, HOUR),
        List.of(),
        RunPlan.Connect.ONCE);
  }

  private ScriptedDatabase database() {
    return new ScriptedDatabase(drawn::add).transactions(50);
  }

  private static RunResult run(RunPlan plan, Share share, ScriptedDatabase database)
      throws Exception {
    RunResult result =
        new Measurement(
                plan,
                share,
                database.resolved(),
                database,
                new StopFlag(),
                Clock.SYSTEM,
                StartSignal.AT_ONCE,
                interval -> {})
            .run();
    assertThat(result.balanced()).isTrue();
    return result;
  }

  private List<Long> drawn() {
    List<Long> sorted = drawn.stream().sorted().toList();
    drawn.clear();
    return sorted;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void theClientsOfAllMachines_drawWhatThoseOfOneDraw(int machines) throws Exception {
    RunPlan plan = plan(0, new Pacing.ClosedLoop(), 7);
    run(plan, Share.WHOLE, database());
    List<Long> alone = drawn();
    for (int i = 0; i < machines; i++) {
      run(plan, new Share(i, machines), database());
    }
    assertThat(drawn()).hasSize(7 * 50).isEqualTo(alone);
  }

  @Test
  void aRoleWithFewClients_runsOnTheFirstMachines() throws Exception {
    RunPlan plan = plan(0, new Pacing.ClosedLoop(), 6, 2);
    List<Integer> readers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      RunResult result = run(plan, new Share(i, 3), database().roles("writers", "readers"));
      readers.add(result.roles().get(1).threads());
    }
    assertThat(readers).containsExactly(1, 1, 0);
  }

  @Test
  void events_areDealtOut() throws Exception {
    ScriptedDatabase endless = new ScriptedDatabase(drawn::add);
    long sum = 0;
    for (int i = 0; i < 3; i++) {
      sum += run(plan(100, new Pacing.ClosedLoop(), 6), new Share(i, 3), endless).succeeded();
    }
    assertThat(sum).isEqualTo(100);
    for (int i = 0; i < 3; i++) {
      Pacing open = new Pacing.OpenLoop(2000, Pacing.Distribution.POISSON);
      sum += run(plan(100, open, 6), new Share(i, 3), endless).succeeded();
    }
    assertThat(sum).isEqualTo(200);
  }

  @Test
  void fewerClientsOrEventsThanMachines_areRefused() {
    assertThatThrownBy(() -> new Share(0, 4).of(plan(0, new Pacing.ClosedLoop(), 3)))
        .hasMessage("4 agents need at least 4 threads; there are 3 (--threads)");
    assertThatThrownBy(() -> new Share(0, 4).of(plan(2, new Pacing.ClosedLoop(), 4)))
        .hasMessage("4 agents need at least 4 events; there are 2 (--events)");
  }

  @Test
  void aPhaseOfAnOpenLoop_withFewerClientsThanMachines_isRefused() {
    Pacing open = new Pacing.OpenLoop(100, Pacing.Distribution.CONSTANT);
    assertThatThrownBy(() -> new Share(0, 4).of(phased(open, 2)))
        .hasMessage("phase few: 4 agents need at least 4 threads in an open loop; there are 2");
    assertThat(new Share(0, 4).of(phased(open, 4)).phases().get(0).threads()).isEqualTo(1);
    assertThat(new Share(3, 4).of(phased(new Pacing.ClosedLoop(), 2)).phases().get(0).threads())
        .isZero();
  }

  private static RunPlan phased(Pacing pacing, int threads) {
    List<Phase> phases = List.of(new Phase("few", 0, SECOND, threads, pacing));
    return new RunPlan(
        List.of(RolePlan.only(8, pacing)),
        SECOND,
        0,
        0,
        7,
        SECOND,
        new RunPlan.Limits(0, SECOND, SECOND),
        phases,
        RunPlan.Connect.ONCE);
  }

  @Test
  void aStartThatFails_closesTheClients() throws Exception {
    ScriptedDatabase database = database();
    CountDownLatch closed = new CountDownLatch(3);
    database.closing = closed::countDown;
    Measurement measurement =
        new Measurement(
            plan(0, new Pacing.ClosedLoop(), 3),
            Share.WHOLE,
            database.resolved(),
            database,
            new StopFlag(),
            Clock.SYSTEM,
            clock -> {
              assertThat(database.openSessions).hasValue(3);
              throw new DbException(DbException.Kind.FATAL, "start", "no start", null);
            },
            interval -> {});
    assertThatThrownBy(measurement::run).hasMessage("no start");
    closed.await();
    assertThat(drawn).isEmpty();
  }

  @Test
  void aStartInTheFuture_isWaitedFor() throws Exception {
    AtomicInteger open = new AtomicInteger();
    VirtualClock clock = new VirtualClock(open::get);
    long begin = clock.now() + 50 * MS;
    Queue<Long> starts = new ConcurrentLinkedQueue<>();
    ScriptedDatabase timed =
        new ScriptedDatabase(n -> starts.add(clock.now()), open::incrementAndGet).transactions(1);
    timed.closing = open::decrementAndGet;
    new Measurement(
            plan(0, new Pacing.ClosedLoop(), 2),
            Share.WHOLE,
            timed.resolved(),
            timed,
            new StopFlag(),
            clock,
            each -> begin,
            interval -> {})
        .run();
    assertThat(starts).containsExactly(begin, begin);
  }
}

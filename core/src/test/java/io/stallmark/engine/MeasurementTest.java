package io.stallmark.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.engine.arrival.VirtualClock;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Plans;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.Share;
import io.stallmark.record.ErrorCounts.ErrorClass;
import io.stallmark.record.Interval;
import io.stallmark.record.IntervalListener;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs in virtual time, with the threads that they have. */
@Execution(ExecutionMode.CONCURRENT)
final class MeasurementTest {

  private static final long MS = 1_000_000L;
  private static final long SECOND = 1000 * MS;
  private static final Pacing CLOSED = new Pacing.ClosedLoop();

  private final StopFlag stop = new StopFlag();
  private final AtomicReference<ScriptedDatabase> running = new AtomicReference<>();
  private final VirtualClock clock = new VirtualClock(() -> running.get().openSessions.get());

  private static RunPlan plan(int threads, long millis, long events, Pacing pacing) {
    return Plans.of(threads, millis * MS, events, 0, pacing, 1, SECOND, 300 * MS);
  }

  private RunResult run(RunPlan plan, ScriptedDatabase database) throws Exception {
    return run(plan, database, interval -> {});
  }

  private RunResult run(RunPlan plan, ScriptedDatabase database, IntervalListener listener)
      throws Exception {
    running.set(database);
    RunResult result =
        new Measurement(
                plan,
                Share.WHOLE,
                database.resolved(),
                database,
                stop,
                clock,
                StartSignal.AT_ONCE,
                listener)
            .run();
    assertThat(result.balanced()).as(result.toString()).isTrue();
    assertThat(result.totals().get(0).successes()).isEqualTo(result.succeeded());
    assertThat(result.totals().get(0).failures()).isEqualTo(result.failed());
    return result;
  }

  /** The time that a server takes. */
  private void take(long nanos) {
    clock.sleepUntil(clock.now() + nanos);
  }

  private static DbException error(Kind kind) {
    return new DbException(kind, "4711", "as the script says", null);
  }

  /** Fails in the calls with these numbers, from 1. */
  private static ScriptedDatabase.Door failing(Kind kind, IntPredicate calls) {
    AtomicInteger made = new AtomicInteger();
    return () -> {
      if (calls.test(made.incrementAndGet())) {
        throw error(kind);
      }
    };
  }

  private static ScriptedDatabase.Script script(ScriptedDatabase.Door each) {
    return drawn -> each.open();
  }

  /** Its first connection is the only one. */
  private static ScriptedDatabase.Door onlyOnce() {
    return failing(Kind.CONNECTION, number -> number > 1);
  }

  private static Pacing open(double rate, Pacing.Distribution distribution) {
    return new Pacing.OpenLoop(rate, distribution);
  }

  @Test
  void events_runExactly_whateverTheNumberOfClients() throws Exception {
    AtomicLong executed = new AtomicLong();
    ScriptedDatabase database = new ScriptedDatabase(drawn -> executed.incrementAndGet());
    RunResult result = run(plan(3, 0, 1000, CLOSED), database);
    assertThat(result.succeeded()).isEqualTo(1000).isEqualTo(executed.get());
    assertThat(database.openSessions).hasValue(0);
  }

  private static RunPlan plan(long millis, long events, RolePlan... roles) {
    return new RunPlan(
        List.of(roles),
        millis * MS,
        events,
        0,
        1,
        SECOND,
        new RunPlan.Limits(0, 300 * MS, SECOND),
        List.of(),
        RunPlan.Connect.ONCE);
  }

  @Test
  void roles_haveThreadsAndPacingOfTheirOwn_andSumToTheRun() throws Exception {
    ScriptedDatabase database = new ScriptedDatabase(n -> take(5 * MS)).roles("writers", "readers");
    RolePlan writers = new RolePlan("writers", 2, open(50, Pacing.Distribution.CONSTANT));
    RunResult result = run(plan(1000, 0, writers, new RolePlan("readers", 2, CLOSED)), database);
    assertThat(result.kinds()).extracting(kind -> kind.name()).startsWith("transaction", "writers");
    assertThat(result.roles().get(0).scheduled()).isEqualTo(50);
    assertThat(result.roles().get(0).started()).isEqualTo(50);
    assertThat(result.roles().get(1).succeeded()).isEqualTo(400);
    assertThat(result.series(0).successes()).isEqualTo(result.roles().get(0).succeeded());
    assertThat(result.series(1).successes()).isEqualTo(result.roles().get(1).succeeded());
    assertThat(result.rows(1)).isEqualTo(result.roles().get(1).succeeded()); // one each
    assertThat(result.neverStarted()).isZero();
  }

  @Test
  void eventsOfTheFirstRole_endTheRunOfAll() throws Exception {
    ScriptedDatabase database = new ScriptedDatabase(n -> take(MS)).roles("writers", "readers");
    RolePlan slow = new RolePlan("readers", 1, open(0.01, Pacing.Distribution.CONSTANT));
    RunResult result = run(plan(0, 20, new RolePlan("writers", 2, CLOSED), slow), database);
    assertThat(result.roles().get(0).succeeded()).isEqualTo(20);
    assertThat(result.roles().get(1).started()).isEqualTo(1);
    assertThat(result.interrupted()).isFalse();
    assertThat(result.elapsed()).isEqualTo(10 * MS);
  }

  @Test
  void clientsWithoutMoreTransactions_endTheRun_andItsTime() throws Exception {
    ScriptedDatabase database =
        new ScriptedDatabase(n -> take(MS)).roles("importers", "readers").transactions(10);
    RolePlan slow = new RolePlan("readers", 1, open(0.01, Pacing.Distribution.CONSTANT));
    RunResult result = run(plan(20_000, 0, new RolePlan("importers", 2, CLOSED), slow), database);
    assertThat(result.roles().get(0).succeeded()).isEqualTo(20);
    assertThat(result.interrupted()).isFalse();
    assertThat(result.elapsed()).isEqualTo(10 * MS);
  }

  @Test
  void clientThatWaitsForItsNextTransaction_endsWithTheTimeOfTheRun() throws Exception {
    ScriptedDatabase database =
        new ScriptedDatabase(n -> take(MS))
            .roles("inserters", "deleters")
            .transactions(10)
            .waiting(() -> take(MS));
    RolePlan paced = new RolePlan("deleters", 1, open(5, Pacing.Distribution.CONSTANT));
    RunResult result = run(plan(500, 0, new RolePlan("inserters", 1, CLOSED), paced), database);
    assertThat(result.roles().get(0).succeeded()).isEqualTo(10);
    assertThat(result.aborted()).isNull();
    assertThat(result.elapsed()).isEqualTo(500 * MS);
  }

  @Test
  void retry_repeatsTheSameDraws_andCountsApart() throws Exception {
    List<Long> drawn = Collections.synchronizedList(new ArrayList<>());
    ScriptedDatabase database =
        new ScriptedDatabase(
            n -> {
              drawn.add(n);
              if (drawn.size() % 3 != 0) {
                throw error(Kind.RETRY);
              }
            });
    RunResult result = run(plan(1, 0, 5, CLOSED), database);
    assertThat(result.succeeded()).isEqualTo(5);
    assertThat(result.failed()).isZero();
    assertThat(result.retries()).isEqualTo(10);
    assertThat(result.totals().get(1).retries()).isEqualTo(10);
    assertThat(database.rollbacks).hasValue(10);
    assertThat(drawn.stream().distinct()).hasSize(5);
    assertThat(result.errors())
        .containsExactly(new ErrorClass("retry", "4711", 0, 10, "as the script says"));
  }

  @Test
  void retryWhenTheTimeIsUp_isStillRepeated() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    RunResult result =
        run(
            plan(1, 50, 0, CLOSED),
            new ScriptedDatabase(
                n -> {
                  if (calls.incrementAndGet() == 1) {
                    take(100 * MS);
                    throw error(Kind.RETRY);
                  }
                }));
    assertThat(result.succeeded()).isEqualTo(1);
    assertThat(result.failed()).isZero();
    assertThat(result.retries()).isEqualTo(1);
  }

  @Test
  void failure_isNoThroughput_andTheRunGoesOn() throws Exception {
    ScriptedDatabase.Door tenth = failing(Kind.DUPLICATE_KEY, number -> number % 10 == 0);
    RunResult result = run(plan(1, 0, 100, CLOSED), new ScriptedDatabase(script(tenth)));
    assertThat(result.succeeded()).isEqualTo(90);
    assertThat(result.failed()).isEqualTo(10);
    assertThat(result.errorShare()).isEqualTo(0.1);
    assertThat(result.aborted()).isNull();
  }

  @Test
  void warmUp_isRehearsed_andItsErrorsAndIntervalsAreNotThoseOfTheRun() throws Exception {
    AtomicLong rehearsed = new AtomicLong();
    AtomicLong measured = new AtomicLong();
    AtomicLong transactions = new AtomicLong();
    ScriptedDatabase database =
        new ScriptedDatabase(
            n -> {
              take(9 * MS);
              if (transactions.incrementAndGet() < 150 && n % 3 == 0) {
                throw error(n % 2 == 0 ? Kind.RETRY : Kind.DUPLICATE_KEY);
              }
            });
    IntervalListener listener =
        new IntervalListener() {
          @Override
          public void interval(Interval interval) {
            measured.addAndGet(interval.series().get(0).successes());
          }

          @Override
          public void rehearsed(Interval interval) {
            rehearsed.addAndGet(interval.series().get(0).successes());
          }
        };
    RunPlan plan = Plans.of(2, SECOND, 0, SECOND, CLOSED, 1, SECOND, 300 * MS);
    RunResult result = run(plan, database, listener);
    assertThat(rehearsed.get()).isPositive();
    assertThat(measured.get()).isEqualTo(result.succeeded()).isBetween(200L, 240L);
    assertThat(result.failed() + result.retries()).isZero();
    assertThat(result.errors()).isEmpty();
  }

  @Test
  void nothingButFailures_endsTheRun() throws Exception {
    ScriptedDatabase database = new ScriptedDatabase(script(failing(Kind.FATAL, number -> true)));
    RunResult result = run(plan(1, 60_000, 0, CLOSED), database);
    assertThat(result.aborted()).isNotNull();
    assertThat(result.succeeded()).isZero();
    assertThat(result.failed()).isBetween(100L, 110L);
  }

  @Test
  void lostConnection_isHadAgain_andTheOutageCountsAsResponseTime() throws Exception {
    ScriptedDatabase database =
        new ScriptedDatabase(
            script(failing(Kind.CONNECTION, number -> number == 50)),
            failing(Kind.CONNECTION, number -> number > 1 && number < 4));
    RunResult result = run(plan(1, 0, 100, CLOSED), database);
    assertThat(result.failed()).isEqualTo(1);
    assertThat(result.succeeded()).isEqualTo(99);
    assertThat(result.reconnects()).isEqualTo(1);
    // Two refusals, pauses of 50 and 100 ms: that is how late the next transaction was.
    assertThat(result.totals().get(0).response().getMaxValue()).isBetween(150 * MS, 151 * MS);
    assertThat(result.totals().get(0).service().getMaxValue()).isZero();
    assertThat(database.openSessions).hasValue(0);
  }

  @Test
  void connectionThatDoesNotComeBack_endsTheRun() throws Exception {
    ScriptedDatabase.Script lost = script(failing(Kind.CONNECTION, number -> true));
    RunResult result = run(plan(1, 60_000, 0, CLOSED), new ScriptedDatabase(lost, onlyOnce()));
    assertThat(result.aborted())
        .isNotNull()
        .extracting(DbException::kind)
        .isEqualTo(Kind.CONNECTION);
    assertThat(result.failed()).isEqualTo(1);
  }

  @Test
  void connectionStillLostWhenTheTimeIsUp_isNoCompletedRun() throws Exception {
    RunPlan plan = Plans.of(1, 400 * MS, 0, 0, CLOSED, 1, SECOND, 60 * SECOND);
    ScriptedDatabase.Script lost = script(failing(Kind.CONNECTION, number -> number == 1000));
    RunResult result = run(plan, new ScriptedDatabase(lost, onlyOnce()));
    assertThat(result.succeeded()).isEqualTo(999);
    assertThat(result.aborted()).isNotNull();
    assertThat(result.neverStarted()).isEqualTo(1); // what the client was held up from
  }

  @Test
  void oneClientThatCannotBeMade_keepsTheRunFromStarting() {
    AtomicInteger calls = new AtomicInteger();
    ScriptedDatabase database =
        new ScriptedDatabase(
            n -> calls.incrementAndGet(), failing(Kind.REFUSED, number -> number == 5));
    assertThatThrownBy(() -> run(plan(8, 60_000, 0, CLOSED), database))
        .isInstanceOf(DbException.class);
    assertThat(calls).hasValue(0);
    assertThat(database.openSessions).hasValue(0);
  }

  @Test
  void stopWhileClientsWaitForASilentServer_endsTheRunSoon() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      AtomicInteger doors = new AtomicInteger();
      ScriptedDatabase database =
          new ScriptedDatabase(
              n -> {},
              () -> {
                if (doors.incrementAndGet() > 1) {
                  stop.request();
                  waitForAnswer(silent);
                }
              });
      assertThatThrownBy(() -> run(plan(3, 60_000, 0, CLOSED), database))
          .isInstanceOf(InterruptedException.class)
          .hasMessage("Interrupted; nothing was measured.");
    }
  }

  @Test
  void stopWhileOthersWait_endsSoon_alsoWhenOneClientCannotBeMade() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      AtomicInteger doors = new AtomicInteger();
      ScriptedDatabase database =
          new ScriptedDatabase(
              n -> {},
              () -> {
                if (doors.incrementAndGet() == 3) {
                  stop.request();
                  throw error(Kind.REFUSED);
                }
                waitForAnswer(silent); // the two before it, which nobody can call off any more
              });
      assertThatThrownBy(() -> run(plan(3, 60_000, 0, CLOSED), database))
          .isInstanceOf(InterruptedException.class);
    }
  }

  /** Waits until the server has closed, which is after the run. */
  private static void waitForAnswer(ServerSocket server) throws DbException {
    try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
      assertThat(socket.getInputStream().read()).isNegative();
    } catch (IOException e) {
      throw new DbException(Kind.CONNECTION, "silent", "The server did not answer", e);
    }
  }

  @Test
  void overload_losesNoArrival_andShowsInResponseTime() throws Exception {
    Pacing pacing = open(600, Pacing.Distribution.CONSTANT);
    RunResult result = run(plan(1, 1000, 0, pacing), new ScriptedDatabase(n -> take(5 * MS)));
    assertThat(result.scheduled()).isEqualTo(600);
    assertThat(result.neverStarted()).isEqualTo(400);
    // The last of 200 was due after 199/600 s and ended after 1 s.
    assertThat(result.totals().get(0).response().getMaxValue()).isBetween(668 * MS, 669 * MS);
    assertThat(result.elapsed()).isEqualTo(SECOND);
  }

  @Test
  void openLoop_keepsThePace() throws Exception {
    Pacing pacing = open(200, Pacing.Distribution.POISSON);
    RunResult result = run(plan(4, 1000, 0, pacing), new ScriptedDatabase(n -> take(MS)));
    assertThat(result.scheduled()).isBetween(140L, 260L);
    assertThat(result.succeeded()).isEqualTo(result.scheduled());
    assertThat(result.totals().get(0).response().getMaxValue()).isBetween(MS, MS + MS / 100);
    assertThat(result.elapsed()).isEqualTo(SECOND);
  }

  @Test
  void openLoopEndedEarly_countsWhatWasDueUntilThen() throws Exception {
    AtomicLong calls = new AtomicLong();
    ScriptedDatabase database =
        new ScriptedDatabase(
            n -> {
              if (calls.incrementAndGet() == 300) {
                stop.request();
              }
              take(20 * MS);
            });
    Pacing pacing = open(2000, Pacing.Distribution.POISSON);
    RunResult result = run(plan(8, 60_000, 0, pacing), database);
    assertThat(result.interrupted()).isTrue();
    assertThat(result.started()).isGreaterThanOrEqualTo(300);
    assertThat(result.neverStarted()).isPositive();
  }

  @Test
  void openLoopThatLosesItsConnectionForGood_countsEachArrivalOnce() throws Exception {
    Pacing pacing = open(0.5, Pacing.Distribution.CONSTANT);
    ScriptedDatabase.Script lost = script(failing(Kind.CONNECTION, number -> true));
    RunResult result = run(plan(1, 60_000, 0, pacing), new ScriptedDatabase(lost, onlyOnce()));
    assertThat(result.aborted()).isNotNull();
    assertThat(result.scheduled()).isEqualTo(1);
    assertThat(result.neverStarted()).isZero();
  }

  @Test
  void stop_endsTheRunSoon_withItsResult() throws Exception {
    AtomicLong calls = new AtomicLong();
    ScriptedDatabase database =
        new ScriptedDatabase(
            n -> {
              if (calls.incrementAndGet() == 10) {
                stop.request();
              }
            });
    RunResult result = run(plan(1, 60_000, 0, CLOSED), database);
    assertThat(result.interrupted()).isTrue();
    assertThat(result.succeeded()).isEqualTo(10);
    assertThat(result.elapsed()).isZero();
  }

  @Test
  void resultsThatCannotBeWritten_endTheRun() throws Exception {
    AtomicInteger told = new AtomicInteger();
    ScriptedDatabase database = new ScriptedDatabase(n -> take(MS));
    IntervalListener full =
        interval -> {
          told.incrementAndGet();
          throw new IOException("No space left on device");
        };
    assertThatThrownBy(() -> run(plan(2, 60_000, 0, CLOSED), database, full))
        .isInstanceOf(IOException.class);
    assertThat(told).hasValue(1);
  }

  @Test
  void aBugInAClient_isNotSwallowed() {
    ScriptedDatabase database =
        new ScriptedDatabase(
            n -> {
              throw new IllegalStateException("bug");
            });
    assertThatThrownBy(() -> run(plan(2, 60_000, 0, CLOSED), database))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("bug");
  }
}

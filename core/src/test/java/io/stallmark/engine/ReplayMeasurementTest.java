package io.stallmark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.engine.arrival.VirtualClock;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.Share;
import io.stallmark.record.Interval;
import io.stallmark.spi.replay.Replayer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The end of a replay, in virtual time. */
final class ReplayMeasurementTest {

  private static final long MS = 1_000_000L;
  private static final long SECOND = 1000 * MS;

  private final CountDownLatch never = new CountDownLatch(1);
  private CountDownLatch hanging = new CountDownLatch(0);
  private final List<Long> overs = new ArrayList<>();
  private final AtomicInteger open = new AtomicInteger();
  private final VirtualClock clock = new VirtualClock(open::get);

  @AfterEach
  void release() {
    never.countDown();
  }

  /** Replayer whose operations are due after these milliseconds. */
  private Replayer client(boolean ends, long... due) {
    Iterator<Long> times = LongStream.of(due).iterator();
    return new Replayer() {
      @Override
      public long next() {
        if (times.hasNext()) {
          return times.next() * MS;
        }
        await(hanging); // the run is complete when the last operation has started
        return OVER;
      }

      @Override
      public void waitForOrder() {}

      @Override
      public void execute(long intended) {
        if (!ends) {
          hanging.countDown();
          await(never);
        }
      }

      @Override
      public boolean writes() {
        return false;
      }

      @Override
      public long rows() {
        return 0;
      }

      @Override
      public void close() {
        open.decrementAndGet();
      }
    };
  }

  private void await(CountDownLatch latch) {
    clock.block(
        () -> {
          try {
            latch.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private RunResult replay(long duration, Replayer... clients) throws Exception {
    ScriptedDatabase database = new ScriptedDatabase(drawn -> {}).replayers(clients);
    open.set(clients.length);
    RunPlan plan =
        new RunPlan(
            List.of(RolePlan.only(clients.length, new Pacing.Replay())),
            duration,
            0,
            0,
            1,
            100 * MS,
            new RunPlan.Limits(0, SECOND, 200 * MS),
            List.of(),
            RunPlan.Connect.ONCE);
    return new Measurement(
            plan,
            Share.WHOLE,
            database.resolved(),
            database,
            new StopFlag(),
            clock,
            StartSignal.AT_ONCE,
            this::over)
        .run();
  }

  private void over(Interval interval) {
    overs.add(interval.loadEnd());
  }

  @Test
  void replayThatEndsBeforeTheTimeIsUp_isMeasuredUntilItsLastOperation() throws Exception {
    RunResult result = replay(20 * SECOND, client(true, 5, 50));
    assertThat(result.succeeded()).isEqualTo(2);
    assertThat(result.elapsed()).isEqualTo(50 * MS);
  }

  @Test
  void clientWhoseNextOperationIsDueAfterTheEnd_isThereUntilTheEnd() throws Exception {
    RunResult result = replay(300 * MS, client(true, 5, 60_000), client(true, 10, 60_000));
    assertThat(result.succeeded()).isEqualTo(2);
    assertThat(result.elapsed()).isEqualTo(300 * MS);
    // The collector reads the clock before it looks whether clients have ended.
    assertThat(overs.stream().filter(over -> over != Interval.NEVER))
        .allMatch(over -> over >= 200 * MS);
  }

  @Test
  void operationThatDoesNotEnd_endsTheRunWhenThePatienceIsOver() throws Exception {
    hanging = new CountDownLatch(1);
    RunResult result = replay(0, client(false, 5), client(true, 20));
    assertThat(result.inFlight()).isEqualTo(1);
    assertThat(result.succeeded()).isEqualTo(1);
  }
}

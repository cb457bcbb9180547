package io.stallmark.run.duet;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** The clock and the gate of a side that takes turns. */
final class SideTurnTest {

  private final SideTurn turn = new SideTurn();
  private final AtomicBoolean ended = new AtomicBoolean();

  @Test
  void clockStands_untilTheNextTurn() {
    turn.stop();
    long stood = turn.now();
    assertThat(turn.now()).isEqualTo(stood);
    long before = System.nanoTime();
    turn.begin();
    assertThat(turn.now() - stood).isBetween(0L, System.nanoTime() - before);
  }

  @Test
  void sleeper_doesNotWakeWhileTheClockStands() throws Exception {
    turn.stop();
    FutureTask<Long> sleeper =
        new FutureTask<>(
            () -> {
              turn.sleepUntil(turn.now() + 1);
              return System.nanoTime();
            });
    new Thread(sleeper).start();
    long resumed = System.nanoTime();
    turn.resume();
    assertThat(sleeper.get()).isGreaterThan(resumed);
  }

  @Test
  void client_entersOnlyInItsTurn() throws Exception {
    FutureTask<Boolean> waiter = new FutureTask<>(() -> turn.enter(ended::get));
    Thread client = new Thread(waiter);
    client.start();
    while (client.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertThat(turn.isQuiet()).isTrue();
    turn.begin();
    assertThat(waiter.get()).isTrue();
    assertThat(turn.isQuiet()).isFalse();
  }

  @Test
  void closedGate_isQuietWhenTheLastTransactionHasEnded() {
    turn.begin();
    assertThat(turn.enter(ended::get)).isFalse();
    turn.close();
    assertThat(turn.isQuiet()).isFalse();
    turn.leave();
    assertThat(turn.isQuiet()).isTrue();
  }

  @Test
  void client_allocatesNothingInItsTurn() {
    turn.begin();
    BooleanSupplier over = ended::get;
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long transactions = 10_000;
    cycles(transactions, over);
    long before = threads.getCurrentThreadAllocatedBytes();
    cycles(transactions, over);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(transactions);
  }

  private void cycles(long transactions, BooleanSupplier over) {
    for (long i = 0; i < transactions; i++) {
      turn.enter(over);
      turn.sleepUntil(0); // a start that is due
      turn.leave();
    }
  }

  @Test
  void endOfTheRun_releasesClients() {
    ended.set(true);
    turn.enter(ended::get);
    turn.begin();
    assertThat(turn.enter(ended::get)).isFalse();
  }
}

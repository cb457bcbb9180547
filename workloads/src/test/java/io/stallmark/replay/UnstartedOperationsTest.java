package io.stallmark.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UnstartedOperationsTest {

  private final UnstartedOperations unstarted = new UnstartedOperations();
  private final AtomicBoolean ended = new AtomicBoolean();

  private Thread waiter() {
    Thread waiter = new Thread(() -> unstarted.awaitNone(ended::get));
    waiter.start();
    return waiter;
  }

  /** Waits until the thread is seen to wait for the operations of others. */
  private static void awaitWaiting(Thread thread) {
    while (!isWaiting(thread)) {
      assertThat(thread.isAlive()).as("it has not returned").isTrue();
      Thread.yield();
    }
  }

  private static boolean isWaiting(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
            .anyMatch(frame -> frame.getClassName().equals(UnstartedOperations.class.getName()))
        && thread.getState() == Thread.State.TIMED_WAITING;
  }

  @Test
  void clientWithoutOperations_waitsUntilTheOthersHaveStartedTheirs() throws Exception {
    unstarted.add();
    unstarted.complete();
    ClientQueue empty = new ClientQueue(new AtomicLong(), unstarted);
    empty.complete();
    FutureTask<Object> taken = new FutureTask<>(() -> empty.take(ended::get, any -> {}));
    Thread waiter = new Thread(taken);
    waiter.start();
    awaitWaiting(waiter);
    unstarted.remove();
    assertThat(taken.get()).isNull();
  }

  @Test
  void reader_isWaitedFor() throws Exception {
    Thread waiter = waiter();
    unstarted.add();
    unstarted.remove();
    awaitWaiting(waiter);
    unstarted.complete();
    waiter.join();
  }

  @Test
  void endOfTheRun_endsTheWait() throws Exception {
    unstarted.add();
    Thread waiter = waiter();
    ended.set(true);
    waiter.join();
  }
}

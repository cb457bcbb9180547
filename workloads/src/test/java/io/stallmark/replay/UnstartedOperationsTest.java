package io.stallmark.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UnstartedOperationsTest {

  private final UnstartedOperations unstarted = new UnstartedOperations();
  private final AtomicBoolean ended = new AtomicBoolean();

  private Thread waiter(CountDownLatch returned) {
    Thread waiter =
        new Thread(
            () -> {
              unstarted.awaitNone(ended::get);
              returned.countDown();
            });
    waiter.start();
    return waiter;
  }

  @Test
  void clientWithoutOperations_waitsUntilTheOthersHaveStartedTheirs() throws Exception {
    unstarted.add();
    unstarted.complete();
    ClientQueue empty = new ClientQueue(new AtomicLong(), unstarted);
    empty.complete();
    CountDownLatch returned = new CountDownLatch(1);
    Thread waiter =
        new Thread(
            () -> {
              assertThat(empty.take(ended::get)).isNull();
              returned.countDown();
            });
    waiter.start();
    assertThat(returned.await(50, TimeUnit.MILLISECONDS)).isFalse();
    unstarted.remove();
    waiter.join();
    assertThat(returned.getCount()).isZero();
  }

  @Test
  void reader_isWaitedFor() throws Exception {
    CountDownLatch returned = new CountDownLatch(1);
    Thread waiter = waiter(returned);
    unstarted.add();
    unstarted.remove();
    assertThat(returned.await(50, TimeUnit.MILLISECONDS)).isFalse();
    unstarted.complete();
    waiter.join();
  }

  @Test
  void endOfTheRun_endsTheWait() throws Exception {
    unstarted.add();
    Thread waiter = waiter(new CountDownLatch(1));
    ended.set(true);
    waiter.join();
  }
}

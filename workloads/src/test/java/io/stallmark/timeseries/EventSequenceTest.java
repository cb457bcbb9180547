package io.stallmark.timeseries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class EventSequenceTest {

  @Test
  void eventsAfterOneInAHand_areNotSettled() throws Exception {
    EventSequence events = new EventSequence(100);
    EventSequence.Hand slow = events.hand(0);
    EventSequence.Hand fast = events.hand(1);
    slow.take();
    for (int i = 0; i < 50; i++) {
      fast.take();
      fast.done();
    }
    assertThat(events.settled()).isZero();
    slow.done();
    assertThat(events.settled()).isEqualTo(51);
  }

  @Test
  void settledEvents_areDone_whileOthersAreTaken() throws Exception {
    int most = 100_000;
    EventSequence events = new EventSequence(most);
    AtomicIntegerArray done = new AtomicIntegerArray(most);
    ExecutorService client = Executors.newSingleThreadExecutor();
    try {
      EventSequence.Hand hand = events.hand(0);
      Future<?> taking =
          client.submit(
              () -> {
                for (int i = 0; i < most; i++) {
                  done.set((int) hand.take(), 1);
                  hand.done();
                }
                return null;
              });
      long settled = 0;
      while (settled < most) {
        settled = events.settled();
        assertThat(settled == 0 || done.get((int) settled - 1) == 1).isTrue();
      }
      taking.get();
    } finally {
      client.shutdownNow();
    }
  }
}

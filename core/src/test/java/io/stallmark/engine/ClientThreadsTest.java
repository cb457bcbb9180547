package io.stallmark.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.engine.arrival.ArrivalTimer;
import io.stallmark.engine.arrival.Arrivals;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.engine.arrival.ClosedArrivals;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Plans;
import io.stallmark.plan.RunPlan;
import io.stallmark.spi.DbException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

final class ClientThreadsTest {

  private static final long FOR_EVER = Long.MAX_VALUE;

  private final Map<Integer, Thread> threads = new ConcurrentHashMap<>();

  private ClientThreads.Loop client(int index) {
    threads.put(index, Thread.currentThread());
    return new ClientThreads.Loop() {
      @Override
      public int role() {
        return 0;
      }

      @Override
      public void run(Arrivals arrivals) {}

      @Override
      public void close() {}
    };
  }

  /** When all clients had ended, the trust in the last intervals had no waiting times. */
  @Test
  void threadsOfEndedClients_liveUntilTheyAreReleased() throws Exception {
    ClientThreads clients = ended(StartSignal.AT_ONCE);
    assertThat(threads.values()).hasSize(2).allMatch(Thread::isAlive);
    clients.release();
    for (Thread thread : threads.values()) {
      thread.join();
    }
  }

  @Test
  void signal_isCalledByTheThreadOfEachClient() throws Exception {
    Map<Integer, Thread> started = new ConcurrentHashMap<>();
    StartSignal signal =
        new StartSignal() {
          @Override
          public long begin(Clock clock) {
            return clock.now();
          }

          @Override
          public void starting(int client, int clients) {
            assertThat(clients).isEqualTo(2);
            started.put(client, Thread.currentThread());
          }
        };
    ended(signal).release();
    assertThat(started).isEqualTo(threads);
  }

  /** Returns two clients that have ended. */
  private ClientThreads ended(StartSignal signal) throws Exception {
    ClientThreads clients = new ClientThreads(2, signal, this::client, Clock.SYSTEM);
    clients.connect(new StopFlag(), FOR_EVER);
    RunPlan plan = Plans.of(2, 0, 1, 0, new Pacing.ClosedLoop(), 1, FOR_EVER, FOR_EVER);
    ArrivalTimer timer = new ArrivalTimer(Clock.SYSTEM, () -> false, 0, 0, 1);
    clients.start(List.of(new ClosedArrivals(plan, 0, timer, 0)));
    assertThat(clients.await(FOR_EVER)).isTrue();
    clients.rethrow();
    return clients;
  }

  @Test
  void threadsEnd_whenAClientCannotBeCreated() throws Exception {
    DbException refused = new DbException(DbException.Kind.CONNECTION, "1", "refused", null);
    ClientThreads clients =
        new ClientThreads(
            2,
            StartSignal.AT_ONCE,
            index -> {
              ClientThreads.Loop loop = client(index);
              if (index == 1) {
                throw refused;
              }
              return loop;
            },
            Clock.SYSTEM);
    assertThatThrownBy(() -> clients.connect(new StopFlag(), FOR_EVER)).isSameAs(refused);
    for (Thread thread : threads.values()) {
      thread.join();
    }
  }
}

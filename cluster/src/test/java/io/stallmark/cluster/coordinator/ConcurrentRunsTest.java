package io.stallmark.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stallmark.cluster.coordinator.SyntheticWork.Load;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.plan.Pacing;
import io.stallmark.spi.DbException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Runs of the same agents at the same time, as the sides of a duet. */
final class ConcurrentRunsTest extends OnLocalNetwork {

  /** With as many clients, each has one processor. */
  private static final int MOST_PROCESSORS = 8192;

  private final CyclicBarrier start = new CyclicBarrier(2);
  private final Queue<String> passing = new ConcurrentLinkedQueue<>();

  /** Starts when the other side is ready too. */
  private record Side(String clients, CyclicBarrier start, int intervals, Queue<String> passing)
      implements StartSignal {
    @Override
    public long begin(Clock clock) {
      try {
        start.await();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      return clock.now();
    }

    @Override
    public boolean ended() {
      return passing.stream().filter(clients::equals).count() >= intervals;
    }
  }

  private CompletableFuture<RunResult> side(Coordinator coordinator, Side side) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return run(coordinator, side);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        },
        task -> new Thread(task, side.clients).start());
  }

  private RunResult run(Coordinator coordinator, Side side) throws Exception {
    SharedPlan shared = SyntheticWork.plan(2, new Pacing.ClosedLoop(), side);
    DistributedLoad load =
        new DistributedLoad(
            coordinator, LossPolicy.STOP, shared, side, stop, observer, tallies::add);
    return load.run(interval -> passing.add(side.clients));
  }

  /** Each agent's share of a side ends only after it was told to, so both are there at once. */
  @Test
  void eachAgent_runsBothSides_untilTheSignalEndsThem() throws Exception {
    Load load = Load.of(3, SyntheticWork.WHEN_STOPPED);
    Coordinator coordinator = cluster(LossPolicy.STOP, load, load);
    CompletableFuture<RunResult> a = side(coordinator, new Side("client-a-", start, 3, passing));
    CompletableFuture<RunResult> b = side(coordinator, new Side("client-b-", start, 3, passing));
    for (RunResult result : List.of(a.join(), b.join())) {
      assertThat(result.succeeded()).isEqualTo(600);
      assertThat(result.interrupted()).isFalse();
      assertThat(result.degraded()).isEmpty();
    }
    await().forever().until(() -> ended.get() == 4); // both shares of both agents
    assertThat(warnings).isEmpty();
  }

  @Test
  void lostAgent_isLostForBothSides() throws Exception {
    Load load = Load.of(3, SyntheticWork.WHEN_STOPPED);
    Coordinator coordinator = cluster(LossPolicy.STOP, load, load);
    CompletableFuture<RunResult> a =
        side(coordinator, new Side("client-a-", start, Integer.MAX_VALUE, passing));
    CompletableFuture<RunResult> b =
        side(coordinator, new Side("client-b-", start, Integer.MAX_VALUE, passing));
    until(CompletableFuture.anyOf(a, b), () -> passing.size() >= 4);
    network.kill(buses.get(1).self());
    for (RunResult result : List.of(a.join(), b.join())) {
      assertThat(result.degraded()).contains("agent-1 was lost");
    }
  }

  @Test
  void failureOfOneSide_leavesTheAgentsToTheOtherOne() throws Exception {
    Load load =
        Load.of(3, SyntheticWork.WHEN_STOPPED)
            .connecting(
                signal -> {
                  if (signal.clients().equals("client-b-")) {
                    throw new DbException(DbException.Kind.FATAL, "1045", "no login", null);
                  }
                });
    Coordinator coordinator = cluster(LossPolicy.STOP, load, load);
    CyclicBarrier alone = new CyclicBarrier(1);
    CompletableFuture<RunResult> a = side(coordinator, new Side("client-a-", alone, 3, passing));
    CompletableFuture<RunResult> b = side(coordinator, new Side("client-b-", alone, 3, passing));
    assertThat(b.handle((result, failure) -> String.valueOf(failure)).join()).contains("no login");
    assertThat(a.join().succeeded()).isEqualTo(600);
  }

  /** Otherwise the scheduler prefers a side, or restricts the clients of an ordinary run. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void clientsOfSides_runOnTheProcessorsOfTheirPair_andOthersOnAll() throws Exception {
    Queue<String> processors = new ConcurrentLinkedQueue<>();
    Load load =
        Load.of(3, SyntheticWork.AT_ONCE)
            .connecting(signal -> processors.add(processorsOfAClient(signal)));
    Coordinator coordinator = cluster(LossPolicy.STOP, load);
    run(coordinator, LossPolicy.STOP);
    assertThat(processors).containsExactly(processorsOfAClient(StartSignal.AT_ONCE));
    processors.clear();
    run(coordinator, new Side("client-a-", new CyclicBarrier(1), Integer.MAX_VALUE, passing));
    assertThat(processors).singleElement().asString().containsOnlyDigits();
  }

  /** Returns the processors that a client may use after it has started: a list, such as 0-3. */
  private static String processorsOfAClient(StartSignal signal) {
    return CompletableFuture.supplyAsync(
            () -> {
              signal.starting(0, MOST_PROCESSORS);
              try (Stream<String> status = Files.lines(Path.of("/proc/thread-self/status"))) {
                return status
                    .filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .map(line -> line.split("\t", 2)[1])
                    .findFirst()
                    .orElseThrow();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            task -> new Thread(task).start())
        .join();
  }
}

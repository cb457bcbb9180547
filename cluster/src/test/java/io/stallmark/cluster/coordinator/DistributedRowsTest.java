package io.stallmark.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.cluster.agent.Agent;
import io.stallmark.cluster.agent.AgentListener;
import io.stallmark.cluster.agent.AgentLoad;
import io.stallmark.cluster.bus.Bus;
import io.stallmark.cluster.bus.LocalNetwork;
import io.stallmark.cluster.coordinator.SyntheticWork.Load;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.StopFlag;
import io.stallmark.run.RunHandle;
import io.stallmark.run.RunObserver;
import io.stallmark.spi.DbException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Coordinator and agents that load, on a network inside this JVM. */
final class DistributedRowsTest {

  private final LocalNetwork network = new LocalNetwork();
  private final StopFlag stop = new StopFlag();
  private final List<Bus> buses = new ArrayList<>();
  private final AtomicLong inserted = new AtomicLong();
  private final AtomicLong found = new AtomicLong();
  private final List<Agent> agents = new ArrayList<>();
  private final VirtualClock clock = new VirtualClock();
  private final Coordinator coordinator = new Coordinator(2, LossPolicy.STOP, warning -> {}, clock);

  @AfterEach
  void close() {
    agents.forEach(Agent::close); // also those that were not told to stop
    network.close();
  }

  private void cluster(AgentLoad first, AgentLoad second) throws Exception {
    coordinator.opened(network.open("coordinator", coordinator));
    agent("east", first);
    agent("west", second);
    coordinator.awaitAgents(10 * SyntheticWork.SECOND, stop::requested);
  }

  private void agent(String name, AgentLoad load) throws Exception {
    Agent agent =
        new Agent(
            name,
            (assignment, handle, lines) ->
                new SyntheticWork(assignment, handle, Load.of(1, SyntheticWork.AT_ONCE), clock),
            load,
            () -> AgentListener.NONE,
            clock);
    agents.add(agent);
    Bus bus = network.open(name, agent);
    agent.introduce(bus);
    buses.add(bus);
    network.settle();
  }

  private DistributedRows load() throws DbException, InterruptedException {
    DistributedRows rows = new DistributedRows(coordinator, SyntheticWork.plan(2));
    load(rows);
    return rows;
  }

  private void load(DistributedRows rows) throws DbException, InterruptedException {
    rows.run(
        true,
        77,
        (more, there) -> {
          inserted.addAndGet(more);
          found.addAndGet(there);
        },
        stop);
  }

  /**
   * Loads in another thread, for a test that changes the cluster meanwhile. Returns when all of the
   * latch have begun.
   */
  private CompletableFuture<Void> loading(DistributedRows rows, CountDownLatch begun) {
    CompletableFuture<Void> end =
        CompletableFuture.runAsync(
            () -> {
              try {
                load(rows);
              } catch (Exception e) {
                throw new CompletionException(e);
              }
            },
            task -> new Thread(task, "load").start());
    OnLocalNetwork.until(end, () -> begun.getCount() == 0);
    return end;
  }

  private static AgentLoad inserts(long rows) {
    return (assignment, handle, progress) -> progress.workAdvanced(rows);
  }

  /** Works until it is stopped, as the loaders of a process do. */
  private static AgentLoad endless(CountDownLatch begun) {
    return (assignment, handle, progress) -> {
      begun.countDown();
      awaitStop(handle);
      progress.workAdvanced(3);
      throw new InterruptedException("stopped");
    };
  }

  private static void awaitStop(RunHandle handle) {
    while (!handle.isStopped()) {
      LockSupport.parkNanos(SyntheticWork.MS);
    }
  }

  @Test
  void eachAgentInsertsItsShare_andTheRowsOfAllAreCounted() throws Exception {
    List<String> shares = new ArrayList<>();
    AgentLoad load =
        (assignment, handle, progress) -> {
          synchronized (shares) {
            shares.add(
                assignment.share().index()
                    + " of "
                    + assignment.share().count()
                    + " under "
                    + assignment.owner()
                    + (assignment.resumes() ? ", resumed" : ""));
          }
          progress.workAdvanced(100);
          progress.workFound(7);
        };
    cluster(load, load);
    assertThat(load().lost()).isFalse();
    assertThat(shares)
        .containsExactlyInAnyOrder("0 of 2 under 77, resumed", "1 of 2 under 77, resumed");
    assertThat(inserted).hasValue(200);
    assertThat(found).hasValue(14);
  }

  @Test
  void aRunFollowsALoad() throws Exception {
    cluster(inserts(1), inserts(2));
    for (int i = 0; i < 20; i++) {
      load();
      DistributedLoad run =
          new DistributedLoad(
              coordinator,
              LossPolicy.STOP,
              SyntheticWork.plan(2),
              StartSignal.AT_ONCE,
              stop,
              new RunObserver() {},
              tallies -> {});
      assertThat(run.run(interval -> {}).succeeded()).isEqualTo(200);
    }
    assertThat(inserted).hasValue(60);
  }

  @Test
  void theFailureOfOneAgent_stopsTheOthers_andNamesIt() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    AgentLoad fails =
        (assignment, handle, progress) -> {
          begun.await();
          throw new DbException(DbException.Kind.FATAL, "1114", "The table is full", null);
        };
    cluster(endless(begun), fails);
    DistributedRows rows = new DistributedRows(coordinator, SyntheticWork.plan(2));
    assertThatThrownBy(() -> load(rows))
        .isInstanceOf(DbException.class)
        .hasMessage("agent west: The table is full");
    assertThat(rows.lost()).isFalse();
    assertThat(inserted).hasValue(3); // all that was inserted is known
  }

  @Test
  void aLostAgent_failsTheLoad() throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    cluster(endless(begun), endless(begun));
    DistributedRows rows = new DistributedRows(coordinator, SyntheticWork.plan(2));
    CompletableFuture<Void> end = loading(rows, begun);
    network.kill(buses.get(1).self());
    assertThatThrownBy(end::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .hasMessage("Agent west was lost during the load");
    assertThat(rows.lost()).isTrue();
    assertThatThrownBy(this::load)
        .hasMessage("Agent west has left the cluster, and no other may take its place");
  }

  @Test
  void theUsersWish_endsTheLoadOfAll() throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    cluster(endless(begun), endless(begun));
    DistributedRows rows = new DistributedRows(coordinator, SyntheticWork.plan(2));
    CompletableFuture<Void> end = loading(rows, begun);
    stop.request();
    assertThatThrownBy(end::get).hasMessageContaining("was stopped");
    assertThat(inserted).hasValue(6);
  }

  @Test
  void anAgentThatItsOwnUserStops_hasNotLoadedItsShare() throws Exception {
    cluster(
        inserts(1),
        (assignment, handle, progress) -> {
          throw new InterruptedException("stopped");
        });
    assertThatThrownBy(this::load).hasMessage("agent west: the load was stopped");
  }

  @Test
  void anAgentThatDoesNotStop_isGivenUp() throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch hangs = new CountDownLatch(1);
    AgentLoad hanging =
        (assignment, handle, progress) -> {
          begun.countDown();
          awaitStop(handle);
          hangs.await();
        };
    cluster(endless(begun), hanging);
    DistributedRows rows = new DistributedRows(coordinator, SyntheticWork.plan(2));
    CompletableFuture<Void> end = loading(rows, begun);
    stop.request();
    OnLocalNetwork.until(end, () -> inserted.get() == 3); // of the other agent
    clock.advance(31 * SyntheticWork.SECOND);
    assertThatThrownBy(end::get).isInstanceOf(ExecutionException.class);
    assertThat(rows.lost()).isTrue();
    assertThat(rows.unstopped()).contains("west");
    hangs.countDown();
  }
}

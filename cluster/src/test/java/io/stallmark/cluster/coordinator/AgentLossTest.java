package io.stallmark.cluster.coordinator;

import static io.stallmark.cluster.coordinator.SyntheticWork.AT_ONCE;
import static io.stallmark.cluster.coordinator.SyntheticWork.WHEN_STOPPED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.cluster.agent.Agent;
import io.stallmark.cluster.agent.AgentListener;
import io.stallmark.cluster.bus.Bus;
import io.stallmark.cluster.bus.Member;
import io.stallmark.cluster.coordinator.SyntheticWork.Load;
import io.stallmark.cluster.protocol.AgentAssignment;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.engine.RunResult;
import io.stallmark.plan.Pacing;
import io.stallmark.record.Interval;
import io.stallmark.result.AgentSummary;
import io.stallmark.spi.DbException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Runs that lose an agent, or whose agents fail. */
final class AgentLossTest extends OnLocalNetwork {

  @Test
  void anAgentThatFailsInTheMiddle_keepsItsCounts() throws Exception {
    Load failing =
        Load.of(
            2,
            handle -> {
              throw new IllegalStateException("out of memory");
            });
    Load other = Load.of(2, WHEN_STOPPED);
    Coordinator coordinator = cluster(LossPolicy.STOP, other, failing);
    RunResult result = run(coordinator, LossPolicy.STOP);
    assertThat(result.aborted()).hasMessageContaining("agent-1");
    AgentSummary failed = summaries.get(1);
    assertThat(failed.succeeded()).isPositive();
    assertThat(result.succeeded()).isEqualTo(200 + failed.succeeded());
    assertThat(failed.scheduled())
        .isEqualTo(failed.succeeded() + failed.failed() + failed.unknown());
  }

  @Test
  void aLostAgent_stopsTheRun_whoseFiguresEndBefore() throws Exception {
    Coordinator coordinator =
        cluster(
            LossPolicy.STOP,
            Load.of(5, WHEN_STOPPED),
            Load.of(2, WHEN_STOPPED),
            Load.of(5, WHEN_STOPPED));
    CompletableFuture<RunResult> running = running(coordinator, LossPolicy.STOP);
    killAfterTwoIntervals(running, 1);
    RunResult result = running.join();
    assertThat(result.degraded())
        .isEqualTo(
            "DEGRADED from 2.0 s: agent agent-1 was lost, and the run was stopped"
                + " (--on-agent-loss). The results end there.");
    assertThat(result.succeeded()).isEqualTo(600);
    assertThat(result.elapsed()).isEqualTo(2 * SECOND);
    assertThat(result.interrupted()).isFalse();
    assertThat(warnings)
        .containsExactly("Agent agent-1 is lost; its last interval ended at 2.0 s.");
    assertThat(summaries.get(1).lostAtSeconds()).isEqualTo(2);
    assertThat(summaries.get(1).succeeded()).isEqualTo(200);
    assertThat(perInterval).startsWith(300L, 300L, 200L);
    assertThatThrownBy(() -> run(coordinator, LossPolicy.STOP))
        .isInstanceOf(DbException.class)
        .hasMessage("Agent agent-1 has left the cluster, and no other may take its place");
    Agent again = agent("agent-1", Load.of(1, AT_ONCE));
    assertThat(again.await().how()).isEqualTo(Agent.Ending.REFUSED);
  }

  @Test
  void withContinue_theOthersGoOn() throws Exception {
    Coordinator coordinator =
        cluster(LossPolicy.CONTINUE, Load.of(5, WHEN_STOPPED), Load.of(2, WHEN_STOPPED));
    CompletableFuture<RunResult> running = running(coordinator, LossPolicy.CONTINUE);
    killAfterTwoIntervals(running, 1);
    assertThat(next(running)).isEqualTo(2 * SECOND);
    assertThat(running).isNotDone();
    stop.request();
    RunResult result = running.join();
    assertThat(result.degraded()).startsWith("DEGRADED from 2.0 s: agent agent-1 was lost; ");
    assertThat(result.succeeded()).isEqualTo(400);
    assertThat(summaries.get(0).succeeded()).isEqualTo(500);
  }

  @Test
  void anAgentFrozenFor8Seconds_isNoLoss() throws Exception {
    Coordinator coordinator =
        cluster(LossPolicy.STOP, Load.of(3, WHEN_STOPPED), Load.of(3, WHEN_STOPPED));
    CompletableFuture<RunResult> running = running(coordinator, LossPolicy.STOP);
    assertThat(next(running)).isEqualTo(0);
    network.freeze(buses.get(1).self());
    network.advance(java.time.Duration.ofSeconds(8));
    network.thaw(buses.get(1).self());
    stop.request();
    assertThat(running.join().succeeded()).isEqualTo(600);
    assertThat(warnings).isEmpty();
  }

  @Test
  void anAgentThatAnswersButReportsNothing_isLost_andToldSo() throws Exception {
    AtomicBoolean awake = new AtomicBoolean();
    Coordinator coordinator =
        cluster(LossPolicy.STOP, Load.of(2, AT_ONCE), Load.of(1, handle -> awake.get()));
    CompletableFuture<RunResult> running = running(coordinator, LossPolicy.STOP);
    assertThat(next(running)).isEqualTo(0);
    until(running, () -> !tallies.isEmpty());
    clock.advance(70 * SECOND);
    RunResult result = running.join();
    assertThat(result.degraded()).startsWith("DEGRADED from 1.0 s: agent agent-1 was lost");
    assertThat(warnings)
        .containsExactly(
            "Agent agent-1 has sent nothing for 60 s (--patience); its last interval ended at"
                + " 1.0 s.");
    awake.set(true);
    await().forever().until(() -> orphaned.contains("agent-1"));
    assertThat(agents.get(1).await())
        .isEqualTo(
            new Agent.End(
                Agent.Ending.REFUSED, "This agent has sent nothing for 60 s (--patience)."));
    assertThatThrownBy(() -> run(coordinator, LossPolicy.STOP))
        .hasMessage("Agent agent-1 has left the cluster, and no other may take its place");
  }

  @Test
  void agentsWhoseResultsWait_whileTheCoordinatorWasBlocked_areNotLost() throws Exception {
    AtomicInteger sent = new AtomicInteger();
    AtomicBoolean blocked = new AtomicBoolean();
    Load load = Load.of(3, handle -> blocked.get()).closing(sent::incrementAndGet);
    Coordinator coordinator = cluster(LossPolicy.STOP, load, load);
    during =
        () -> {
          if (blocked.compareAndSet(false, true)) {
            await().forever().until(() -> sent.get() == 2);
            settle();
            clock.advance(70 * SECOND);
          }
        };
    RunResult result = run(coordinator, LossPolicy.STOP);
    assertThat(result.degraded()).isEmpty();
    assertThat(result.succeeded()).isEqualTo(600);
    assertThat(warnings).isEmpty();
  }

  @Test
  void anErrorOfOneAgent_stopsAll_andNamesIt() throws Exception {
    DbException error = new DbException(DbException.Kind.FATAL, "1146", "No such table", null);
    Load failing = Load.of(2, AT_ONCE).with(error);
    RunResult result =
        run(cluster(LossPolicy.STOP, Load.of(3, WHEN_STOPPED), failing), LossPolicy.STOP);
    assertThat(result.aborted()).hasMessage("agent agent-1: No such table");
    assertThat(result.aborted().code()).isEqualTo("1146");
    assertThat(result.succeeded()).isEqualTo(500);
  }

  @Test
  void aLostCoordinator_stopsEveryAgent() throws Exception {
    Coordinator coordinator =
        cluster(LossPolicy.STOP, Load.of(2, WHEN_STOPPED), Load.of(2, WHEN_STOPPED));
    CompletableFuture<RunResult> running = running(coordinator, LossPolicy.STOP);
    assertThat(next(running)).isEqualTo(0);
    network.kill(buses.get(0).members().get(0));
    for (Agent agent : agents) {
      assertThat(agent.await().how()).isEqualTo(Agent.Ending.COORDINATOR_LOST);
    }
    clock.advance(70 * SECOND); // so that the coordinator's thread ends too
    assertThat(running.join().degraded()).startsWith("DEGRADED");
  }

  @Test
  void anAgentThatLeavesBeforeTheFirstRun_isMissedByIt() throws Exception {
    Coordinator coordinator = cluster(LossPolicy.STOP, Load.of(1, AT_ONCE), Load.of(1, AT_ONCE));
    network.kill(buses.get(1).self());
    network.settle();
    assertThatThrownBy(() -> run(coordinator, LossPolicy.STOP))
        .isInstanceOf(DbException.class)
        .hasMessage("Agent agent-1 has left the cluster, and no other may take its place");
  }

  @Test
  void anAgentThatCannotSaveItsIntervals_failsTheRun_andSaysWhy() throws Exception {
    besides =
        new AgentListener() {
          @Override
          public void interval(Interval interval, GeneratorHealth generator) throws IOException {
            throw new IOException("intervals.csv: No space left on device");
          }
        };
    RunResult result =
        run(
            cluster(LossPolicy.STOP, Load.of(2, WHEN_STOPPED), Load.of(2, WHEN_STOPPED)),
            LossPolicy.STOP);
    assertThat(result.degraded()).isEmpty();
    assertThat(result.aborted())
        .hasMessage("agent agent-0: intervals.csv: No space left on device")
        .extracting(DbException::kind)
        .isEqualTo(DbException.Kind.UNFIT);
  }

  @Test
  void anAgentThatCannotCreateItsFiles_failsTheRunBeforeTheStart() throws Exception {
    besides =
        new AgentListener() {
          @Override
          public void begun(AgentAssignment assignment) throws IOException {
            throw new IOException("results: Read-only file system");
          }
        };
    Coordinator coordinator = cluster(LossPolicy.STOP, Load.of(1, AT_ONCE));
    assertThatThrownBy(() -> run(coordinator, LossPolicy.STOP))
        .isInstanceOf(DbException.class)
        .hasMessage("agent agent-0: results: Read-only file system");
  }

  @Test
  void anAgentThatItsUserStops_isLost() throws Exception {
    Coordinator coordinator =
        cluster(LossPolicy.STOP, Load.of(2, WHEN_STOPPED), Load.of(2, WHEN_STOPPED));
    CompletableFuture<RunResult> running = running(coordinator, LossPolicy.STOP);
    assertThat(next(running)).isEqualTo(0);
    agents.get(1).close();
    assertThat(agents.get(1).await().how()).isEqualTo(Agent.Ending.FINISHED);
    buses.get(1).close();
    RunResult result = running.join();
    assertThat(result.degraded()).startsWith("DEGRADED from ").contains("agent agent-1 was lost");
    await().forever().until(agents.get(1)::awaitWork);
    assertThat(orphaned).containsExactly("agent-1");
  }

  @Test
  void aDatabaseThatIsSlowToClose_delaysNoResult() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    Load slow =
        Load.of(1, AT_ONCE)
            .closing(
                () -> {
                  try {
                    closed.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    Coordinator coordinator = cluster(LossPolicy.STOP, slow);
    assertThat(run(coordinator, LossPolicy.STOP).succeeded()).isEqualTo(100);
    coordinator.close();
    network.settle();
    closed.countDown();
    assertThat(agents.get(0).await().how()).isEqualTo(Agent.Ending.FINISHED);
    await().forever().until(agents.get(0)::awaitWork);
    assertThat(ended).hasValue(1);
    assertThat(orphaned).isEmpty();
  }

  @Test
  void agentsThatConnectSlowly_areAwaited() throws Exception {
    Load slow =
        Load.of(1, AT_ONCE)
            .connecting(
                signal -> {
                  for (int i = 0; i < 3; i++) {
                    signal.connecting();
                    network.settle();
                    clock.advance(80 * SECOND);
                  }
                });
    RunResult result = run(cluster(LossPolicy.STOP, Load.of(1, AT_ONCE), slow), LossPolicy.STOP);
    assertThat(result.succeeded()).isEqualTo(200);
  }

  @Test
  void anAgentThatDoesNotBecomeReady_isNamed() throws Exception {
    Load never = Load.of(1, AT_ONCE).connecting(signal -> new CountDownLatch(1).await());
    Coordinator coordinator = cluster(LossPolicy.STOP, Load.of(1, AT_ONCE), never);
    CompletableFuture<RunResult> running = running(coordinator, LossPolicy.STOP);
    until(running, () -> received.contains(Message.Type.READY)); // of the other agent
    await()
        .forever()
        .until(
            () -> {
              clock.advance(91 * SECOND);
              return running.isDone();
            });
    assertThatThrownBy(running::get)
        .rootCause()
        .isInstanceOf(DbException.class)
        .hasMessage("Agents are not ready, and have sent nothing for 90 s (--patience): agent-1");
  }

  @Test
  void arrivalsThatHaveNotStarted_areCountedUntilTheLoss() throws Exception {
    Pacing pacing = new Pacing.OpenLoop(300, Pacing.Distribution.CONSTANT);
    plan = threads -> SyntheticWork.plan(threads, pacing);
    Coordinator coordinator =
        cluster(LossPolicy.STOP, Load.of(5, WHEN_STOPPED), Load.of(2, WHEN_STOPPED));
    CompletableFuture<RunResult> running = running(coordinator, LossPolicy.STOP);
    killAfterTwoIntervals(running, 1);
    RunResult result = running.join();
    assertThat(result.succeeded()).isEqualTo(400);
    // 600 were due; 2 clients may each have one in flight
    assertThat(result.neverStarted()).isEqualTo(198);
    assertThat(result.scheduled()).isEqualTo(598);
  }

  @Test
  void anAgentWhoseCoordinatorHasJustLeft_ends() throws Exception {
    coordinator(3, LossPolicy.STOP);
    agent("agent-0", Load.of(1, AT_ONCE));
    network.settle();
    Member coordinator = buses.get(0).members().get(0);
    Agent late = agent("late", Load.of(1, AT_ONCE), AgentListener.NONE);
    Bus bus = network.open("late", late);
    network.kill(coordinator);
    network.settle();
    late.introduce(bus);
    assertThat(late.await().how()).isEqualTo(Agent.Ending.COORDINATOR_LOST);
  }

  @Test
  void anAgentWhoseStartArrivesLate_saysSo() throws Exception {
    BlockingQueue<Message> answers = new LinkedBlockingQueue<>();
    Bus coordinator = network.open("coordinator", listening(answers));
    agent("late", Load.of(1, AT_ONCE));
    assertThat(answers.take().type()).isEqualTo(Message.Type.HELLO);
    Member late = buses.get(0).self();
    SharedPlan shared = SyntheticWork.plan(1);
    AgentAssignment assignment =
        AgentAssignment.of(0, 1, shared.spec(), null, null, shared.clients(), List.of());
    coordinator.send(late, Message.of(Message.Type.ASSIGN, 1, assignment).toBytes());
    assertThat(answers.take().type()).isEqualTo(Message.Type.READY);
    Message.Start past = new Message.Start(clock.now() - 3 * SECOND);
    coordinator.send(late, Message.of(Message.Type.START, 1, past).toBytes());
    assertThat(answers.take().as(String.class)).contains("it starts 3000 ms late");
  }

  @Test
  void resultsThatADeadCoordinatorHasNotTaken_areKept() throws Exception {
    AtomicInteger sent = new AtomicInteger();
    AtomicBoolean passing = new AtomicBoolean(); // no agent ends before: its results would be taken
    Load load = Load.of(3, handle -> passing.get()).closing(sent::incrementAndGet);
    Coordinator coordinator = cluster(LossPolicy.STOP, load, load);
    Member first = buses.get(0).members().get(0);
    during =
        () -> {
          if (passing.compareAndSet(false, true)) {
            await().forever().until(() -> sent.get() == 2);
            network.kill(first);
            await()
                .forever()
                .failFast("a result was taken", () -> ended.get() > 0)
                .until(() -> orphaned.size() == 2);
          }
        };
    run(coordinator, LossPolicy.STOP);
    assertThat(orphaned).containsExactlyInAnyOrder("agent-0", "agent-1");
    assertThat(ended).hasValue(0);
  }
}

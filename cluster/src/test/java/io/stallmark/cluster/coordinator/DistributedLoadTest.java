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
import io.stallmark.cluster.bus.LocalNetwork;
import io.stallmark.cluster.bus.Member;
import io.stallmark.cluster.coordinator.SyntheticWork.Load;
import io.stallmark.cluster.protocol.AgentAssignment;
import io.stallmark.cluster.protocol.Hello;
import io.stallmark.cluster.protocol.HostProcess;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.engine.RunFailure;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.StopFlag;
import io.stallmark.record.IntervalListener;
import io.stallmark.result.AgentInterval;
import io.stallmark.result.AgentSummary;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.result.metric.HealthMetric;
import io.stallmark.run.RunObserver;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Tally;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Coordinator and agents on a network inside this JVM. */
@Timeout(30)
final class DistributedLoadTest {

  private static final long SECOND = SyntheticWork.SECOND;

  private final LocalNetwork network = new LocalNetwork();
  private final StopFlag stop = new StopFlag();
  private final AtomicLong ahead = new AtomicLong(); // of the coordinator's clock
  private final List<Agent> agents = new ArrayList<>();
  private final List<Bus> buses = new ArrayList<>();
  private final List<AgentInterval> figures = new ArrayList<>();
  private final List<AgentSummary> summaries = new ArrayList<>();
  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final BlockingQueue<List<Tally>> tallies = new LinkedBlockingQueue<>();
  private final List<GeneratorHealth> health = new ArrayList<>();
  private final List<Long> perInterval = new ArrayList<>();
  private final BlockingQueue<Long> passed = new LinkedBlockingQueue<>();

  private final RunObserver observer =
      new RunObserver() {
        @Override
        public void warning(String sentence) {
          warnings.add(sentence);
        }

        @Override
        public void agent(AgentInterval interval) {
          figures.add(interval);
        }
      };

  @AfterEach
  void close() {
    network.close();
  }

  private final AtomicInteger ended = new AtomicInteger(); // agents that have sent their results
  private final AgentListener counting =
      new AgentListener() {
        @Override
        public void ended() {
          ended.incrementAndGet();
        }
      };

  private boolean settled() throws InterruptedException {
    network.settle();
    return true;
  }

  /** What a test does while the coordinator passes an interval on. */
  private Runnable during = () -> {};

  private Coordinator coordinator(int count, LossPolicy onLoss) throws IOException {
    Coordinator coordinator = new Coordinator(count, onLoss, () -> System.nanoTime() + ahead.get());
    coordinator.opened(network.open("coordinator", coordinator));
    return coordinator;
  }

  private Agent agent(String name, Load load) throws IOException {
    Agent agent =
        new Agent(
            name,
            (assignment, handle, lines) -> new SyntheticWork(assignment, handle, load),
            (assignment, handle, progress) -> {},
            counting);
    Bus bus = network.open(name, agent);
    agent.introduce(bus);
    agents.add(agent);
    buses.add(bus);
    return agent;
  }

  private Coordinator cluster(LossPolicy onLoss, Load... loads) throws Exception {
    Coordinator coordinator = coordinator(loads.length, onLoss);
    for (int i = 0; i < loads.length; i++) {
      agent("agent-" + i, loads[i]);
      network.settle();
    }
    coordinator.awaitAgents(10 * SECOND, stop::requested);
    return coordinator;
  }

  private RunResult run(Coordinator coordinator, LossPolicy onLoss) throws Exception {
    int count = coordinator.names().size();
    DistributedLoad load =
        new DistributedLoad(
            coordinator, onLoss, SyntheticWork.plan(count), stop, observer, tallies::add);
    IntervalListener listener =
        interval -> {
          health.add(load.health().interval(interval));
          perInterval.add(interval.series().get(0).successes());
          passed.add(interval.start());
          during.run();
        };
    RunResult result = load.run(listener);
    summaries.addAll(load.agents());
    assertThat(result.balanced()).isTrue();
    assertThat(result.totals().get(0).successes()).isEqualTo(result.succeeded());
    return result;
  }

  /** Runs in another thread, for a test that changes the cluster meanwhile. */
  private CompletableFuture<RunResult> running(Coordinator coordinator, LossPolicy onLoss) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return run(coordinator, onLoss);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void percentilesOfFourAgents_areThoseOfAllValues() throws Exception {
    RunResult result =
        run(
            cluster(
                LossPolicy.STOP,
                IntStream.range(0, 4).mapToObj(i -> Load.of(3, AT_ONCE)).toArray(Load[]::new)),
            LossPolicy.STOP);
    long[] all =
        IntStream.range(0, 4)
            .mapToObj(SyntheticWork::responses)
            .flatMapToLong(Arrays::stream)
            .sorted()
            .toArray();
    Histogram merged = result.totals().get(0).response();
    for (double percent : new double[] {50, 90, 99, 100}) {
      long exact = all[(int) Math.ceil(all.length * percent / 100) - 1];
      assertThat(merged.valuesAreEquivalent(merged.getValueAtPercentile(percent), exact))
          .as("p" + percent)
          .isTrue();
    }
    assertThat(result.succeeded()).isEqualTo(1200);
    assertThat(result.elapsed()).isEqualTo(3 * SECOND);
    assertThat(result.reconnects()).isEqualTo(4);
    assertThat(result.interrupted()).isFalse();
    assertThat(result.degraded()).isEmpty();
    assertThat(perInterval).startsWith(400L, 400L, 400L);
    assertThat(figures.subList(0, 4))
        .extracting(AgentInterval::name)
        .containsExactly("agent-0", "agent-1", "agent-2", "agent-3");
    assertThat(summaries)
        .allSatisfy(
            agent -> {
              assertThat(agent.succeeded()).isEqualTo(300);
              assertThat(agent.threads()).isEqualTo(1);
              assertThat(agent.unknown()).isZero();
              assertThat(agent.lostAtSeconds()).isNull();
              assertThat(agent.transactionsPerSecond()).isPositive();
              assertThat(agent.responseP99Nanoseconds()).isPositive();
            });
    assertThat(tallies.stream().map(own -> own.get(0).number("agent")))
        .containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
  }

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
  void aClockThatMoves_isToldOf_andShiftsNoInterval() throws Exception {
    Coordinator coordinator =
        cluster(LossPolicy.STOP, Load.of(3, WHEN_STOPPED), Load.of(3, WHEN_STOPPED));
    CompletableFuture<RunResult> running = running(coordinator, LossPolicy.STOP);
    passed.poll(10, TimeUnit.SECONDS);
    ahead.set(11 * SECOND); // the next comparison is due, and both agents seem to be behind
    await().until(() -> warnings.size() == 2);
    stop.request();
    RunResult result = running.get(10, TimeUnit.SECONDS);
    assertThat(warnings)
        .allSatisfy(
            line ->
                assertThat(line)
                    .containsPattern("has moved by 11\\d{3} ms since the start")
                    .contains("NTP"));
    assertThat(result.succeeded()).isEqualTo(600);
    assertThat(perInterval).startsWith(200L, 200L, 200L);
    assertThat(summaries).allSatisfy(each -> assertThat(each.skewNanoseconds()).isPositive());
  }

  @Test
  void anAgentThatIsTheBottleneck_taintsTheInterval() throws Exception {
    Load slow = new Load(2, AT_ONCE, true, null, Load.of(1, AT_ONCE).kinds());
    run(cluster(LossPolicy.STOP, Load.of(2, AT_ONCE), slow), LossPolicy.STOP);
    GeneratorHealth first = health.get(0);
    assertThat(first.reasons()).containsExactly(HealthMetric.OWN_CPU);
    assertThat(first.of(HealthMetric.OWN_CPU)).isEqualTo(10);
    assertThat(first.of(HealthMetric.MISSED_ARRIVALS)).isEqualTo(4);
    assertThat(figures.get(0).bound()).isEmpty();
    assertThat(figures.get(1).bound()).isEqualTo("own_cpu");
  }

  @Test
  void aClusterRunsAgain() throws Exception {
    Coordinator coordinator = cluster(LossPolicy.STOP, Load.of(1, AT_ONCE), Load.of(1, AT_ONCE));
    assertThat(run(coordinator, LossPolicy.STOP).succeeded()).isEqualTo(200);
    assertThat(run(coordinator, LossPolicy.STOP).succeeded()).isEqualTo(200);
    coordinator.close();
    assertThat(agents.get(0).await().how()).isEqualTo(Agent.Ending.FINISHED);
  }

  @Test
  void aStopRequest_endsTheRunOfAll_withItsResults() throws Exception {
    Coordinator coordinator =
        cluster(LossPolicy.STOP, Load.of(2, WHEN_STOPPED), Load.of(2, WHEN_STOPPED));
    CompletableFuture<RunResult> running = running(coordinator, LossPolicy.STOP);
    assertThat(passed.poll(10, TimeUnit.SECONDS)).isEqualTo(0);
    stop.request();
    RunResult result = running.get(10, TimeUnit.SECONDS);
    assertThat(result.interrupted()).isTrue();
    assertThat(result.succeeded()).isEqualTo(400);
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
    passed.poll(10, TimeUnit.SECONDS);
    assertThat(passed.poll(10, TimeUnit.SECONDS)).isEqualTo(SECOND);
    network.kill(buses.get(1).self());
    RunResult result = running.get(10, TimeUnit.SECONDS);
    assertThat(result.degraded())
        .isEqualTo(
            "DEGRADED from 2.0 s: agent agent-1 was lost, and the run was stopped"
                + " (--on-agent-loss). The figures are of the time before.");
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
    passed.poll(10, TimeUnit.SECONDS);
    assertThat(passed.poll(10, TimeUnit.SECONDS)).isEqualTo(SECOND);
    network.kill(buses.get(1).self());
    assertThat(passed.poll(10, TimeUnit.SECONDS)).isEqualTo(2 * SECOND);
    assertThat(running).isNotDone();
    stop.request();
    RunResult result = running.get(10, TimeUnit.SECONDS);
    assertThat(result.degraded()).startsWith("DEGRADED from 2.0 s: agent agent-1 was lost; ");
    assertThat(result.succeeded()).isEqualTo(400);
    assertThat(summaries.get(0).succeeded()).isEqualTo(500);
  }

  @Test
  void anAgentFrozenFor8Seconds_isNoLoss() throws Exception {
    Coordinator coordinator =
        cluster(LossPolicy.STOP, Load.of(3, WHEN_STOPPED), Load.of(3, WHEN_STOPPED));
    CompletableFuture<RunResult> running = running(coordinator, LossPolicy.STOP);
    assertThat(passed.poll(10, TimeUnit.SECONDS)).isEqualTo(0);
    network.freeze(buses.get(1).self());
    network.advance(java.time.Duration.ofSeconds(8));
    network.thaw(buses.get(1).self());
    stop.request();
    assertThat(running.get(10, TimeUnit.SECONDS).succeeded()).isEqualTo(600);
    assertThat(warnings).isEmpty();
  }

  @Test
  void anAgentThatAnswersButReportsNothing_isLost_andToldSo() throws Exception {
    AtomicBoolean awake = new AtomicBoolean();
    Coordinator coordinator =
        cluster(LossPolicy.STOP, Load.of(2, AT_ONCE), Load.of(1, handle -> awake.get()));
    CompletableFuture<RunResult> running = running(coordinator, LossPolicy.STOP);
    assertThat(tallies.poll(10, TimeUnit.SECONDS)).isNotNull();
    assertThat(passed.poll(10, TimeUnit.SECONDS)).isEqualTo(0);
    ahead.addAndGet(70 * SECOND);
    RunResult result = running.get(10, TimeUnit.SECONDS);
    assertThat(result.degraded()).startsWith("DEGRADED from 1.0 s: agent agent-1 was lost");
    assertThat(warnings)
        .containsExactly(
            "Agent agent-1 has sent nothing for 60 s (--patience); its last interval ended at"
                + " 1.0 s.");
    awake.set(true);
    assertThat(agents.get(1).await())
        .isEqualTo(
            new Agent.End(
                Agent.Ending.REFUSED, "This agent has sent nothing for 60 s (--patience)."));
    assertThatThrownBy(() -> run(coordinator, LossPolicy.STOP))
        .hasMessage("Agent agent-1 has left the cluster, and no other may take its place");
  }

  @Test
  void agentsWhoseResultsWait_whileTheCoordinatorWasBlocked_areNotLost() throws Exception {
    Coordinator coordinator = cluster(LossPolicy.STOP, Load.of(3, AT_ONCE), Load.of(3, AT_ONCE));
    AtomicBoolean blocked = new AtomicBoolean();
    during =
        () -> {
          if (blocked.compareAndSet(false, true)) {
            await().until(() -> ended.get() == 2);
            await().until(this::settled);
            ahead.addAndGet(70 * SECOND);
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
    Load failing = new Load(2, AT_ONCE, false, error, Load.of(1, AT_ONCE).kinds());
    RunResult result =
        run(cluster(LossPolicy.STOP, Load.of(3, WHEN_STOPPED), failing), LossPolicy.STOP);
    assertThat(result.aborted()).hasMessage("agent agent-1: No such table");
    assertThat(result.aborted().code()).isEqualTo("1146");
    assertThat(result.succeeded()).isEqualTo(500);
  }

  @Test
  void anAgentWithOtherOperations_isRefusedBeforeTheStart() throws Exception {
    Load other = new Load(1, AT_ONCE, false, null, List.of("transaction", "scan"));
    Coordinator coordinator = cluster(LossPolicy.STOP, Load.of(1, AT_ONCE), other);
    assertThatThrownBy(() -> run(coordinator, LossPolicy.STOP))
        .isInstanceOf(DbException.class)
        .hasMessage(
            "Agent agent-1 has the operations [transaction, scan] instead of [transaction,"
                + " point_select]");
  }

  @Test
  void aLostCoordinator_stopsEveryAgent() throws Exception {
    Coordinator coordinator =
        cluster(LossPolicy.STOP, Load.of(2, WHEN_STOPPED), Load.of(2, WHEN_STOPPED));
    CompletableFuture<RunResult> running = running(coordinator, LossPolicy.STOP);
    assertThat(passed.poll(10, TimeUnit.SECONDS)).isEqualTo(0);
    network.kill(buses.get(0).members().get(0));
    for (Agent agent : agents) {
      assertThat(agent.await().how()).isEqualTo(Agent.Ending.COORDINATOR_LOST);
    }
    running.cancel(true);
  }

  @Test
  void missingAgents_areCounted() throws Exception {
    Coordinator coordinator = coordinator(3, LossPolicy.STOP);
    agent("east", Load.of(1, AT_ONCE));
    network.settle();
    assertThatThrownBy(() -> coordinator.awaitAgents(0, stop::requested))
        .isInstanceOf(RunFailure.class)
        .hasMessage(
            "1 of 3 agents have joined after 0 s (east): start the others with 'stallmark agent"
                + " --join', or give them more time with --join-timeout.");
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
  void aSecondAgentOfAName_andAnotherVersion_areRefused() throws Exception {
    Coordinator coordinator = coordinator(2, LossPolicy.STOP);
    agent("east", Load.of(1, AT_ONCE));
    network.settle();
    Agent same = agent("east", Load.of(1, AT_ONCE));
    assertThat(same.await())
        .isEqualTo(
            new Agent.End(
                Agent.Ending.REFUSED,
                "An agent named east is there already, or was: choose another --name."));
    BlockingQueue<Message> answers = new LinkedBlockingQueue<>();
    Bus old = network.open("old", listening(answers));
    Member first = old.members().get(0);
    old.send(
        first,
        Message.of(Message.Type.HELLO, 0, new Hello("old", "0.0", 1, HostProcess.here()))
            .toBytes());
    Message answer = answers.poll(10, TimeUnit.SECONDS);
    assertThat(answer.type()).isEqualTo(Message.Type.REFUSED);
    assertThat(answer.as(String.class)).startsWith("This agent is stallmark 0.0, the coordinator ");
    old.send(first, new byte[] {0, 9, 0, 0, 0, 0, 0, 0});
    assertThat(answers.poll(10, TimeUnit.SECONDS).as(String.class))
        .startsWith(
            "The protocol of the cluster has version %d here and 9 there"
                .formatted(Message.VERSION));
    assertThatThrownBy(() -> coordinator.awaitAgents(0, stop::requested))
        .hasMessageContaining(" Refused: east: An agent named east is there already, or was: ")
        .hasMessageContaining(" old: This agent is stallmark 0.0, ");
  }

  @Test
  void theNameOfTheCoordinatorsAgent_isRefusedForOthers() throws Exception {
    coordinator(2, LossPolicy.STOP);
    BlockingQueue<Message> answers = new LinkedBlockingQueue<>();
    Bus other = network.open("coordinator", listening(answers));
    Hello hello =
        new Hello(
            Coordinator.NAME, StallmarkVersion.stallmark(), 1, new HostProcess("elsewhere", 1));
    other.send(other.members().get(0), Message.of(Message.Type.HELLO, 0, hello).toBytes());
    assertThat(answers.poll(10, TimeUnit.SECONDS).as(String.class))
        .isEqualTo(
            "The agent of the coordinator's own process is named coordinator: choose another"
                + " --name.");
  }

  private static Bus.Listener listening(BlockingQueue<Message> answers) {
    return new Bus.Listener() {
      @Override
      public void message(Member from, byte[] bytes) {
        try {
          answers.add(Message.read(bytes));
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
      }

      @Override
      public void left(Member member) {}
    };
  }

  @Test
  void secrets_areInNoText() {
    assertThat(SyntheticWork.plan(1).toString()).doesNotContain("s3cret");
    SharedPlan plan = SyntheticWork.plan(1);
    String assignment =
        AgentAssignment.of(0, 1, plan.spec(), plan.url(), plan.password(), List.of()).toString();
    assertThat(assignment).doesNotContain("s3cret");
  }
}

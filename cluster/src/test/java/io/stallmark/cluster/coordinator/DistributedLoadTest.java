package io.stallmark.cluster.coordinator;

import static io.stallmark.cluster.coordinator.SyntheticWork.AT_ONCE;
import static io.stallmark.cluster.coordinator.SyntheticWork.WHEN_STOPPED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.cluster.agent.Agent;
import io.stallmark.cluster.bus.Bus;
import io.stallmark.cluster.bus.Member;
import io.stallmark.cluster.coordinator.SyntheticWork.Load;
import io.stallmark.cluster.protocol.AgentAssignment;
import io.stallmark.cluster.protocol.HostProcess;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.engine.RunFailure;
import io.stallmark.engine.RunResult;
import io.stallmark.result.AgentInterval;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.result.metric.HealthMetric;
import io.stallmark.spi.DbException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs whose agents stay to the end, or are refused before the start. */
final class DistributedLoadTest extends OnLocalNetwork {

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
  @Tag("thorough")
  void aThousandAgents_makeOneRun() throws Exception {
    Load[] loads = IntStream.range(0, 1000).mapToObj(i -> Load.of(3, AT_ONCE)).toArray(Load[]::new);
    RunResult result = run(cluster(LossPolicy.STOP, loads), LossPolicy.STOP);
    assertThat(result.succeeded()).isEqualTo(300_000);
    assertThat(summaries).hasSize(1000);
    assertThat(warnings).isEmpty();
  }

  @Test
  void aClockThatMoves_isToldOf_andShiftsNoInterval() throws Exception {
    Coordinator coordinator =
        cluster(LossPolicy.STOP, Load.of(3, WHEN_STOPPED), Load.of(3, WHEN_STOPPED));
    CompletableFuture<RunResult> running = running(coordinator, LossPolicy.STOP);
    assertThat(next(running)).isEqualTo(0);
    ahead.set(11 * SECOND); // the next comparison is due, and both agents seem to be behind
    until(running, () -> warnings.size() == 2);
    stop.request();
    RunResult result = running.join();
    assertThat(warnings)
        .allSatisfy(
            line ->
                assertThat(line).contains("has moved by 11000 ms since the start").contains("NTP"));
    assertThat(result.succeeded()).isEqualTo(600);
    assertThat(perInterval).startsWith(200L, 200L, 200L);
    assertThat(summaries).allSatisfy(each -> assertThat(each.skewNanoseconds()).isPositive());
  }

  @Test
  void anAgentThatIsTheBottleneck_taintsTheInterval() throws Exception {
    Load slow = Load.of(2, AT_ONCE).thatIsBound();
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
    assertThat(next(running)).isEqualTo(0);
    stop.request();
    RunResult result = running.join();
    assertThat(result.interrupted()).isTrue();
    assertThat(result.succeeded()).isEqualTo(400);
  }

  @Test
  void anAgentWithOtherOperations_isRefusedBeforeTheStart() throws Exception {
    Load other = Load.of(1, AT_ONCE).with(List.of("transaction", "scan"));
    Coordinator coordinator = cluster(LossPolicy.STOP, Load.of(1, AT_ONCE), other);
    assertThatThrownBy(() -> run(coordinator, LossPolicy.STOP))
        .isInstanceOf(DbException.class)
        .hasMessage(
            "Agent agent-1 has the operations [transaction, scan] instead of [transaction,"
                + " point_select]");
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
  void missingAgents_thatWereRefused_areNamedAtOnce_andInTheEndWithHowOftenAndWhy()
      throws Exception {
    Coordinator coordinator = coordinator(2, LossPolicy.STOP);
    coordinator.refused("10.0.0.7", "its cluster key is different");
    coordinator.refused("10.0.0.8", "it has no cluster key");
    coordinator.refused("10.0.0.7", "its cluster key is different");
    assertThat(refusals)
        .containsExactly(
            "Refused an agent at 10.0.0.7: its cluster key is different.",
            "Refused an agent at 10.0.0.8: it has no cluster key.");
    assertThatThrownBy(() -> coordinator.awaitAgents(0, stop::requested))
        .isInstanceOf(RunFailure.class)
        .hasMessageEndingWith(
            " Refused: an agent at 10.0.0.7: its cluster key is different. 2 times."
                + " an agent at 10.0.0.8: it has no cluster key.");
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
                "An agent named east has joined before: choose another --name."));
    BlockingQueue<Message> answers = new LinkedBlockingQueue<>();
    Bus old = network.open("old", listening(answers));
    Member first = old.members().get(0);
    old.send(
        first,
        Message.of(Message.Type.HELLO, 0, new Message.Hello("old", "0.0", 1, HostProcess.here()))
            .toBytes());
    Message answer = answers.take();
    assertThat(answer.type()).isEqualTo(Message.Type.REFUSED);
    assertThat(answer.as(String.class)).startsWith("This agent is stallmark 0.0, the coordinator ");
    old.send(first, new byte[] {0, 9, 0, 0, 0, 0, 0, 0});
    assertThat(answers.take().as(String.class))
        .startsWith(
            String.format(
                Locale.ROOT,
                "The protocol of the cluster has version %d here and 9 there",
                Message.VERSION));
    assertThatThrownBy(() -> coordinator.awaitAgents(0, stop::requested))
        .hasMessageContaining(" Refused: east: An agent named east has joined before: ")
        .hasMessageContaining(" old: This agent is stallmark 0.0, ");
  }

  @Test
  void theNameOfTheCoordinatorsAgent_isRefusedForOthers() throws Exception {
    coordinator(2, LossPolicy.STOP);
    BlockingQueue<Message> answers = new LinkedBlockingQueue<>();
    Bus other = network.open("coordinator", listening(answers));
    Message.Hello hello =
        new Message.Hello(
            Coordinator.NAME, StallmarkVersion.stallmark(), 1, new HostProcess("elsewhere", 1));
    other.send(other.members().get(0), Message.of(Message.Type.HELLO, 0, hello).toBytes());
    assertThat(answers.take().as(String.class))
        .isEqualTo(
            "The agent of the coordinator's own process is named coordinator: choose another"
                + " --name.");
  }

  @Test
  void secrets_areInNoText() {
    assertThat(SyntheticWork.plan(1).toString()).doesNotContain("s3cret");
    SharedPlan plan = SyntheticWork.plan(1);
    String assignment =
        AgentAssignment.of(
                0, 1, plan.spec(), plan.url(), plan.password(), plan.clients(), List.of())
            .toString();
    assertThat(assignment).doesNotContain("s3cret");
  }
}

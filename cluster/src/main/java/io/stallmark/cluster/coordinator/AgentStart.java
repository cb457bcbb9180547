package io.stallmark.cluster.coordinator;

import io.stallmark.cluster.protocol.Failure;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.StopFlag;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.run.RunObserver;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Start of a run on all agents at an agreed moment.
 *
 * @param signal says when all could begin at the earliest
 * @param clock the coordinator's
 */
record AgentStart(
    RunAgents agents,
    SharedPlan shared,
    StartSignal signal,
    Clock clock,
    StopFlag stop,
    RunObserver observer) {

  /** Time for the message of the start to arrive, nanoseconds. */
  private static final long DELAY = TimeUnit.SECONDS.toNanos(1);

  /** Additional time for each agent: messages are sent one after the other. */
  private static final long DELAY_PER_AGENT = TimeUnit.MILLISECONDS.toNanos(5);

  private static final double MILLISECOND = 1e6;

  /**
   * Gives every agent its share, waits until all clients of all agents are connected, compares the
   * clocks, and tells every agent when to begin.
   *
   * @return the start of the measurement, on the coordinator's clock
   */
  long start() throws DbException, IOException, InterruptedException {
    for (AgentRun agent : agents.all()) {
      agents.send(agent, Message.Type.ASSIGN, shared.assignment(agent.handle(), agents.handles()));
    }
    await(AgentRun::isReady);
    agents.all().forEach(agents::ping);
    await(agent -> !agent.clock().busy());
    long begin = signal.begin(clock) + DELAY + agents.all().size() * DELAY_PER_AGENT;
    for (AgentRun agent : agents.all()) {
      if (agent.clock().isVague()) {
        observer.warning(
            Text.format(
                "The clock of agent %s is known to ±%.0f ms only: its messages are slow. Its 100 ms slots may be shifted by this time.",
                agent.name(), agent.clock().error() / MILLISECOND));
      }
      agents.send(agent, Message.Type.START, new Message.Start(agent.clock().at(begin)));
    }
    return begin + shared.plan().warmup();
  }

  /** Handles events until all agents are prepared. Gives up when one of the others is silent. */
  private void await(Predicate<AgentRun> prepared)
      throws DbException, IOException, InterruptedException {
    agents.all().forEach(agent -> agent.heard(clock.now()));
    // An agent waits for the server with the same patience, and then says so itself.
    long silence = RunAgents.SILENCE + shared.plan().limits().patience();
    while (!agents.all().stream().allMatch(prepared)) {
      stop.check();
      long now = clock.now(); // before the look at the queue: what waits there is no silence
      Coordinator.Event event = agents.poll();
      if (event != null) {
        handle(event);
        continue;
      }
      String silent =
          agents.all().stream()
              .filter(prepared.negate())
              .filter(agent -> now - agent.heard() >= silence)
              .map(AgentRun::name)
              .collect(Collectors.joining(", "));
      if (!silent.isEmpty()) {
        throw DistributedLoad.failure(
            Text.format(
                "Agents are not ready, and have sent nothing for %d s (--patience): %s",
                TimeUnit.NANOSECONDS.toSeconds(silence), silent));
      }
    }
  }

  private void handle(Coordinator.Event event) throws DbException, IOException {
    AgentRun agent = agents.of(event);
    Message message = event.message();
    if (message == null) {
      throw DistributedLoad.failure(
          "Agent " + agent.name() + " has left the cluster before the start");
    }
    agent.heard(clock.now());
    switch (message.type()) {
      case CONNECTING -> {}
      case READY -> agent.ready(message.as(Message.Ready.class), shared);
      case FAILED -> throw message.as(Failure.class).at(agent.name());
      case PONG -> agents.ponged(agent, message, event.received());
      case WARNING -> agents.warn(agent, message);
      default ->
          throw DistributedLoad.failure(
              "Agent " + agent.name() + " has sent " + message.type() + " early");
    }
  }
}

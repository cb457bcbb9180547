package io.stallmark.cluster.coordinator;

import io.stallmark.cluster.protocol.Message;
import io.stallmark.run.RunObserver;
import io.stallmark.text.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Agents of one run, and the messages to and from them. Used by one thread. */
final class RunAgents {

  /**
   * Least time for which an agent may send nothing that is due, nanoseconds. Longer than failure
   * detection needs: this limit is for a process that lives and answers, but does not work.
   */
  static final long SILENCE = TimeUnit.SECONDS.toNanos(30);

  private static final long TICK_MILLIS = 20;
  private static final double MILLISECOND = 1e6;

  private final Coordinator coordinator;
  private final DistributedLoad.Members members;
  private final RunObserver observer;
  private final List<AgentRun> all = new ArrayList<>();

  RunAgents(
      Coordinator coordinator,
      DistributedLoad.Members members,
      SharedPlan shared,
      RunObserver observer) {
    this.coordinator = coordinator;
    this.members = members;
    this.observer = observer;
    int count = members.agents().size();
    members.agents().forEach(agent -> all.add(new AgentRun(agent, shared, count)));
  }

  /** The agents by their index. */
  List<AgentRun> all() {
    return all;
  }

  List<AgentHandle> handles() {
    return members.agents();
  }

  AgentRun of(Coordinator.Event event) {
    return all.get(event.agent().index());
  }

  /** Waits a moment for an event; null: there is none. */
  Coordinator.@Nullable Event poll() throws InterruptedException {
    return members.events().poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Indices of the agents that have sent more than answers to pings, which is not handled yet. */
  Set<Integer> heard() {
    return members.events().stream()
        .filter(RunAgents::isAboutTheRun)
        .map(event -> event.agent().index())
        .collect(Collectors.toSet());
  }

  private static boolean isAboutTheRun(Coordinator.Event event) {
    Message message = event.message();
    return message == null || message.type() != Message.Type.PONG;
  }

  void send(AgentRun agent, Message.Type type, Object content) {
    coordinator.send(agent.handle(), Message.of(type, members.run(), content));
  }

  void ping(AgentRun agent) {
    send(agent, Message.Type.PING, agent.clock().start(coordinator.now()));
  }

  /** Handles the answer to a ping. */
  void ponged(AgentRun agent, Message message, long received) throws IOException {
    long next = agent.clock().answered(message.as(Message.Pong.class), received, coordinator.now());
    if (next > 0) {
      send(agent, Message.Type.PING, next);
    }
    if (agent.clock().strays()) {
      observer.warning(
          Text.format(
              "The clock of agent %s has moved by %.0f ms since the start, and its 100 ms slots with it: compare short stalls with care, and let NTP set the clocks.",
              agent.name(), agent.clock().largestSkew() / MILLISECOND));
    }
  }

  /** Passes an agent's warning on. */
  void warn(AgentRun agent, Message message) throws IOException {
    observer.warning("Agent " + agent.name() + ": " + message.as(String.class));
  }

  /** Tells all agents that run clients to stop. */
  void stop() {
    all.stream()
        .filter(AgentRun::isRunning)
        .forEach(
            agent ->
                coordinator.send(agent.handle(), Message.of(Message.Type.STOP, members.run())));
  }

  /** Tells an agent that the coordinator has what it measured. */
  void take(AgentRun agent) {
    coordinator.send(agent.handle(), Message.of(Message.Type.TAKEN, members.run()));
  }

  /** Excludes an agent, and tells it why. */
  void exclude(AgentRun agent, String sentence) {
    coordinator.exclude(agent.handle(), sentence);
  }

  /** Ends the run: what agents send later is ignored. */
  void end() {
    coordinator.end(members.run());
  }
}

package io.stallmark.cluster.coordinator;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.HealthSource;
import io.stallmark.cluster.protocol.Done;
import io.stallmark.cluster.protocol.Failure;
import io.stallmark.cluster.protocol.IntervalReport;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.cluster.protocol.Pong;
import io.stallmark.cluster.protocol.Ready;
import io.stallmark.cluster.protocol.Start;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.StopFlag;
import io.stallmark.record.Interval;
import io.stallmark.record.IntervalListener;
import io.stallmark.record.MergedRecorder;
import io.stallmark.result.AgentInterval;
import io.stallmark.result.AgentSummary;
import io.stallmark.run.LoadGenerator;
import io.stallmark.run.RunObserver;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Tally;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Load of one run, distributed to agents. Merges what they measure. Used once, by one thread. */
final class DistributedLoad implements LoadGenerator {

  /** Time between the agreement on the start and the start, nanoseconds. */
  private static final long DELAY = TimeUnit.SECONDS.toNanos(1);

  private static final long BETWEEN_PINGS = TimeUnit.SECONDS.toNanos(10);
  private static final long BETWEEN_LOOKS = TimeUnit.SECONDS.toNanos(1); // for silent agents
  private static final long TICK_MILLIS = 20;

  /**
   * Least time for which an agent may send nothing that is due, nanoseconds. Longer than failure
   * detection needs: this limit is for a process that lives and answers, but does not work.
   */
  private static final long SILENCE = TimeUnit.SECONDS.toNanos(30);

  private static final double SECOND = 1e9;
  private static final double MILLISECOND = 1e6;

  /**
   * Agents of a run, and what they send.
   *
   * @param run number of the run
   */
  record Members(int run, List<AgentHandle> agents, BlockingQueue<Coordinator.Event> events) {}

  private final Coordinator coordinator;
  private final LossPolicy onLoss;
  private final SharedPlan shared;
  private final StopFlag stop;
  private final RunObserver observer;
  private final Consumer<List<Tally>> tallies;
  private final Members members;
  private final List<AgentRun> agents = new ArrayList<>();
  private final MergedHealth health;
  private @Nullable MergedRecorder merged;
  private @Nullable IntervalListener listener;
  private boolean stopped; // the agents were told to stop
  private boolean begun; // the listener was told that the measurement has begun
  private @Nullable AgentRun lost; // the first
  private long counted = Long.MAX_VALUE; // end of the last interval that the headline is of

  /**
   * @param tallies receives what the clients of each agent did
   * @throws DbException if an agent has left before
   */
  DistributedLoad(
      Coordinator coordinator,
      LossPolicy onLoss,
      SharedPlan shared,
      StopFlag stop,
      RunObserver observer,
      Consumer<List<Tally>> tallies)
      throws DbException {
    this.coordinator = coordinator;
    this.onLoss = onLoss;
    this.shared = shared;
    this.stop = stop;
    this.observer = observer;
    this.tallies = tallies;
    members = coordinator.begin();
    int count = members.agents().size();
    members.agents().forEach(agent -> agents.add(new AgentRun(agent, shared, count)));
    health =
        new MergedHealth(
            members.agents().stream().mapToInt(agent -> agent.hello().processors()).sum());
  }

  @Override
  public List<AgentSummary> agents() {
    return agents.stream().map(AgentRun::summary).toList();
  }

  @Override
  public HealthSource health() {
    return health;
  }

  @Override
  public RunResult run(IntervalListener receiver)
      throws DbException, IOException, InterruptedException {
    listener = receiver;
    boolean complete = false;
    try {
      connect();
      compareClocks();
      long origin = start();
      collect(origin);
      complete = true;
      return result();
    } finally {
      if (!complete) {
        stopAgents();
      }
      coordinator.end(members.run());
    }
  }

  /** Gives every agent its share, and waits until all clients of all agents are connected. */
  private void connect() throws DbException, IOException, InterruptedException {
    for (AgentRun agent : agents) {
      send(agent, Message.Type.ASSIGN, shared.assignment(agent.handle(), members.agents()));
    }
    long giveUp = coordinator.now() + shared.plan().patience();
    while (agents.stream().anyMatch(agent -> !agent.isReady())) {
      prepared(giveUp);
    }
  }

  /** Handles an event before the start. */
  private void prepared(long giveUp) throws DbException, IOException, InterruptedException {
    stop.check();
    if (coordinator.now() - giveUp >= 0) {
      throw failure(
          "Agents were not ready in time (--patience): "
              + agents.stream()
                  .filter(agent -> !agent.isReady())
                  .map(AgentRun::name)
                  .collect(Collectors.joining(", ")));
    }
    Coordinator.Event event = members.events().poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
    if (event == null) {
      return;
    }
    AgentRun agent = agents.get(event.agent().index());
    Message message = event.message();
    if (message == null) {
      throw failure("Agent " + agent.name() + " has left the cluster before the start");
    }
    switch (message.type()) {
      case READY -> agent.ready(message.as(Ready.class), shared);
      case FAILED -> throw message.as(Failure.class).at(agent.name());
      case PONG -> ponged(agent, message, event.received());
      case WARNING -> warn(agent, message);
      default -> throw failure("Agent " + agent.name() + " has sent " + message.type() + " early");
    }
  }

  static DbException failure(String sentence) {
    return new DbException(DbException.Kind.UNFIT, "agents", sentence, null);
  }

  private void compareClocks() throws DbException, IOException, InterruptedException {
    agents.forEach(this::ping);
    long giveUp = coordinator.now() + shared.plan().patience();
    while (agents.stream().anyMatch(agent -> agent.clock().busy())) {
      prepared(giveUp);
    }
  }

  private void ping(AgentRun agent) {
    send(agent, Message.Type.PING, agent.clock().start(coordinator.now()));
  }

  private void ponged(AgentRun agent, Message message, long received) throws IOException {
    long next = agent.clock().answered(message.as(Pong.class), received, coordinator.now());
    if (next > 0) {
      send(agent, Message.Type.PING, next);
    }
    if (agent.clock().strays()) {
      observer.warning(
          "The clock of agent %s has moved by %.0f ms since the start, and its 100 ms slots with it: compare short stalls with care, and let NTP set the clocks."
              .formatted(agent.name(), agent.clock().largestSkew() / MILLISECOND));
    }
  }

  private void warn(AgentRun agent, Message message) throws IOException {
    observer.warning("Agent " + agent.name() + ": " + message.as(String.class));
  }

  /** Tells every agent when to begin. Returns the start of the measurement. */
  private long start() {
    long begin = coordinator.now() + DELAY;
    for (AgentRun agent : agents) {
      if (agent.clock().isVague()) {
        observer.warning(
            "The clock of agent %s is known to ±%.0f ms only, because its messages take so long; its 100 ms slots may be shifted by as much."
                .formatted(agent.name(), agent.clock().error() / MILLISECOND));
      }
      send(agent, Message.Type.START, new Start(agent.clock().at(begin)));
    }
    return begin + shared.plan().warmup();
  }

  /** Merges the intervals until no agent sends more. */
  private void collect(long origin) throws IOException, InterruptedException {
    MergedRecorder recorder =
        new MergedRecorder(
            shared.kinds(),
            shared.units(),
            shared.plan().interval(),
            agents.size(),
            origin,
            this::pass);
    merged = recorder;
    long nextPings = coordinator.now() + BETWEEN_PINGS;
    long nextLook = coordinator.now();
    while (!recorder.isComplete()) {
      Coordinator.Event event = members.events().poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
      if (stop.requested() && !stopped) {
        stopAgents();
      }
      long now = coordinator.now();
      if (now - origin >= 0) {
        begin();
      }
      if (now - nextPings >= 0) {
        nextPings = now + BETWEEN_PINGS;
        agents.stream().filter(AgentRun::isRunning).forEach(this::ping);
      }
      if (event != null) {
        handle(agents.get(event.agent().index()), event, recorder);
      }
      if (event == null || now - nextLook >= 0) { // also if others never pause
        nextLook = now + BETWEEN_LOOKS;
        giveUpSilent(origin, recorder);
      }
    }
  }

  /** Loses agents whose next interval or result is overdue. */
  private void giveUpSilent(long origin, MergedRecorder recorder) throws IOException {
    long wait = Math.max(SILENCE, shared.plan().patience());
    // What waits in the queue is no silence: this thread may itself have been blocked.
    Set<Integer> heard =
        members.events().stream()
            .filter(DistributedLoad::isAboutTheRun)
            .map(event -> event.agent().index())
            .collect(Collectors.toSet());
    for (AgentRun agent : agents) {
      if (heard.contains(agent.index())) {
        continue;
      }
      long due = origin + (recorder.sent(agent.index()) + 1) * shared.plan().interval();
      if (agent.isRunning() && coordinator.now() - due >= wait) {
        String silent =
            "has sent nothing for %d s (--patience)"
                .formatted(TimeUnit.NANOSECONDS.toSeconds(wait));
        coordinator.exclude(agent.handle(), "This agent " + silent + ".");
        lose(agent, silent, recorder);
      }
    }
  }

  /** Whether it is more than an answer to a ping. */
  private static boolean isAboutTheRun(Coordinator.Event event) {
    Message message = event.message();
    return message == null || message.type() != Message.Type.PONG;
  }

  private void handle(AgentRun agent, Coordinator.Event event, MergedRecorder recorder)
      throws IOException {
    Message message = event.message();
    if (agent.isLost()) {
      return; // it was given up, and works again
    }
    if (message == null) {
      lose(agent, "is lost", recorder);
      return;
    }
    switch (message.type()) {
      case INTERVAL -> {
        IntervalReport report = IntervalReport.read(message);
        agent.add(report.head());
        recorder.add(agent.index(), report.interval());
      }
      case PONG -> ponged(agent, message, event.received());
      case WARNING -> warn(agent, message);
      case DONE -> {
        Done done = message.as(Done.class);
        agent.done(done);
        tallies.accept(done.tallies());
        if (done.aborted() != null) {
          stopAgents();
        }
        recorder.ended(agent.index());
      }
      case FAILED -> {
        agent.failed(message.as(Failure.class));
        stopAgents();
        recorder.ended(agent.index());
      }
      default -> throw new IOException("Agent " + agent.name() + " has sent " + message.type());
    }
  }

  private void lose(AgentRun agent, String why, MergedRecorder recorder) throws IOException {
    if (!agent.isRunning()) {
      return;
    }
    long end = recorder.sent(agent.index()) * shared.plan().interval();
    double at = end / SECOND;
    agent.lost(at);
    lost = lost == null ? agent : lost;
    counted = Math.min(counted, end);
    observer.warning(
        "Agent %s %s; its last interval ended at %.1f s.".formatted(agent.name(), why, at));
    if (onLoss == LossPolicy.STOP) {
      stopAgents();
    }
    recorder.lost(agent.index());
  }

  private void begin() {
    if (!begun) {
      begun = true;
      receiver().begun();
    }
  }

  private IntervalListener receiver() {
    return Objects.requireNonNull(listener);
  }

  /** Passes a merged interval on, with those of the agents before it. */
  private void pass(Interval interval) throws IOException {
    begin();
    health.next(
        agents.stream()
            .map(agent -> agent.health(interval.start()))
            .filter(Objects::nonNull)
            .map(GeneratorHealth.class::cast)
            .toList());
    for (AgentRun agent : agents) {
      AgentInterval own = agent.take(interval.start(), interval.start() < counted);
      if (own != null) {
        observer.agent(own);
      }
    }
    receiver().interval(interval);
  }

  private void stopAgents() {
    stopped = true;
    agents.stream()
        .filter(AgentRun::isRunning)
        .forEach(
            agent ->
                coordinator.send(agent.handle(), Message.of(Message.Type.STOP, members.run())));
  }

  private void send(AgentRun agent, Message.Type type, Object content) {
    coordinator.send(agent.handle(), Message.of(type, members.run(), content));
  }

  private RunResult result() throws IOException {
    ResultMerger merger = new ResultMerger(shared, agents, Objects.requireNonNull(merged));
    return lost == null
        ? merger.complete(stop.requested())
        : merger.degraded(counted, degraded(lost), stop.requested());
  }

  private String degraded(AgentRun agent) {
    return "DEGRADED from %.1f s: agent %s was lost%s. The figures are of the time before."
        .formatted(
            counted / SECOND,
            agent.name(),
            onLoss == LossPolicy.STOP
                ? ", and the run was stopped (--on-agent-loss)"
                : "; the others went on");
  }
}

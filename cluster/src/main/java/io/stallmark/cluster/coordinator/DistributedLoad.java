package io.stallmark.cluster.coordinator;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.HealthSource;
import io.stallmark.cluster.protocol.Done;
import io.stallmark.cluster.protocol.Failure;
import io.stallmark.cluster.protocol.IntervalReport;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.StopFlag;
import io.stallmark.engine.arrival.ArrivalCount;
import io.stallmark.record.Interval;
import io.stallmark.record.IntervalListener;
import io.stallmark.record.MergedRecorder;
import io.stallmark.result.AgentInterval;
import io.stallmark.result.AgentSummary;
import io.stallmark.run.LoadGenerator;
import io.stallmark.run.RunObserver;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Tally;
import io.stallmark.text.Text;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Load of one run, distributed to agents. Merges what they measure. Used once, by one thread. */
final class DistributedLoad implements LoadGenerator {

  private static final long BETWEEN_PINGS = TimeUnit.SECONDS.toNanos(10);
  private static final long BETWEEN_LOOKS = TimeUnit.SECONDS.toNanos(1); // for silent agents
  private static final double SECOND = 1e9;

  /**
   * Agents of a run, and what they send.
   *
   * @param run number of the run
   */
  record Members(int run, List<AgentHandle> agents, BlockingQueue<Coordinator.Event> events) {}

  private final Coordinator coordinator;
  private final LossPolicy onLoss;
  private final SharedPlan shared;
  private final StartSignal signal;
  private final StopFlag stop;
  private final RunObserver observer;
  private final Consumer<List<Tally>> tallies;
  private final RunAgents agents;
  private final MergedHealth health;
  private @Nullable MergedRecorder merged;
  private @Nullable IntervalListener listener;
  private boolean stopped; // the agents were told to stop
  private boolean begun; // the listener was told that the measurement has begun
  private @Nullable AgentRun lost; // the first
  private final List<ArrivalCount> arrivals; // by role; until the end of what is counted
  private long lostAt = Long.MAX_VALUE; // earliest end of a lost agent's last interval

  /**
   * @param signal decides when the clients start, and whether they end before the plan does
   * @param tallies receives what the clients of each agent did
   * @throws DbException if an agent has left before
   */
  DistributedLoad(
      Coordinator coordinator,
      LossPolicy onLoss,
      SharedPlan shared,
      StartSignal signal,
      StopFlag stop,
      RunObserver observer,
      Consumer<List<Tally>> tallies)
      throws DbException {
    this.coordinator = coordinator;
    this.onLoss = onLoss;
    this.shared = shared;
    this.signal = signal;
    this.stop = stop;
    this.observer = observer;
    this.tallies = tallies;
    agents = new RunAgents(coordinator, coordinator.begin(), shared, observer);
    arrivals = ArrivalCount.of(shared.plan());
    health = new MergedHealth(processors(agents.handles()));
  }

  /** Number of processors of all machines. Agents may share one. */
  private static double processors(List<AgentHandle> agents) {
    Map<String, Integer> machines = new HashMap<>();
    int unknown = 0;
    for (AgentHandle agent : agents) {
      String host = agent.hello().process().host();
      if (host.isEmpty()) {
        unknown += agent.hello().processors();
      } else {
        machines.put(host, agent.hello().processors());
      }
    }
    return unknown + machines.values().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public List<AgentSummary> agents() {
    return agents.all().stream().map(AgentRun::summary).toList();
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
      collect(new AgentStart(agents, shared, signal, coordinator.clock(), stop, observer).start());
      complete = true;
      return result();
    } finally {
      if (!complete) {
        stopAgents();
      }
      agents.end();
    }
  }

  static DbException failure(String sentence) {
    return DbException.unfit("agents", sentence);
  }

  /** Merges the intervals until no agent sends more. */
  private void collect(long origin) throws IOException, InterruptedException {
    MergedRecorder recorder =
        new MergedRecorder(
            shared.kinds(),
            shared.units(),
            shared.plan().interval(),
            agents.all().size(),
            origin,
            this::pass);
    merged = recorder;
    long nextPings = coordinator.now() + BETWEEN_PINGS;
    long nextLook = coordinator.now();
    while (!recorder.isComplete()) {
      Coordinator.Event event = agents.poll();
      if ((stop.requested() || signal.ended()) && !stopped) {
        stopAgents();
      }
      long now = coordinator.now();
      if (now - origin >= 0) {
        begin();
      }
      if (now - nextPings >= 0) {
        nextPings = now + BETWEEN_PINGS;
        agents.all().stream().filter(AgentRun::isRunning).forEach(agents::ping);
      }
      if (event != null) {
        handle(agents.of(event), event, recorder);
      }
      if (event == null || now - nextLook >= 0) { // also if others never pause
        nextLook = now + BETWEEN_LOOKS;
        giveUpSilent(origin, recorder);
      }
    }
  }

  /** Loses agents whose next interval or result is overdue. */
  private void giveUpSilent(long origin, MergedRecorder recorder) throws IOException {
    long wait = Math.max(RunAgents.SILENCE, shared.plan().limits().patience());
    // What waits in the queue is no silence: this thread may itself have been blocked.
    Set<Integer> heard = agents.heard();
    for (AgentRun agent : agents.all()) {
      long due = origin + (recorder.sent(agent.index()) + 1) * shared.plan().interval();
      if (agent.isRunning() && !heard.contains(agent.index()) && coordinator.now() - due >= wait) {
        String silent =
            Text.format(
                "has sent nothing for %d s (--patience)", TimeUnit.NANOSECONDS.toSeconds(wait));
        agents.exclude(agent, "This agent " + silent + ".");
        lose(agent, silent, recorder);
      }
    }
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
      case PONG -> agents.ponged(agent, message, event.received());
      case WARNING -> agents.warn(agent, message);
      case DONE -> {
        Done done = message.as(Done.class);
        agent.done(done);
        agents.take(agent);
        tallies.accept(done.tallies());
        if (done.aborted() != null) {
          stopAgents();
        }
        recorder.ended(agent.index());
      }
      case FAILED -> {
        agent.failed(message.as(Failure.class));
        agents.take(agent);
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
    long end = recorder.end(agent.index());
    double at = end / SECOND;
    agent.lost(at);
    lost = lost == null ? agent : lost;
    lostAt = Math.min(lostAt, end);
    observer.warning(
        Text.format("Agent %s %s; its last interval ended at %.1f s.", agent.name(), why, at));
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
        agents.all().stream()
            .map(agent -> agent.health(interval.start()))
            .filter(Objects::nonNull)
            .map(GeneratorHealth.class::cast)
            .toList());
    for (AgentRun agent : agents.all()) {
      AgentInterval own = agent.take(interval.start(), interval.isCounted());
      if (own != null) {
        observer.agent(own);
      }
    }
    if (interval.isCounted()) {
      arrivals.forEach(count -> count.advance(interval.end()));
    }
    receiver().interval(interval);
  }

  private void stopAgents() {
    stopped = true;
    agents.stop();
  }

  private RunResult result() throws IOException {
    ResultMerger merger =
        new ResultMerger(shared, agents.all(), arrivals, Objects.requireNonNull(merged));
    return lost == null
        ? merger.complete(stop.requested())
        : merger.degraded(degraded(lost), stop.requested());
  }

  private String degraded(AgentRun agent) {
    return Text.format(
        "DEGRADED from %.1f s: agent %s was lost%s. The results end there.",
        lostAt / SECOND,
        agent.name(),
        onLoss == LossPolicy.STOP
            ? ", and the run was stopped (--on-agent-loss)"
            : "; the others continued");
  }
}

package io.stallmark.cluster.coordinator;

import io.stallmark.analysis.cost.probe.ProcessFamily;
import io.stallmark.cluster.bus.Bus;
import io.stallmark.cluster.bus.Member;
import io.stallmark.cluster.protocol.HostProcess;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.engine.RunFailure;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.run.BenchmarkContext;
import io.stallmark.run.LoadGenerator;
import io.stallmark.run.RunJob;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.tables.RemoteLoaders;
import io.stallmark.text.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the agents of a cluster and distributes the load of runs to them. Create it, open the bus
 * with it as the listener, call {@link #opened}, then {@link #awaitAgents}. Thread-safe.
 */
public final class Coordinator implements Bus.Listener, AutoCloseable {

  /** Name of the agent in the process of the coordinator, which is the first one. */
  public static final String NAME = "coordinator";

  private static final long TICK_MILLIS = 20;

  private final int count;
  private final LossPolicy onLoss;
  private final Consumer<String> warnings;
  private final Clock clock;
  private final CompletableFuture<Bus> bus = new CompletableFuture<>();
  private final List<AgentHandle> agents = new ArrayList<>(); // guarded by this

  /** Events of the runs and loads in progress, by their number; guarded by this. */
  private final Map<Integer, BlockingQueue<Event>> events = new HashMap<>();

  private int run; // number of the last run or load; guarded by this
  private boolean complete; // all agents have joined; guarded by this
  private boolean ownExpected; // one place is for the agent of this process; guarded by this
  private @Nullable String lost; // name of an agent that has left; guarded by this

  /** How often each sentence was the reason of a refusal; guarded by this. */
  private final Map<String, Integer> refusals = new LinkedHashMap<>();

  /**
   * What an agent has sent or done during a run.
   *
   * @param message null: the agent has left
   * @param received on the coordinator's clock
   */
  record Event(AgentHandle agent, @Nullable Message message, long received) {}

  /**
   * @param count number of agents of every run
   * @param warnings receives each reason of a refusal once, until all agents have joined
   */
  public Coordinator(int count, LossPolicy onLoss, Consumer<String> warnings) {
    this(count, onLoss, warnings, Clock.SYSTEM);
  }

  Coordinator(int count, LossPolicy onLoss, Consumer<String> warnings, Clock clock) {
    this.count = count;
    this.onLoss = onLoss;
    this.warnings = warnings;
    this.clock = clock;
  }

  Clock clock() {
    return clock;
  }

  /** Time on the coordinator's clock, nanoseconds. */
  long now() {
    return clock.now();
  }

  public void opened(Bus opened) {
    bus.complete(opened);
  }

  /** Keeps a place for the agent of this process, which is one of them. */
  public synchronized void reserveOwn() {
    ownExpected = true;
  }

  /**
   * Waits until all agents have joined.
   *
   * @param timeout nanoseconds
   * @param stopped whether the user wants to stop
   * @throws RunFailure if some are missing after the timeout
   * @throws InterruptedException when a stop was requested
   */
  public void awaitAgents(long timeout, BooleanSupplier stopped)
      throws RunFailure, InterruptedException {
    awaitAgents(
        timeout,
        stopped,
        () -> false,
        "start the others with 'stallmark agent --join', or give them more time with"
            + " --join-timeout.");
  }

  /**
   * Waits until all agents have joined, which are processes that this one has started.
   *
   * @param ended whether one of the processes has ended, which is a failure
   */
  public void awaitLocalAgents(long timeout, BooleanSupplier stopped, BooleanSupplier ended)
      throws RunFailure, InterruptedException {
    awaitAgents(
        timeout,
        stopped,
        ended,
        "the others print why they cannot start, or need more time with --join-timeout.");
  }

  private void awaitAgents(
      long timeout, BooleanSupplier stopped, BooleanSupplier ended, String advice)
      throws RunFailure, InterruptedException {
    long begin = now();
    long giveUp = begin + timeout;
    synchronized (this) {
      while (agents.size() < count) {
        if (stopped.getAsBoolean()) {
          throw new InterruptedException("Interrupted; nothing was measured.");
        }
        if (now() - giveUp >= 0 || ended.getAsBoolean()) {
          throw missing(now() - begin, advice);
        }
        wait(TICK_MILLIS);
      }
      complete = true;
    }
  }

  private synchronized RunFailure missing(long waited, String advice) {
    return new RunFailure(
        "%d of %d agents have joined after %d s%s: %s%s",
        agents.size(),
        count,
        TimeUnit.NANOSECONDS.toSeconds(waited),
        agents.isEmpty() ? "" : " (" + String.join(", ", names()) + ")",
        advice,
        refusals.isEmpty() ? "" : " Refused: " + refused());
  }

  private synchronized String refused() {
    return refusals.entrySet().stream()
        .map(
            each -> each.getKey() + (each.getValue() == 1 ? "" : " " + each.getValue() + " times."))
        .collect(Collectors.joining(" "));
  }

  /** Names of the agents, in their order. */
  public synchronized List<String> names() {
    return agents.stream().map(AgentHandle::name).toList();
  }

  /** Returns where the load of runs that start by a signal is generated: by the agents. */
  public LoadGenerator.Factory generators(StartSignal signal) {
    return new LoadGenerator.Factory() {
      @Override
      public void check(RunJob job) throws SpecException {
        job.checkShared(count);
      }

      @Override
      public LoadGenerator of(BenchmarkContext context, ProcessFamily server) throws DbException {
        return new DistributedLoad(
            Coordinator.this,
            onLoss,
            SharedPlan.of(context, signal),
            signal,
            context.stop(),
            context.observer(),
            context.workload()::add);
      }

      @Override
      public RemoteLoaders loaders(BenchmarkContext context) {
        return new DistributedRows(Coordinator.this, SharedPlan.of(context, signal));
      }
    };
  }

  /**
   * Begins a run or load on all agents.
   *
   * @throws DbException if an agent has left
   */
  synchronized DistributedLoad.Members begin() throws DbException {
    if (lost != null) {
      throw DbException.unfit("agent_lost", hasLeft(lost));
    }
    BlockingQueue<Event> queue = new LinkedBlockingQueue<>();
    run++;
    events.put(run, queue);
    return new DistributedLoad.Members(run, List.copyOf(agents), queue);
  }

  private static String hasLeft(String name) {
    return Text.format("Agent %s has left the cluster, and no other may take its place", name);
  }

  /** Ends a run or load: messages that arrive later are ignored. */
  synchronized void end(int ended) {
    events.remove(ended);
  }

  /**
   * Excludes an agent that is still connected, and tells it so. No further run can begin.
   *
   * @param sentence why, for its user
   */
  synchronized void exclude(AgentHandle agent, String sentence) {
    if (lost == null) {
      lost = agent.name();
    }
    refuse(agent.member(), agent.name(), sentence);
  }

  /** Sends a message to an agent. One that has left gets none: its loss is another event. */
  void send(AgentHandle agent, Message message) {
    send(agent.member(), message);
  }

  private void send(Member member, Message message) {
    try {
      bus.join().send(member, message.toBytes());
    } catch (IOException e) {
      // The member has left, which the listener reports.
    }
  }

  @Override
  public void message(Member from, byte[] bytes) {
    long received = now();
    try {
      Message message = Message.read(bytes);
      if (message.type() == Message.Type.HELLO) {
        hello(from, message.as(Message.Hello.class));
      } else {
        pass(from, message, received);
      }
    } catch (IOException e) {
      refuse(from, from.name(), String.valueOf(e.getMessage()));
    }
  }

  private synchronized void hello(Member from, Message.Hello hello) {
    String refusal = refusal(hello);
    if (refusal == null) {
      agents.add(new AgentHandle(agents.size(), from, hello));
      number();
      notifyAll();
    } else {
      refuse(from, hello.name(), refusal);
    }
  }

  /** Why an agent is not accepted; null: it is. */
  private synchronized @Nullable String refusal(Message.Hello hello) {
    String own = StallmarkVersion.stallmark();
    if (!hello.stallmark().equals(own)) {
      return Text.format(
          "This agent is stallmark %s, the coordinator %s: use the same version on all machines.",
          hello.stallmark(), own);
    }
    if (hello.name().equals(NAME) && !hello.process().equals(HostProcess.here())) {
      return Text.format(
          "The agent of the coordinator's own process is named %s: choose another --name.", NAME);
    }
    if (agents.stream().anyMatch(each -> each.name().equals(hello.name()))) {
      return Text.format(
          "An agent named %s has joined before: choose another --name.", hello.name());
    }
    if (lost != null) {
      return hasLeft(lost) + ".";
    }
    boolean reserved = ownExpected && !hello.name().equals(NAME) && !names().contains(NAME);
    return agents.size() < count - (reserved ? 1 : 0)
        ? null
        : Text.format(
            "The cluster has its %d agents: start the coordinator with more --agents.", count);
  }

  /** Numbers the agents: the one of this process first, then by name. */
  private synchronized void number() {
    agents.sort(
        Comparator.comparing((AgentHandle agent) -> !agent.name().equals(NAME))
            .thenComparing(agent -> agent.name().length())
            .thenComparing(AgentHandle::name));
    for (int i = 0; i < agents.size(); i++) {
      AgentHandle agent = agents.get(i);
      agents.set(i, new AgentHandle(i, agent.member(), agent.hello()));
    }
  }

  private synchronized void refuse(Member member, String name, String sentence) {
    addRefusal(name + ": " + sentence);
    send(member, Message.of(Message.Type.REFUSED, 0, sentence));
  }

  @Override
  public synchronized void refused(String address, String why) {
    addRefusal("an agent at " + address + ": " + why + ".");
  }

  private synchronized void addRefusal(String reason) {
    if (refusals.merge(reason, 1, Integer::sum) == 1 && !complete) {
      warnings.accept("Refused " + reason);
    }
  }

  private synchronized void pass(Member from, Message message, long received) {
    BlockingQueue<Event> queue = events.get(message.run());
    if (queue != null) {
      agents.stream()
          .filter(each -> each.member().equals(from))
          .forEach(agent -> queue.add(new Event(agent, message, received)));
    }
  }

  @Override
  public synchronized void left(Member member) {
    for (AgentHandle agent : List.copyOf(agents)) {
      if (agent.member().equals(member)) {
        events.values().forEach(queue -> queue.add(new Event(agent, null, now())));
        if (!complete) {
          agents.remove(agent); // another may still take its place
          number();
        } else if (lost == null) {
          lost = agent.name();
        }
      }
    }
  }

  /** Ends the cluster: all agents are released. */
  @Override
  public void close() {
    if (bus.isDone()) {
      for (AgentHandle agent : agents()) {
        send(agent, Message.of(Message.Type.BYE, 0));
      }
      bus.join().close();
    }
  }

  private synchronized List<AgentHandle> agents() {
    return List.copyOf(agents);
  }
}

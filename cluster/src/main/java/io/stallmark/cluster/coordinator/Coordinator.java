package io.stallmark.cluster.coordinator;

import io.stallmark.analysis.cost.probe.ProcessFamily;
import io.stallmark.cluster.bus.Bus;
import io.stallmark.cluster.bus.Member;
import io.stallmark.cluster.protocol.Hello;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.engine.RunFailure;
import io.stallmark.engine.StopFlag;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.plan.Share;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.run.BenchmarkContext;
import io.stallmark.run.Credentials;
import io.stallmark.run.LoadGenerator;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunObserver;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the agents of a cluster and distributes the load of runs to them, one run at a time.
 * Create it, open the bus with it as the listener, call {@link #opened}, then {@link #awaitAgents}.
 * Thread-safe.
 */
public final class Coordinator implements Bus.Listener, LoadGenerator.Factory, AutoCloseable {

  private static final long TICK_MILLIS = 20;

  private final int count;
  private final LossPolicy onLoss;
  private final Credentials credentials;
  private final CompletableFuture<Bus> bus = new CompletableFuture<>();
  private final List<AgentHandle> agents = new ArrayList<>(); // guarded by this
  private @Nullable BlockingQueue<Event> events; // of the run in progress; guarded by this
  private int run; // number of the last run; guarded by this
  private @Nullable String lost; // name of an agent that has left; guarded by this

  /**
   * What an agent has sent or done during a run.
   *
   * @param message null: the agent has left
   * @param received on the clock of {@link System#nanoTime}
   */
  record Event(AgentHandle agent, @Nullable Message message, long received) {}

  /**
   * @param count number of agents of every run
   * @param credentials what the agents need to log in
   */
  public Coordinator(int count, LossPolicy onLoss, Credentials credentials) {
    this.count = count;
    this.onLoss = onLoss;
    this.credentials = credentials;
  }

  public void opened(Bus opened) {
    bus.complete(opened);
  }

  /**
   * Waits until all agents have joined.
   *
   * @param timeout nanoseconds
   * @throws RunFailure if some are missing after the timeout
   * @throws InterruptedException when a stop was requested
   */
  public void awaitAgents(long timeout, StopFlag stop) throws RunFailure, InterruptedException {
    long giveUp = System.nanoTime() + timeout;
    synchronized (this) {
      while (agents.size() < count) {
        stop.check();
        if (System.nanoTime() - giveUp >= 0) {
          List<String> names = agents.stream().map(AgentHandle::name).toList();
          throw new RunFailure(
              "%d of %d agents have joined after %d s%s: start the others with 'stallmark agent --join', or give them more time with --join-timeout."
                  .formatted(
                      names.size(),
                      count,
                      TimeUnit.NANOSECONDS.toSeconds(timeout),
                      names.isEmpty() ? "" : " (" + String.join(", ", names) + ")"));
        }
        wait(TICK_MILLIS);
      }
    }
  }

  /** Names of the agents, in their order. */
  public synchronized List<String> names() {
    return agents.stream().map(AgentHandle::name).toList();
  }

  @Override
  public void check(RunJob job) throws SpecException {
    if (job.embedded()) {
      throw new SpecException(
          "--agents needs a server: the data of %s is in one process only"
              .formatted(job.spec().server().url()));
    }
    try {
      Share share = new Share(0, count);
      share.of(job.plan());
      ResolvedWorkload workload = job.workload(job.binding().capabilities());
      if (count > 1) {
        workload.share(share);
      }
    } catch (IllegalArgumentException e) {
      throw new SpecException("--agents: " + e.getMessage());
    }
  }

  @Override
  public LoadGenerator of(
      RunJob job,
      BenchmarkContext context,
      ProcessFamily server,
      StopFlag stop,
      RunObserver observer)
      throws DbException {
    return new DistributedLoad(
        this,
        onLoss,
        SharedPlan.of(job, context, credentials),
        stop,
        observer,
        context.workload()::add);
  }

  /**
   * Begins a run on all agents.
   *
   * @throws DbException if an agent has left
   */
  synchronized DistributedLoad.Members begin() throws DbException {
    if (lost != null) {
      throw new DbException(
          DbException.Kind.UNFIT,
          "agent_lost",
          "Agent %s has left the cluster, and no other may take its place".formatted(lost),
          null);
    }
    BlockingQueue<Event> queue = new LinkedBlockingQueue<>();
    events = queue;
    run++;
    return new DistributedLoad.Members(run, List.copyOf(agents), queue);
  }

  /** Ends the run in progress: messages that arrive later are ignored. */
  synchronized void end() {
    events = null;
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
    long received = System.nanoTime();
    try {
      Message message = Message.read(bytes);
      if (message.type() == Message.Type.HELLO) {
        hello(from, message.as(Hello.class));
      } else {
        pass(from, message, received);
      }
    } catch (IOException e) {
      refuse(from, String.valueOf(e.getMessage()));
    }
  }

  private synchronized void hello(Member from, Hello hello) {
    String own = StallmarkVersion.stallmark();
    if (!hello.stallmark().equals(own)) {
      refuse(
          from,
          "This agent is stallmark %s, the coordinator %s: use the same version on all machines."
              .formatted(hello.stallmark(), own));
    } else if (agents.stream().anyMatch(each -> each.name().equals(hello.name()))) {
      refuse(
          from,
          "An agent named %s is there already, or was: choose another --name."
              .formatted(hello.name()));
    } else if (lost != null || agents.size() == count) {
      refuse(
          from,
          "The cluster has its %d agents: start the coordinator with more --agents."
              .formatted(count));
    } else {
      agents.add(new AgentHandle(agents.size(), from, hello));
      notifyAll();
    }
  }

  private void refuse(Member member, String sentence) {
    send(member, Message.of(Message.Type.REFUSED, 0, sentence));
  }

  private synchronized void pass(Member from, Message message, long received) {
    BlockingQueue<Event> queue = events;
    if (queue != null && message.run() == run) {
      agents.stream()
          .filter(each -> each.member().equals(from))
          .forEach(agent -> queue.add(new Event(agent, message, received)));
    }
  }

  @Override
  public void joined(Member member) {}

  @Override
  public synchronized void left(Member member) {
    for (AgentHandle agent : List.copyOf(agents)) {
      if (agent.member().equals(member)) {
        if (events != null) {
          events.add(new Event(agent, null, System.nanoTime()));
        }
        if (run == 0) {
          agents.remove(agent); // another may still take its place
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
      for (AgentHandle agent : List.copyOf(agents())) {
        send(agent, Message.of(Message.Type.BYE, 0));
      }
      bus.join().close();
    }
  }

  private synchronized List<AgentHandle> agents() {
    return List.copyOf(agents);
  }
}

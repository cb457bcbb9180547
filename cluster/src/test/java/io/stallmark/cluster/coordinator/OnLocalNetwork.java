package io.stallmark.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.cluster.agent.Agent;
import io.stallmark.cluster.agent.AgentListener;
import io.stallmark.cluster.bus.Bus;
import io.stallmark.cluster.bus.LocalNetwork;
import io.stallmark.cluster.bus.Member;
import io.stallmark.cluster.coordinator.SyntheticWork.Load;
import io.stallmark.cluster.protocol.AgentAssignment;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.StopFlag;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.record.Interval;
import io.stallmark.record.IntervalListener;
import io.stallmark.result.AgentInterval;
import io.stallmark.result.AgentSummary;
import io.stallmark.run.RunObserver;
import io.stallmark.spi.workload.Tally;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;

/** Coordinator and agents on a network inside this JVM. */
abstract class OnLocalNetwork {

  static final long SECOND = SyntheticWork.SECOND;

  /** Stands in {@link #passed} after the last interval. */
  private static final long OVER = -1;

  final LocalNetwork network = new LocalNetwork();
  final StopFlag stop = new StopFlag();
  final VirtualClock clock = new VirtualClock(); // of all machines
  final AtomicLong ahead = new AtomicLong(); // of the coordinator's clock
  final List<Agent> agents = new ArrayList<>();
  final List<Bus> buses = new ArrayList<>();
  final List<AgentInterval> figures = new ArrayList<>();
  final List<AgentSummary> summaries = new ArrayList<>();
  final List<String> warnings = new CopyOnWriteArrayList<>();
  final BlockingQueue<List<Tally>> tallies = new LinkedBlockingQueue<>();
  final List<GeneratorHealth> health = new ArrayList<>();
  final List<Long> perInterval = new ArrayList<>();
  final BlockingQueue<Long> passed = new LinkedBlockingQueue<>();

  final RunObserver observer =
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
    agents.forEach(Agent::close); // also those that were not told to stop
    network.close();
  }

  final AtomicInteger ended = new AtomicInteger(); // agents that have sent their results
  final List<String> orphaned = new CopyOnWriteArrayList<>(); // agents that keep their results
  final Queue<Message.Type> received = new ConcurrentLinkedQueue<>(); // by the coordinator

  /** What agents do besides: a test may let them fail. */
  AgentListener besides = AgentListener.NONE;

  /** A machine's clock that shows another time. */
  private record Ahead(Clock clock, AtomicLong ahead) implements Clock {
    @Override
    public long now() {
      return clock.now() + ahead.get();
    }

    @Override
    public void sleepUntil(long moment) {
      clock.sleepUntil(moment - ahead.get());
    }

    @Override
    public void spinUntil(long moment) {
      sleepUntil(moment);
    }
  }

  private AgentListener listener(String name) {
    return new AgentListener() {
      @Override
      public void begun(AgentAssignment assignment) throws IOException {
        besides.begun(assignment);
      }

      @Override
      public void interval(Interval interval, GeneratorHealth generator) throws IOException {
        besides.interval(interval, generator);
      }

      @Override
      public void ended() {
        ended.incrementAndGet();
      }

      @Override
      public void orphaned() {
        orphaned.add(name);
      }
    };
  }

  void settle() {
    try {
      network.settle();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What the coordinator has told its user while it waited for agents. */
  final List<String> refusals = new CopyOnWriteArrayList<>();

  IntFunction<SharedPlan> plan = SyntheticWork::plan;

  /** What a test does while the coordinator passes an interval on. */
  Runnable during = () -> {};

  Coordinator coordinator(int count, LossPolicy onLoss) throws IOException {
    Coordinator coordinator =
        new Coordinator(count, onLoss, refusals::add, new Ahead(clock, ahead));
    Bus.Listener noting =
        new Bus.Listener() {
          @Override
          public void message(Member from, byte[] bytes) {
            coordinator.message(from, bytes);
            try {
              received.add(Message.read(bytes).type());
            } catch (IOException e) {
              // The coordinator refuses a message of another version.
            }
          }

          @Override
          public void left(Member member) {
            coordinator.left(member);
          }
        };
    coordinator.opened(network.open("coordinator", noting));
    return coordinator;
  }

  Agent agent(String name, Load load) throws IOException {
    Agent agent = agent(name, load, listener(name));
    Bus bus = network.open(name, agent);
    agent.introduce(bus);
    agents.add(agent);
    buses.add(bus);
    return agent;
  }

  Agent agent(String name, Load load, AgentListener listener) {
    return new Agent(
        name,
        (assignment, handle, lines) -> new SyntheticWork(assignment, handle, load, clock),
        (assignment, handle, progress) -> {},
        () -> listener,
        clock);
  }

  Coordinator cluster(LossPolicy onLoss, Load... loads) throws Exception {
    Coordinator coordinator = coordinator(loads.length, onLoss);
    for (int i = 0; i < loads.length; i++) {
      agent("agent-" + i, loads[i]);
      network.settle();
    }
    coordinator.awaitAgents(10 * SECOND, stop::requested);
    return coordinator;
  }

  RunResult run(Coordinator coordinator, LossPolicy onLoss) throws Exception {
    SharedPlan shared = plan.apply(coordinator.names().size());
    DistributedLoad load =
        new DistributedLoad(
            coordinator, onLoss, shared, StartSignal.AT_ONCE, stop, observer, tallies::add);
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
  CompletableFuture<RunResult> running(Coordinator coordinator, LossPolicy onLoss) {
    CompletableFuture<RunResult> running =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return run(coordinator, onLoss);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            task -> new Thread(task, "coordinator").start());
    running.whenComplete((result, failure) -> passed.add(OVER));
    return running;
  }

  /** Waits until the coordinator passes the next interval on. Returns its start. */
  long next(CompletableFuture<RunResult> running) throws InterruptedException {
    long start = passed.take();
    if (start == OVER) {
      throw new AssertionError("the run has ended: " + running.join());
    }
    return start;
  }

  /** Waits for something that happens during a run or load. */
  static void until(CompletableFuture<?> running, Callable<Boolean> condition) {
    await().forever().failFast("it has ended", running::isDone).until(condition);
  }

  static Bus.Listener listening(BlockingQueue<Message> answers) {
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

  /** Kills an agent when the coordinator has passed two intervals on. */
  void killAfterTwoIntervals(CompletableFuture<RunResult> running, int agent)
      throws InterruptedException {
    assertThat(next(running)).isEqualTo(0);
    assertThat(next(running)).isEqualTo(SECOND);
    network.kill(buses.get(agent).self());
  }
}

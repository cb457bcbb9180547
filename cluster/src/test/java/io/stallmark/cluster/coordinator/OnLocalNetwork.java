package io.stallmark.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.stallmark.engine.StopFlag;
import io.stallmark.record.Interval;
import io.stallmark.record.IntervalListener;
import io.stallmark.result.AgentInterval;
import io.stallmark.result.AgentSummary;
import io.stallmark.run.RunObserver;
import io.stallmark.spi.workload.Tally;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;

/** Coordinator and agents on a network inside this JVM. */
abstract class OnLocalNetwork {

  static final long SECOND = SyntheticWork.SECOND;

  final LocalNetwork network = new LocalNetwork();
  final StopFlag stop = new StopFlag();
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
    network.close();
  }

  final AtomicInteger ended = new AtomicInteger(); // agents that have sent their results
  final List<String> orphaned = new CopyOnWriteArrayList<>(); // agents that keep their results

  /** What agents do besides: a test may let them fail. */
  AgentListener besides = AgentListener.NONE;

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

  boolean settled() throws InterruptedException {
    network.settle();
    return true;
  }

  IntFunction<SharedPlan> plan = SyntheticWork::plan;

  /** What a test does while the coordinator passes an interval on. */
  Runnable during = () -> {};

  Coordinator coordinator(int count, LossPolicy onLoss) throws IOException {
    Coordinator coordinator = new Coordinator(count, onLoss, () -> System.nanoTime() + ahead.get());
    coordinator.opened(network.open("coordinator", coordinator));
    return coordinator;
  }

  Agent agent(String name, Load load) throws IOException {
    Agent agent =
        new Agent(
            name,
            (assignment, handle, lines) -> new SyntheticWork(assignment, handle, load),
            (assignment, handle, progress) -> {},
            listener(name));
    Bus bus = network.open(name, agent);
    agent.introduce(bus);
    agents.add(agent);
    buses.add(bus);
    return agent;
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
    int count = coordinator.names().size();
    DistributedLoad load =
        new DistributedLoad(coordinator, onLoss, plan.apply(count), stop, observer, tallies::add);
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
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return run(coordinator, onLoss);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
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
  void killAfterTwoIntervals(int agent) throws InterruptedException {
    assertThat(passed.poll(10, TimeUnit.SECONDS)).isEqualTo(0);
    assertThat(passed.poll(10, TimeUnit.SECONDS)).isEqualTo(SECOND);
    network.kill(buses.get(agent).self());
  }
}

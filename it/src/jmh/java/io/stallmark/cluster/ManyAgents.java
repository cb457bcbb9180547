package io.stallmark.cluster;

import io.stallmark.cluster.agent.AgentWork;
import io.stallmark.cluster.agent.DatabaseWork;
import io.stallmark.cluster.bus.Bus;
import io.stallmark.cluster.bus.BusOpener;
import io.stallmark.cluster.bus.ClusterAddress;
import io.stallmark.cluster.bus.Member;
import io.stallmark.cluster.protocol.AgentAssignment;
import io.stallmark.cluster.protocol.Done;
import io.stallmark.cluster.protocol.HostProcess;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.engine.RoleResult;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.record.Kind;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.run.RunHandle;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Tally;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Many agents in one process, over a real network, without a database: each sends a {@link
 * DrawnInterval} every second. They take part in one run. {@code it/cluster-cost.sh agents} starts
 * them, with a real coordinator.
 *
 * <pre>ManyAgents HOST:PORT AGENTS SECONDS</pre>
 */
public final class ManyAgents {

  private static final int DIFFERENT = 16; // agents whose intervals differ
  private static final long LATE = TimeUnit.MILLISECONDS.toNanos(20); // after the end of a second

  private final long seconds;
  private final CountDownLatch ended;
  private final List<Agent> agents = new ArrayList<>();
  private final ExecutorService tasks = Executors.newCachedThreadPool();
  private final List<DrawnInterval> drawn = new ArrayList<>(); // before the start
  private List<String> kinds = List.of(); // guarded by this
  private List<Tally> tallies = List.of(); // before the start; of clients that did nothing
  private @Nullable Thread sender; // guarded by this

  private ManyAgents(int count, long seconds) {
    this.seconds = seconds;
    ended = new CountDownLatch(count);
  }

  public static void main(String[] args) throws Exception {
    ClusterAddress coordinator = ClusterAddress.parse("HOST:PORT", args[0]);
    int count = Integer.parseInt(args[1]);
    ManyAgents all = new ManyAgents(count, Long.parseLong(args[2]));
    long began = System.nanoTime();
    CountDownLatch joined = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      Agent agent = all.new Agent(i);
      all.agents.add(agent);
      all.tasks.execute(
          () -> {
            agent.join(coordinator);
            joined.countDown();
          });
    }
    joined.await();
    System.out.printf(
        "%d agents joined in %.1f s%n",
        count, (System.nanoTime() - began) / (double) DrawnInterval.SECOND);
    all.ended.await();
    System.exit(0);
  }

  /** Names of the kinds of operation, as a real agent finds them. */
  private synchronized List<String> prepare(AgentAssignment assignment) throws IOException {
    if (kinds.isEmpty()) {
      try (AgentWork work = DatabaseWork.opening().open(assignment, new RunHandle(), line -> {})) {
        kinds = work.kinds();
        tallies = work.tallies();
      } catch (SpecException | DbException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
      List<Kind> all =
          kinds.stream()
              .map(
                  name ->
                      name.equals(Kind.TRANSACTION)
                          ? new Kind(name, Kind.Category.TRANSACTION)
                          : new Kind(name, Kind.Category.READ))
              .toList();
      for (int i = 0; i < DIFFERENT; i++) {
        drawn.add(new DrawnInterval(all, i));
      }
    }
    return kinds;
  }

  /** Starts to send, if no agent has started it before. */
  private synchronized void start(int run, long begin) {
    if (sender == null) {
      sender = new Thread(() -> sendIntervals(run, begin), "sender");
      sender.start();
    }
  }

  private void sendIntervals(int run, long begin) {
    for (long second = 0; second < seconds; second++) {
      long of = second;
      List<byte[]> messages =
          drawn.stream().map(each -> each.inSecond(of).message(run).toBytes()).toList();
      sleepUntil(begin + (second + 1) * DrawnInterval.SECOND + LATE);
      for (Agent agent : agents) {
        int which = agent.number % DIFFERENT;
        if (second + 1 < seconds) {
          agent.send(messages.get(which));
        } else {
          agent.send(messages.get(which), done(run, drawn.get(which)));
        }
      }
    }
  }

  private static void sleepUntil(long time) {
    try {
      TimeUnit.NANOSECONDS.sleep(Math.max(0, time - Clock.SYSTEM.now()));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] done(int run, DrawnInterval each) {
    long count = seconds * each.transactions();
    Histogram none = new Histogram(1);
    ByteBuffer late = ByteBuffer.allocate(none.getNeededByteBufferCapacity());
    int length = none.encodeIntoCompressedByteBuffer(late);
    RoleResult role =
        new RoleResult("client", 1, false, ProgressUnit.TRANSACTIONS, count, count, count, 0, 0, 0);
    Done done =
        new Done(
            List.of(role),
            null,
            seconds * DrawnInterval.SECOND,
            0,
            Arrays.copyOf(late.array(), length),
            List.of(),
            null,
            tallies);
    return Message.of(Message.Type.DONE, run, done).toBytes();
  }

  private final class Agent implements Bus.Listener {

    private final int number;
    private volatile @Nullable Bus bus;
    private volatile @Nullable Member first;

    private Agent(int number) {
      this.number = number;
    }

    private void join(ClusterAddress coordinator) {
      String name = "agent-" + ProcessHandle.current().pid() + "-" + number;
      try {
        Bus opened = new BusOpener(coordinator, null).join(name, this, line -> {});
        first = opened.members().get(0);
        bus = opened;
      } catch (SpecException | IOException | InterruptedException e) {
        System.out.println(name + ": " + e.getMessage());
        System.exit(1);
      }
      Message.Hello hello =
          new Message.Hello(name, StallmarkVersion.stallmark(), 1, HostProcess.here());
      send(Message.of(Message.Type.HELLO, 0, hello).toBytes());
    }

    private void send(byte[]... messages) {
      Bus open = bus;
      Member to = first;
      if (open != null && to != null) {
        tasks.execute(
            () -> {
              try {
                for (byte[] message : messages) {
                  open.send(to, message);
                }
              } catch (IOException e) {
                System.out.println("agent " + number + ": " + e.getMessage());
              }
            });
      }
    }

    @Override
    public void message(Member from, byte[] bytes) {
      try {
        Message message = Message.read(bytes);
        int run = message.run();
        switch (message.type()) {
          case PING -> {
            Message.Pong pong = new Message.Pong(message.as(Long.class), Clock.SYSTEM.now());
            send(Message.of(Message.Type.PONG, run, pong).toBytes());
          }
          case ASSIGN -> {
            AgentAssignment assignment = message.as(AgentAssignment.class);
            Message.Ready ready = new Message.Ready(assignment.hash(), prepare(assignment), "");
            send(Message.of(Message.Type.READY, run, ready).toBytes());
          }
          case START -> start(run, message.as(Message.Start.class).begin());
          case REFUSED -> {
            System.out.println("agent " + number + ": " + message.as(String.class));
            ended.countDown();
          }
          default -> {} // the run ends by time, and the service when the coordinator leaves
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void left(Member member) {
      if (member.equals(first)) {
        ended.countDown();
      }
    }
  }
}

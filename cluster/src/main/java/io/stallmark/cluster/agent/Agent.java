package io.stallmark.cluster.agent;

import io.stallmark.cluster.agent.AgentLane.Current;
import io.stallmark.cluster.bus.Bus;
import io.stallmark.cluster.bus.Member;
import io.stallmark.cluster.protocol.AgentAssignment;
import io.stallmark.cluster.protocol.Done;
import io.stallmark.cluster.protocol.Failure;
import io.stallmark.cluster.protocol.HostProcess;
import io.stallmark.cluster.protocol.IntervalReport;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.record.Interval;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.run.RunReport;
import io.stallmark.run.duet.PairProcessors;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Does its share of every load and run of one coordinator. Create it, open the bus with it as the
 * listener, call {@link #introduce}, then {@link #await}.
 */
public final class Agent implements Bus.Listener, AutoCloseable {

  /** How an agent's service to a coordinator ended. */
  public enum Ending {
    /** The coordinator has no more runs. */
    FINISHED,
    /** The coordinator has not accepted the agent. */
    REFUSED,
    /** The coordinator died, or is not reachable. */
    COORDINATOR_LOST
  }

  /**
   * End of the service.
   *
   * @param sentence the reason, for the user
   */
  public record End(Ending how, String sentence) {}

  private static final String GONE = "The coordinator was lost.";

  private final String name;
  private final AgentWork.Factory works;
  private final AgentLoad loads;
  private final Supplier<AgentListener> listeners;
  private final Clock clock;
  private final CompletableFuture<Bus> bus = new CompletableFuture<>();
  private final CompletableFuture<End> end = new CompletableFuture<>();
  private final CompletableFuture<Member> coordinator = new CompletableFuture<>();
  private volatile boolean dismissed;

  /** Lanes by the names of their clients. */
  private final Map<String, AgentLane> lanes = new ConcurrentHashMap<>();

  /**
   * @param name name in results, unique in the cluster
   * @param listeners creates what receives the course of runs that follow each other
   * @param clock answers the coordinator's pings
   */
  public Agent(
      String name,
      AgentWork.Factory works,
      AgentLoad loads,
      Supplier<AgentListener> listeners,
      Clock clock) {
    this.name = name;
    this.works = works;
    this.loads = loads;
    this.listeners = listeners;
    this.clock = clock;
  }

  /** The coordinator has left, or this agent's bus is closed. That ends the service. */
  private static final class CoordinatorGoneException extends IOException {
    private static final long serialVersionUID = 1L;

    CoordinatorGoneException(IOException cause) {
      super(GONE, cause);
    }
  }

  /** Introduces this agent to the coordinator. */
  public void introduce(Bus opened) {
    bus.complete(opened);
    int processors = Runtime.getRuntime().availableProcessors();
    Message.Hello hello =
        new Message.Hello(name, StallmarkVersion.stallmark(), processors, HostProcess.here());
    try {
      send(Message.of(Message.Type.HELLO, 0, hello));
    } catch (CoordinatorGoneException e) {
      // left() ends the service.
    }
  }

  /** Waits for the end of the service. The run in progress then ends too. */
  public End await() throws InterruptedException {
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Waits until the runs in progress have ended, for a minute each at most; false: one has not. The
   * service has ended, and the bus may be closed: a database that does not answer delays nobody
   * else.
   */
  public boolean awaitWork() throws InterruptedException {
    boolean ended = true;
    for (AgentLane lane : lanes.values()) {
      ended &= lane.awaitWork();
    }
    return ended;
  }

  /** Ends the service and stops the run in progress. */
  @Override
  public void close() {
    end(new End(Ending.FINISHED, "The agent was stopped."));
    lanes.values().forEach(lane -> lane.worker().shutdown());
  }

  /** Ends the service. From then on, a run's result is not sent. */
  private void end(End how) {
    end.complete(how);
    lanes.values().forEach(AgentLane::abandon);
  }

  @Override
  public void message(Member from, byte[] bytes) {
    try {
      message(Message.read(bytes));
    } catch (CoordinatorGoneException e) {
      // left() ends the service.
    } catch (IOException e) {
      end(new End(Ending.REFUSED, String.valueOf(e.getMessage())));
    }
  }

  private void message(Message message) throws IOException {
    switch (message.type()) {
      case PING -> {
        Message.Pong pong = new Message.Pong(message.as(Long.class), clock.now());
        send(Message.of(Message.Type.PONG, message.run(), pong));
      }
      case ASSIGN -> {
        AgentAssignment assignment = message.as(AgentAssignment.class);
        AgentLane lane = lane(assignment);
        assign(message, lane, assigned -> work(assigned, assignment));
      }
      case LOAD -> {
        Message.LoadAssignment assignment = message.as(Message.LoadAssignment.class);
        AgentLane lane = lane(assignment.share());
        assign(message, lane, assigned -> load(assigned, assignment));
      }
      case START -> {
        long begin = message.as(Message.Start.class).begin();
        current(message).ifPresent(assigned -> assigned.begin().complete(begin));
      }
      case STOP -> current(message).ifPresent(Current::stop);
      case TAKEN -> current(message).ifPresent(assigned -> assigned.taken().complete(true));
      case REFUSED -> end(new End(Ending.REFUSED, message.as(String.class)));
      case BYE -> dismissed = true; // the coordinator closes its bus, and waits for all to know it
      default -> {} // other agents do not talk to this one
    }
  }

  private AgentLane lane(AgentAssignment assignment) {
    return lanes.computeIfAbsent(assignment.clients(), clients -> new AgentLane(listeners.get()));
  }

  private void assign(Message message, AgentLane lane, Consumer<Current> task) {
    if (end.isDone()) {
      return;
    }
    Current assigned = new Current(message.run(), lane.listener());
    lane.begin(assigned);
    if (end.isDone()) { // meanwhile
      assigned.abandon();
      return;
    }
    lane.execute(assigned, task);
  }

  /** The run or load in progress that the message is about. */
  private Optional<Current> current(Message message) {
    return lanes.values().stream()
        .map(lane -> lane.current().get())
        .filter(assigned -> assigned != null && assigned.run() == message.run())
        .map(Current.class::cast)
        .findFirst();
  }

  @Override
  public void joined(Member member) {
    coordinator.complete(member); // the first one
  }

  @Override
  public void left(Member member) {
    if (member.equals(coordinator.getNow(null))) {
      end(
          dismissed
              ? new End(Ending.FINISHED, "The coordinator has ended the cluster.")
              : new End(Ending.COORDINATOR_LOST, GONE));
    }
  }

  private void send(Message message) throws CoordinatorGoneException {
    try {
      bus.join().send(coordinator.join(), message.toBytes());
    } catch (IOException e) {
      throw new CoordinatorGoneException(e);
    }
  }

  private void load(Current assigned, Message.LoadAssignment assignment) {
    try {
      assigned.listener().loading(assignment);
      RowReporter reporter = new RowReporter(assigned.run(), this::send);
      Message result = loaded(assigned, assignment, reporter);
      reporter.send();
      send(result);
    } catch (IOException e) {
      // The coordinator is gone: left() ends the service.
    }
  }

  /** Inserts the share of the rows. Returns that it has, or why not. */
  private Message loaded(
      Current assigned, Message.LoadAssignment assignment, RowReporter reporter) {
    try {
      loads.run(assignment, assigned.handle(), reporter);
      return Message.of(Message.Type.LOADED, assigned.run());
    } catch (InterruptedException e) {
      return failed(assigned, Failure.of("the load was stopped"));
    } catch (SpecException | DbException | RuntimeException | Error e) {
      return failed(assigned, failure(e));
    }
  }

  private void work(Current assigned, AgentAssignment assignment) {
    boolean taken = false;
    try {
      run(assigned, assignment);
      taken = assigned.taken().join();
    } catch (CoordinatorGoneException e) {
      // What was measured is kept; left() ends the service.
    }
    if (taken) {
      assigned.listener().ended();
    } else {
      assigned.listener().orphaned();
    }
  }

  /** Runs the share. Sends its result, or why it could not run. */
  private void run(Current assigned, AgentAssignment assignment) throws CoordinatorGoneException {
    AgentListener listener = assigned.listener();
    try {
      listener.begun(assignment);
      try (AgentWork work =
          works.open(assignment, assigned.handle(), line -> warn(assigned, line))) {
        RunResult result =
            work.run(
                signal(assigned, assignment, work),
                (interval, health) -> {
                  listener.interval(interval, health);
                  send(IntervalReport.of(interval, health, work.roles()).message(assigned.run()));
                });
        if (!end.isDone()) { // without a result, a run that this agent's user stopped has lost it
          // Before the work is closed: a database that does not answer delays that.
          send(Message.of(Message.Type.DONE, assigned.run(), Done.of(result, work.tallies())));
        }
      }
    } catch (InterruptedException e) {
      send(failed(assigned, Failure.of("stopped before the start")));
    } catch (CoordinatorGoneException e) {
      throw e;
    } catch (SpecException | DbException | IOException | RuntimeException | Error e) {
      send(failed(assigned, failure(e)));
    }
  }

  private static Failure failure(Throwable cause) {
    if (cause instanceof SpecException wrong) {
      return Failure.of(wrong);
    }
    return cause instanceof DbException failed
        ? Failure.of(failed)
        : Failure.of(RunReport.of(cause).complaint());
  }

  private static Message failed(Current assigned, Failure failure) {
    return Message.of(Message.Type.FAILED, assigned.run(), failure);
  }

  private StartSignal signal(Current assigned, AgentAssignment assignment, AgentWork work) {
    return new StartSignal() {
      @Override
      public long begin(Clock clock) throws DbException, InterruptedException {
        sendFirst(
            Message.of(
                Message.Type.READY,
                assigned.run(),
                new Message.Ready(work.hash(), work.kinds(), work.files())));
        return begun(assigned, clock);
      }

      @Override
      public String clients() {
        return assignment.clients();
      }

      @Override
      public void starting(int client, int clients) {
        if (assignment.isSide()) {
          PairProcessors.take(client, clients);
        }
      }

      @Override
      public void connecting() throws DbException {
        sendFirst(Message.of(Message.Type.CONNECTING, assigned.run()));
      }
    };
  }

  /** Sends a message before the start. */
  private void sendFirst(Message message) throws DbException {
    try {
      send(message);
    } catch (CoordinatorGoneException e) {
      throw new DbException(DbException.Kind.FATAL, "coordinator", GONE, e);
    }
  }

  /** Waits for the time of the start. Warns if it is past. */
  private long begun(Current assigned, Clock clock) throws InterruptedException {
    try {
      long begin = assigned.begin().get();
      long late = clock.now() - begin;
      if (late > Interval.SLOT / 2) {
        warn(
            assigned,
            Text.format(
                "it starts %d ms late, because the message of the start was slow. Its clients were idle for this time.",
                TimeUnit.NANOSECONDS.toMillis(late)));
      }
      return begin;
    } catch (ExecutionException e) {
      throw (InterruptedException)
          new InterruptedException("the run was stopped before its start").initCause(e);
    }
  }

  private void warn(Current assigned, String sentence) {
    try {
      send(Message.of(Message.Type.WARNING, assigned.run(), sentence));
    } catch (CoordinatorGoneException e) {
      assigned.listener().orphaned(); // nobody is left to be warned
    }
  }
}

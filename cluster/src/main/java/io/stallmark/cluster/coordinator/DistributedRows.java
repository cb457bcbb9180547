package io.stallmark.cluster.coordinator;

import io.stallmark.cluster.protocol.Failure;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.engine.StopFlag;
import io.stallmark.spi.DbException;
import io.stallmark.tables.RemoteLoaders;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows of one load, inserted by agents. The first failure stops all of them. Used once. */
final class DistributedRows implements RemoteLoaders {

  private static final long TICK_MILLIS = 20;

  private final Coordinator coordinator;
  private final SharedPlan shared;
  private final Set<AgentHandle> working = new LinkedHashSet<>();
  private @Nullable DbException failure; // the first
  private boolean stopped; // the agents were told to stop
  private long giveUp; // time at which agents must have stopped
  private volatile boolean lost;
  private volatile String unstopped = "";

  DistributedRows(Coordinator coordinator, SharedPlan shared) {
    this.coordinator = coordinator;
    this.shared = shared;
  }

  @Override
  public String unstopped() {
    return unstopped;
  }

  @Override
  public boolean lost() {
    return lost;
  }

  @Override
  public void run(boolean resumes, long owner, Progress progress, StopFlag stop)
      throws DbException, InterruptedException {
    DistributedLoad.Members members = coordinator.begin();
    List<AgentHandle> agents = members.agents();
    working.addAll(agents);
    try {
      for (AgentHandle agent : agents) {
        send(
            agent,
            Message.of(
                Message.Type.LOAD,
                members.run(),
                new Message.LoadAssignment(shared.assignment(agent, agents), resumes, owner)));
      }
      while (!working.isEmpty()) {
        Coordinator.Event event = members.events().poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
        if (event != null) {
          handle(event, progress);
        }
        if ((stop.requested() || failure != null) && !stopped) {
          stopped = true;
          giveUp = coordinator.now() + RunAgents.SILENCE;
          working.forEach(agent -> send(agent, Message.of(Message.Type.STOP, members.run())));
        }
        if (stopped && event == null && coordinator.now() - giveUp >= 0) {
          abandon();
        }
      }
    } finally {
      coordinator.end(members.run());
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void send(AgentHandle agent, Message message) {
    coordinator.send(agent, message);
  }

  private void handle(Coordinator.Event event, Progress progress) {
    AgentHandle agent = event.agent();
    Message message = event.message();
    if (message == null) {
      if (working.remove(agent)) { // otherwise its rows are in the tables
        lost = true;
        fail(DistributedLoad.failure("Agent " + agent.name() + " was lost during the load"));
      }
      return;
    }
    try {
      switch (message.type()) {
        case LOADING -> {
          Message.LoadedRows rows = message.as(Message.LoadedRows.class);
          progress.rows(rows.inserted(), rows.found());
        }
        case LOADED -> working.remove(agent);
        case FAILED -> {
          working.remove(agent);
          fail(message.as(Failure.class).at(agent.name()));
        }
        default -> throw new IOException("it has sent " + message.type());
      }
    } catch (IOException e) {
      fail(DistributedLoad.failure("Agent " + agent.name() + ": " + e.getMessage()));
    }
  }

  /** Gives agents up that live, but have not stopped. They may still insert rows. */
  private void abandon() {
    unstopped = working.stream().map(AgentHandle::name).collect(Collectors.joining(", "));
    working.clear();
    lost = true;
    fail(DistributedLoad.failure("The load was stopped"));
  }

  private void fail(DbException why) {
    failure = failure == null ? why : failure;
  }
}

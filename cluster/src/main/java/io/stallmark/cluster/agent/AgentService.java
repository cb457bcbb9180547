package io.stallmark.cluster.agent;

import io.stallmark.cluster.bus.Bus;
import io.stallmark.cluster.bus.BusOpener;
import io.stallmark.engine.RunFailure;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.run.LoadCluster.Surroundings;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Joins one coordinator after the other and takes part in their runs. */
public final class AgentService {

  private static final long POLL_MILLIS = 50;

  private final BusOpener opener;
  private final String name;
  private final Path out;
  private final Surroundings around;
  private volatile boolean joined;

  /**
   * @param out where intervals are saved that no coordinator received
   */
  public AgentService(BusOpener opener, String name, Path out, Surroundings around) {
    this.opener = opener;
    this.name = name;
    this.out = out;
    this.around = around;
  }

  /**
   * Serves until the user stops it.
   *
   * @param once whether to serve one coordinator only
   * @throws RunFailure if a coordinator refuses this agent; with {@code once}, if it was lost
   */
  public void run(boolean once)
      throws SpecException, RunFailure, IOException, InterruptedException {
    while (!around.stopped().getAsBoolean()) {
      Agent agent =
          new Agent(
              name,
              DatabaseWork.opening(),
              DatabaseWork::load,
              () -> new AgentFiles(out, name, around.notices()),
              Clock.SYSTEM);
      Agent.End end = serve(agent);
      boolean lost = end.how() == Agent.Ending.COORDINATOR_LOST;
      if (end.how() == Agent.Ending.REFUSED || (once && lost)) {
        throw new RunFailure(end.sentence());
      }
      around.notices().accept(end.sentence());
      if (once) {
        return;
      }
      opener.awaitEnd(around.stopped());
    }
  }

  private Agent.End serve(Agent agent) throws SpecException, IOException, InterruptedException {
    CompletableFuture<Agent.End> end = new CompletableFuture<>();
    Thread service =
        new Thread(
            () -> {
              try {
                end.complete(joined(agent));
              } catch (Exception | Error e) {
                end.completeExceptionally(e);
              }
            },
            "agent-service");
    service.setDaemon(true);
    service.start();
    boolean stopped = false;
    while (true) {
      try {
        return end.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (!stopped && around.stopped().getAsBoolean()) {
          stopped = true;
          agent.close();
        }
        if (stopped && !joined) {
          service.interrupt(); // repeatedly, for JGroups loses an interrupt while it connects
        }
      } catch (ExecutionException e) {
        if (stopped) {
          return new Agent.End(Agent.Ending.FINISHED, "The agent was stopped.");
        }
        throw cause(e.getCause());
      }
    }
  }

  private static RuntimeException cause(@Nullable Throwable cause)
      throws SpecException, IOException, InterruptedException {
    if (cause instanceof SpecException wrong) {
      throw wrong;
    }
    if (cause instanceof IOException trouble) {
      throw trouble;
    }
    if (cause instanceof InterruptedException interrupt) {
      throw interrupt;
    }
    return new IllegalStateException(cause);
  }

  private Agent.End joined(Agent agent) throws SpecException, IOException, InterruptedException {
    joined = false;
    Agent.End end;
    try (Bus bus = opener.join(name, agent, around.notices())) {
      joined = true;
      agent.introduce(bus);
      around.notices().accept("Joined as " + name + "; waiting for runs");
      end = agent.await();
    }
    agent.awaitWork();
    return end;
  }
}

package io.stallmark.cluster;

import io.stallmark.cluster.agent.Agent;
import io.stallmark.cluster.agent.AgentListener;
import io.stallmark.cluster.agent.DatabaseWork;
import io.stallmark.cluster.bus.Bus;
import io.stallmark.cluster.bus.BusOpener;
import io.stallmark.cluster.bus.ClusterAddress;
import io.stallmark.cluster.bus.ClusterKey;
import io.stallmark.cluster.coordinator.Coordinator;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Agent in the process of the coordinator. It takes part like every other one. */
record OwnAgent(Agent agent, Bus bus) implements AutoCloseable {

  static OwnAgent start(ClusterAddress address, @Nullable ClusterKey key)
      throws SpecException, IOException, InterruptedException {
    Agent agent =
        new Agent(
            Coordinator.NAME,
            DatabaseWork::open,
            DatabaseWork::load,
            AgentListener.NONE,
            Clock.SYSTEM);
    Bus bus = new BusOpener(address, key).join(Coordinator.NAME, agent, line -> {});
    agent.introduce(bus);
    return new OwnAgent(agent, bus);
  }

  @Override
  public void close() {
    agent.close();
    bus.close();
  }
}

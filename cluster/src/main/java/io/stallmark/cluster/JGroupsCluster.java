package io.stallmark.cluster;

import io.stallmark.cluster.agent.Agent;
import io.stallmark.cluster.agent.AgentListener;
import io.stallmark.cluster.agent.AgentService;
import io.stallmark.cluster.agent.DatabaseWork;
import io.stallmark.cluster.bus.Bus;
import io.stallmark.cluster.bus.BusOpener;
import io.stallmark.cluster.bus.ClusterAddress;
import io.stallmark.cluster.bus.ClusterKey;
import io.stallmark.cluster.coordinator.Coordinator;
import io.stallmark.cluster.coordinator.LossPolicy;
import io.stallmark.engine.RunFailure;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.run.LoadCluster;
import io.stallmark.run.LoadGenerator;
import io.stallmark.spec.SpecException;
import io.stallmark.text.Text;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Load of several machines that are connected by JGroups. */
public final class JGroupsCluster implements LoadCluster {

  private static final String LOOPBACK = "127.0.0.1";

  @Override
  public void check(Coordination wanted, Surroundings around) throws SpecException {
    Path file = around.keyFile();
    ClusterKey key =
        file == null || Files.isRegularFile(file) || Files.notExists(file)
            ? ClusterKey.find(file, around.environment())
            : null; // a pipe can be read once
    if (wanted.address() != null) {
      ClusterAddress address = ClusterAddress.parse("--cluster", wanted.address());
      if (key != null || file == null) {
        new BusOpener(address, key).check();
      }
    }
  }

  @Override
  public Opened open(Coordination wanted, Surroundings around)
      throws SpecException, RunFailure, IOException, InterruptedException {
    ClusterAddress address = address(wanted);
    ClusterKey key = key(around);
    LossPolicy onLoss = LossPolicy.valueOf(wanted.onLoss().toUpperCase(Locale.ROOT));
    Coordinator coordinator = new Coordinator(wanted.agents(), onLoss, around.warnings());
    if (!wanted.local() && !wanted.coordinatorOnly()) {
      coordinator.reserveOwn();
    }
    Bus bus = new BusOpener(address, key).coordinate(Coordinator.NAME, coordinator);
    coordinator.opened(bus);
    OpenCluster opened = new OpenCluster(coordinator);
    boolean complete = false;
    try {
      LocalAgents processes = null;
      if (wanted.local()) {
        processes = LocalAgents.start(wanted.agents(), address);
        opened.processes = processes;
      } else if (!wanted.coordinatorOnly()) {
        opened.own = OwnAgent.start(address, key);
      }
      String hidden = address.hidden();
      if (hidden != null) {
        around
            .warnings()
            .accept(
                Text.format(
                    "%s is %s here, which other machines cannot reach: give --cluster an address of the network",
                    address.host(), hidden));
      }
      around
          .notices()
          .accept(
              Text.format(
                  "Waiting for %d %s at %s",
                  wanted.agents(), wanted.agents() == 1 ? "agent" : "agents", address));
      if (processes == null) {
        coordinator.awaitAgents(wanted.joinTimeout(), around.stopped());
      } else {
        coordinator.awaitLocalAgents(wanted.joinTimeout(), around.stopped(), processes::isAnyEnded);
      }
      around.notices().accept("Agents: " + String.join(", ", coordinator.names()));
      complete = true;
      return opened;
    } finally {
      if (!complete) {
        opened.close();
      }
    }
  }

  /** The key; a file that others can read is a warning, because mounted secrets are such files. */
  private static @Nullable ClusterKey key(Surroundings around) throws SpecException {
    Path file = around.keyFile();
    ClusterKey key = ClusterKey.find(file, around.environment());
    if (file != null && ClusterKey.isExposed(file)) {
      around.warnings().accept("--cluster-key-file: every user of this machine can read the key");
    }
    return key;
  }

  private static ClusterAddress address(Coordination wanted) throws SpecException, IOException {
    if (wanted.address() != null) {
      return ClusterAddress.parse("--cluster", wanted.address());
    }
    return new ClusterAddress(LOOPBACK, wanted.local() ? freePort() : ClusterAddress.DEFAULT_PORT);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The coordinator with the agents that this process has started. */
  private static final class OpenCluster implements Opened {

    private final Coordinator coordinator;
    private @Nullable OwnAgent own;
    private @Nullable LocalAgents processes;

    OpenCluster(Coordinator coordinator) {
      this.coordinator = coordinator;
    }

    @Override
    public LoadGenerator.Factory generators(StartSignal signal) {
      return coordinator.generators(signal);
    }

    @Override
    public void close() {
      coordinator.close();
      if (own != null) {
        own.close();
      }
      if (processes != null) {
        processes.close();
      }
    }
  }

  @Override
  public void serve(Participation part, Surroundings around)
      throws SpecException, RunFailure, IOException, InterruptedException {
    ClusterAddress address = ClusterAddress.parse("--join", part.coordinator());
    ClusterKey key = key(around);
    String name = part.name() == null ? hostName() : part.name();
    if (name.isBlank() || name.length() > BusOpener.LONGEST_NAME) {
      throw new SpecException(
          "--name must have 1 to %d characters, not '%s'", BusOpener.LONGEST_NAME, name);
    }
    new AgentService(new BusOpener(address, key), name, part.out(), around).run(part.once());
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "agent-" + ProcessHandle.current().pid();
    }
  }

  /** Agent in the process of the coordinator. It takes part like every other one. */
  private record OwnAgent(Agent agent, Bus bus) implements AutoCloseable {

    static OwnAgent start(ClusterAddress address, @Nullable ClusterKey key)
        throws SpecException, IOException, InterruptedException {
      Agent agent =
          new Agent(
              Coordinator.NAME,
              DatabaseWork.opening(),
              DatabaseWork::load,
              () -> AgentListener.NONE,
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
}

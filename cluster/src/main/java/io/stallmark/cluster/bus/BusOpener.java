package io.stallmark.cluster.bus;

import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jgroups.JChannel;
import org.jgroups.util.ExtendedUUID;
import org.jspecify.annotations.Nullable;

/**
 * Opens a bus between machines: as the coordinator of a new cluster, or as an agent that joins one.
 * An agent needs a connection to the coordinator only, not to other agents; the coordinator must
 * see each agent under a different address.
 */
public final class BusOpener {

  /** Most characters of a member's name: an entry of an address has at most 255 bytes. */
  public static final int LONGEST_NAME = 60;

  /** Least pause between attempts; at random up to twice as long, so that agents spread. */
  private static final long PAUSE_MILLIS = 500;

  /**
   * Time for a port to answer as a coordinator, nanoseconds. One that just starts or ends, or lets
   * many agents join at once, fails for some seconds.
   */
  private static final long GIVE_UP = TimeUnit.SECONDS.toNanos(30);

  /**
   * Attempts to listen at a port. If two processes bind one at the same time, one of them fails in
   * listen(2). Its socket can bind no other port then ("Already bound"), so JGroups finds none.
   */
  private static final int BINDINGS = 10;

  private static final long ENDING = TimeUnit.SECONDS.toNanos(3);

  private final ClusterAddress coordinator;
  private final @Nullable ClusterKey key;
  private final int patience;

  /**
   * @param coordinator where the coordinator listens
   * @param key null: none, and the cluster stays on this machine
   */
  public BusOpener(ClusterAddress coordinator, @Nullable ClusterKey key) {
    this(coordinator, key, 1);
  }

  /**
   * @param patience factor of the times after which a silent member has left
   */
  BusOpener(ClusterAddress coordinator, @Nullable ClusterKey key, int patience) {
    this.coordinator = coordinator;
    this.key = key;
    this.patience = patience;
  }

  /**
   * Refuses an address that needs a key, if there is none. A name that is not known is not refused:
   * it may be known later.
   */
  public void check() throws SpecException {
    address();
  }

  /**
   * Opens a cluster with this process as its coordinator.
   *
   * @throws SpecException if the port is in use, the address is not of this machine, or a key is
   *     missing
   */
  public Bus coordinate(String name, Bus.Listener listener) throws SpecException, IOException {
    InetAddress host = resolve();
    if (host.isAnyLocalAddress()) {
      throw new SpecException(
          "%s means every address of this machine; give one that agents can reach", coordinator);
    }
    requireKey(host);
    ExtendedUUID self = MemberAddress.create(name, true);
    EventQueue events = new EventQueue(name, listener);
    @Nullable JGroupsBus bus = null;
    boolean opened = false;
    try {
      InetSocketAddress address = new InetSocketAddress(host, coordinator.port());
      JChannel channel = ClusterStack.coordinator(self, address, key, patience);
      bus = new JGroupsBus(channel, self, events, patience);
      bus.connect();
      bus.start();
      opened = true;
      return bus;
    } catch (BindException e) {
      throw new SpecException(
          "%s cannot be opened: another coordinator or program uses the port, or the address is not of this machine",
          coordinator);
    } catch (Exception e) {
      throw failure(e);
    } finally {
      if (bus != null && !opened) {
        bus.closeChannel();
      }
    }
  }

  /**
   * Joins the coordinator's cluster; waits until there is one. Never forms a cluster without a
   * coordinator. An interrupt ends the waiting.
   *
   * @param waiting gets lines for the user: why it waits
   * @throws SpecException if the coordinator's key differs, or it is none
   */
  public Bus join(String name, Bus.Listener listener, Consumer<String> waiting)
      throws SpecException, IOException, InterruptedException {
    CoordinatorProbe probe = new CoordinatorProbe(coordinator, key);
    Set<String> told = new HashSet<>();
    long since = 0; // the port answers, but no coordinator does; 0: the port does not answer
    while (true) {
      @Nullable InetSocketAddress address = address();
      if (address == null) {
        since = 0;
        tell("Waiting for the host of " + coordinator + ", which is not known", told, waiting);
      } else if (!probe.answers(address)) {
        since = 0;
        tell("Waiting for a coordinator at " + coordinator, told, waiting);
      } else {
        since = since == 0 ? System.nanoTime() : since;
        JGroupsBus bus = attempt(name, listener, address);
        if (bus.isJoined()) {
          return bus;
        }
        if (bus.isAnswered()) {
          since = System.nanoTime();
          tell("The coordinator at " + coordinator + " is busy; trying again", told, waiting);
        } else if (System.nanoTime() - since > patience * GIVE_UP) {
          throw new SpecException(
              "%s answers, but this agent cannot join: is it a coordinator, and does it have a cluster key?",
              coordinator);
        }
      }
      Thread.sleep(PAUSE_MILLIS + ThreadLocalRandom.current().nextLong(PAUSE_MILLIS));
    }
  }

  /**
   * Waits until the coordinator's port does not answer, for 3 s at most. A coordinator that ends
   * still answers for a moment, and would be joined again.
   *
   * @param stopped ends the waiting
   */
  public void awaitEnd(BooleanSupplier stopped) throws InterruptedException {
    CoordinatorProbe probe = new CoordinatorProbe(coordinator, key);
    long begin = System.nanoTime();
    try {
      @Nullable InetSocketAddress address = address();
      while (address != null
          && !stopped.getAsBoolean()
          && System.nanoTime() - begin < ENDING
          && probe.answers(address)) {
        Thread.sleep(PAUSE_MILLIS / 5);
      }
    } catch (SpecException e) {
      // It has ended, or another program has the port: the next attempt to join reports that.
    }
  }

  private static void tell(String line, Set<String> told, Consumer<String> waiting) {
    if (told.add(line)) {
      waiting.accept(line);
    }
  }

  /** The address now; null: the name is not known, perhaps not yet. */
  private @Nullable InetSocketAddress address() throws SpecException {
    try {
      InetAddress host = coordinator.resolve();
      requireKey(host);
      return new InetSocketAddress(host, coordinator.port());
    } catch (UnknownHostException e) {
      return null;
    }
  }

  /** Returns a bus that has joined, or else is closed. */
  private JGroupsBus attempt(String name, Bus.Listener listener, InetSocketAddress address)
      throws SpecException, IOException, InterruptedException {
    for (int left = BINDINGS; ; left--) {
      try {
        return attemptOnce(name, listener, address);
      } catch (BindException e) {
        if (left == 1) {
          throw failure(e);
        }
      }
    }
  }

  private JGroupsBus attemptOnce(String name, Bus.Listener listener, InetSocketAddress address)
      throws SpecException, IOException, InterruptedException {
    ExtendedUUID self = MemberAddress.create(name, false);
    EventQueue events = new EventQueue(name, listener);
    @Nullable JGroupsBus bus = null;
    boolean joined = false;
    try {
      JChannel channel = ClusterStack.agent(self, towards(address), address, key, patience);
      bus = new JGroupsBus(channel, self, events, patience);
      joined = bus.connect();
      if (joined) {
        bus.start();
      }
      return bus;
    } catch (BindException e) {
      throw e;
    } catch (Exception e) {
      if (e instanceof InterruptedException || Thread.interrupted()) {
        throw new InterruptedException("no longer wanted");
      }
      throw failure(e);
    } finally {
      if (bus != null && !joined) {
        bus.closeChannel();
      }
    }
  }

  /** The address of this machine's interface that leads to the coordinator. */
  private static InetAddress towards(InetSocketAddress address) throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(address); // sends nothing
      return socket.getLocalAddress();
    }
  }

  private InetAddress resolve() throws SpecException {
    try {
      return coordinator.resolve();
    } catch (UnknownHostException e) {
      throw new SpecException("The host of " + coordinator + " is not known");
    }
  }

  private void requireKey(InetAddress host) throws SpecException {
    if (key == null && !host.isLoopbackAddress()) {
      throw new SpecException(
          "Other machines can reach %s, so the cluster needs a key: --cluster-key-file or %s",
          coordinator, ClusterKey.VARIABLE);
    }
  }

  private IOException failure(Exception e) {
    return new IOException("The cluster at " + coordinator + " fails: " + e.getMessage(), e);
  }
}

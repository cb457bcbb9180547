package io.stallmark.cluster.bus;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.Global;
import org.jgroups.JChannel;
import org.jgroups.logging.LogFactory;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;
import org.jgroups.util.ExtendedUUID;
import org.jspecify.annotations.Nullable;

/**
 * JGroups' protocols as a cluster needs them. Without MERGE3, so that a lost member stays lost.
 *
 * <p>A killed process closes its connections, which TCP tells: known after VERIFY_SUSPECT2, within
 * a second. A frozen or unreachable one is silent for 8 to 10 s until FD_ALL3 suspects it, and up
 * to 1 s more until it is verified. So 8 s are no loss, 12 s are.
 */
final class ClusterStack {

  private static final long HEARTBEAT_MILLIS = 1_000;
  private static final long SILENCE_MILLIS = 9_000;
  private static final long VERIFY_MILLIS = 500;

  /**
   * Bytes that a member may send to one that does not read. They fit into the send buffer of its
   * socket, so that a frozen member does not block heartbeats and views, which go to all by one
   * thread.
   */
  private static final int CREDITS = 200_000;

  private static final int SEND_BUFFER = 212_992;
  private static final int FRAGMENT = 60_000;
  private static final int AGENT_PORTS = 1_000;
  private static final long LEAVE_MILLIS = 500;

  private ClusterStack() {}

  /**
   * The channel of the cluster's first member, not connected yet.
   *
   * @param patience factor of the times after which a silent member has left
   */
  static JChannel coordinator(
      ExtendedUUID self, InetSocketAddress address, @Nullable ClusterKey key, int patience)
      throws Exception {
    TCP transport = new StarTransport(null, key).setBindPort(address.getPort()).setPortRange(0);
    GMS membership = new GMS().setJoinTimeout(1);
    return channel(self, transport, address.getAddress(), address, membership, patience);
  }

  /**
   * The channel of an agent, not connected yet.
   *
   * @param from the address of this machine that leads to the coordinator
   * @param patience factor of the times after which a silent member has left
   */
  static JChannel agent(
      ExtendedUUID self,
      InetAddress from,
      InetSocketAddress coordinator,
      @Nullable ClusterKey key,
      int patience)
      throws Exception {
    TCP transport =
        new StarTransport(coordinator, key)
            .setBindPort(ClusterAddress.DEFAULT_PORT)
            .setPortRange(AGENT_PORTS);
    GMS membership =
        new GMS()
            .setJoinTimeout(2_000)
            .setMaxJoinAttempts(4)
            .setMembershipChangePolicy(new AloneWithoutCoordinator(self));
    return channel(self, transport, from, coordinator, membership, patience);
  }

  private static JChannel channel(
      ExtendedUUID self,
      TCP transport,
      InetAddress bind,
      InetSocketAddress coordinator,
      GMS membership,
      int patience)
      throws Exception {
    quiet();
    transport.setBindAddress(bind).useVirtualThreads(true);
    transport.enableSuspectEvents(true).setSendBufSize(SEND_BUFFER).tcpNodelay(true);
    List<Protocol> protocols = new ArrayList<>();
    protocols.add(transport);
    protocols.add(new TCPPING().setInitialHosts(List.of(coordinator)).setPortRange(0));
    protocols.add(
        new FD_ALL3().setInterval(HEARTBEAT_MILLIS).setTimeout(patience * SILENCE_MILLIS));
    protocols.add(new VERIFY_SUSPECT2().setTimeout(patience * VERIFY_MILLIS));
    protocols.add(new NAKACK2().useMcastXmit(false));
    protocols.add(new UNICAST3());
    protocols.add(new STABLE());
    protocols.add(
        membership
            .printLocalAddress(false)
            .printPhysicalAddress(false)
            .setLeaveTimeout(LEAVE_MILLIS));
    protocols.add(new UFC().setMaxCredits(CREDITS));
    protocols.add(new FRAG4().setFragSize(FRAGMENT));
    JChannel channel = new JChannel(protocols).addAddressGenerator(() -> self);
    transport.getDiagnosticsHandler().setEnabled(false); // a port that answers anybody
    return channel;
  }

  /**
   * Keeps JGroups' messages from the terminal: the bus tells what matters. Java serialisation is
   * refused; it would allow whoever reaches the port to run code.
   */
  private static void quiet() {
    System.setProperty(Global.DESERIALIZATION_FILTER, "!*");
    if (System.getProperty(Global.USE_JDK_LOGGER) == null) { // set: for looking for errors
      LogFactory.useNoopLogger(true);
    }
  }

  /** An agent that loses its coordinator forms no cluster with other agents. */
  private static final class AloneWithoutCoordinator extends GMS.DefaultMembershipPolicy {

    private final Address self;

    private AloneWithoutCoordinator(Address self) {
      this.self = self;
    }

    @Override
    public List<Address> getNewMembership(
        Collection<Address> current,
        Collection<Address> joiners,
        Collection<Address> leavers,
        Collection<Address> suspects) {
      List<Address> members = super.getNewMembership(current, joiners, leavers, suspects);
      boolean lost =
          !members.isEmpty()
              && current.stream().anyMatch(MemberAddress::isCoordinator)
              && members.stream().noneMatch(MemberAddress::isCoordinator);
      return lost ? List.of(self) : members;
    }
  }
}

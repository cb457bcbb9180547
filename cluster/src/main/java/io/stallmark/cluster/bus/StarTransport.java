package io.stallmark.cluster.bus;

import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.IpAddress;
import org.jspecify.annotations.Nullable;

/**
 * JGroups' TCP in the form of a star: what an agent sends to all, heartbeats for instance, goes to
 * the coordinator alone. So agents need not reach each other, and N agents have N connections. An
 * agent reaches its coordinator at the address that the user gave, also behind a proxy or a tunnel.
 */
final class StarTransport extends TCP {

  private final @Nullable PhysicalAddress given;
  private volatile @Nullable Address coordinator;
  private final Set<Address> left = ConcurrentHashMap.newKeySet();
  private volatile boolean answered;

  /**
   * @param given the coordinator's address, for an agent; null: for the coordinator itself
   */
  StarTransport(@Nullable InetSocketAddress given) {
    this.given = given == null ? null : new IpAddress(given.getAddress(), given.getPort());
    setId(ClassConfigurator.getProtocolId(TCP.class));
    // a thread for each receiver: one that does not read does not delay what goes to others
    setBundler(new PerDestinationBundler().useSingleSenderThread(false));
  }

  /** Whether a coordinator has answered at the given address. */
  boolean isAnswered() {
    return answered;
  }

  @Override
  public Object down(Event event) {
    if (event.getType() == Event.VIEW_CHANGE) {
      View view = event.getArg();
      Address first = view.getCoord();
      left.addAll(members);
      left.removeAll(view.getMembers());
      coordinator = given == null || first.equals(local_addr) ? null : first;
    }
    return super.down(event);
  }

  @Override
  protected void sendToAll(byte[] bytes, int offset, int length) throws Exception {
    Address only = coordinator;
    if (only == null) {
      super.sendToAll(bytes, offset, length);
    } else {
      sendTo(only, bytes, offset, length);
    }
  }

  /**
   * Opens no connection to a member that has left: if it is frozen, the TLS handshake never ends.
   */
  @Override
  protected void sendTo(Address to, byte[] bytes, int offset, int length) throws Exception {
    if (!left.contains(to) || srv.connectionEstablishedTo(getPhysicalAddressFromCache(to))) {
      super.sendTo(to, bytes, offset, length);
    }
  }

  /** Also accepts what was sent to the address of a proxy. */
  @Override
  public boolean unicastDestMismatch(Address to) {
    return !(to instanceof PhysicalAddress) && super.unicastDestMismatch(to);
  }

  @Override
  protected boolean addPhysicalAddressToCache(
      Address logical, PhysicalAddress physical, boolean overwrite) {
    boolean here = given != null && MemberAddress.isCoordinator(logical);
    answered |= here;
    return super.addPhysicalAddressToCache(logical, here ? given : physical, overwrite);
  }
}

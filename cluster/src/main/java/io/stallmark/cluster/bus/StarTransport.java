package io.stallmark.cluster.bus;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.logging.NoopLogImpl;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.DefaultSocketFactory;
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
  private BiConsumer<String, String> refused = (address, why) -> {};

  /**
   * @param given the coordinator's address, for an agent; null: for the coordinator itself
   * @param key null: connections are not encrypted
   */
  StarTransport(@Nullable InetSocketAddress given, @Nullable ClusterKey key) {
    this.given = given == null ? null : new IpAddress(given.getAddress(), given.getPort());
    setId(ClassConfigurator.getProtocolId(TCP.class));
    // a thread for each receiver: one that does not read does not delay what goes to others
    setBundler(new PerDestinationBundler().useSingleSenderThread(false));
    if (key != null) {
      setSocketFactory(
          new DefaultSocketFactory(key.tls()) {
            @Override
            public ServerSocket createServerSocket(String service) throws IOException {
              return new KeyServerSocket(key.tls(), StarTransport.this::refused);
            }
          });
    }
  }

  /**
   * Called for each process that cannot connect, with its address and why, a clause. Before the
   * start.
   */
  void onRefused(BiConsumer<String, String> action) {
    refused = action;
  }

  /** JGroups tells in its log only whom it refuses after a handshake. */
  @Override
  protected void handleConnect() throws Exception {
    srv.log(
        new NoopLogImpl() {
          @Override
          public void warn(String message, Object... arguments) {
            log.warn(message, arguments);
            List<Object> told = List.of(arguments);
            if (told.size() == 3
                && told.get(1) instanceof Socket socket
                && told.get(2) instanceof Exception error) {
              refused(socket, error);
            }
          }
        });
    super.handleConnect();
  }

  private void refused(Socket socket, Exception error) {
    String message = String.valueOf(error.getMessage());
    String why =
        message.contains("certificate")
            ? "its cluster key is different: use the same --cluster-key-file on all machines"
            : message.contains("unrecognized SSL")
                ? "it has no cluster key: give it --cluster-key-file"
                : message.contains("cookie")
                    ? "it has a cluster key, and the coordinator has none"
                    : message.contains("different version")
                        ? "it is another version of Stallmark"
                        : ""; // a port that is only tried, or an agent that has ended
    InetAddress from = socket.getInetAddress();
    if (!why.isEmpty() && from != null) {
      refused.accept(from.getHostAddress(), why);
    }
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

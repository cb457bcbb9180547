package io.stallmark.capture;

import io.stallmark.spec.ListenAddress;
import io.stallmark.spi.wire.WireProtocol;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where a proxy listens and what it connects to.
 *
 * @param server address of the server, unresolved: each connection resolves it
 * @param wanted address at which the user wants to listen
 * @param servers encryption of the server's side; null: none
 * @param clients encryption of the clients' side; null: none
 */
public record ProxyRoute(
    WireProtocol protocol,
    InetSocketAddress server,
    ListenAddress wanted,
    @Nullable SideEncryption servers,
    @Nullable SideEncryption clients) {

  InetSocketAddress resolved() {
    return new InetSocketAddress(server.getHostString(), server.getPort());
  }

  /**
   * Returns the address at which clients reach the proxy: the host as the user gave it, unless that
   * means every address of this machine.
   *
   * @param local address that a client has connected to
   */
  InetSocketAddress listen(InetSocketAddress local) {
    boolean every = wanted.host().equals("0.0.0.0") || wanted.host().equals("::");
    return every ? local : InetSocketAddress.createUnresolved(wanted.host(), local.getPort());
  }
}

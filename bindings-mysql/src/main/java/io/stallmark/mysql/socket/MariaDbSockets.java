package io.stallmark.mysql.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/**
 * Makes the TCP sockets of MariaDB's driver, which asks for unconnected ones only. Public because
 * the driver makes it by its name.
 */
public final class MariaDbSockets extends SocketFactory {

  @Override
  public Socket createSocket() throws IOException {
    return ChannelSocket.tcp();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return createSocket(InetAddress.getByName(host), port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    Socket socket = createSocket();
    socket.connect(new InetSocketAddress(host, port));
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return createSocket(InetAddress.getByName(host), port, local, localPort);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    Socket socket = createSocket();
    socket.bind(new InetSocketAddress(local, localPort));
    socket.connect(new InetSocketAddress(host, port));
    return socket;
  }
}

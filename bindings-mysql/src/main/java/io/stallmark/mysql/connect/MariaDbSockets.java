package io.stallmark.mysql.connect;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.util.ConfigurableSocketFactory;

/**
 * Creates the sockets of MariaDB's driver, TCP or Unix. The driver itself requests only unconnected
 * sockets. Public because the driver instantiates it by its class name.
 */
public final class MariaDbSockets extends ConfigurableSocketFactory {

  /** Connection property for the path of a Unix socket; without it, TCP. */
  public static final String PATH = "stallmarkSocket";

  private @Nullable String path;

  @Override
  public void setConfiguration(Configuration configuration, String host) {
    path = configuration.nonMappedOptions().getProperty(PATH);
  }

  @Override
  public Socket createSocket() throws IOException {
    return path == null ? ChannelSocket.tcp() : ChannelSocket.unix(path);
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

package io.stallmark.mysql;

import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.protocol.StandardSocketFactory;
import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;

/**
 * Connector/J over a Unix socket. Connector/J brings no way of its own and makes this class by its
 * name, hence public; MariaDB's driver has one.
 */
public final class UnixSocketFactory extends StandardSocketFactory {

  /** The connection property that holds the socket's path. */
  static final String PATH = "stallmarkSocket";

  @Override
  @SuppressWarnings({
    "unchecked",
    "TypeParameterUnusedInFormals"
  }) // Connector/J's signature; it only ever asks for a Socket
  public <T extends Closeable> T connect(
      String host, int port, PropertySet properties, int loginTimeout) throws IOException {
    Socket socket = new UnixSocket(properties.getStringProperty(PATH).getValue());
    this.host = host;
    this.port = port;
    rawSocket = socket;
    sslSocket = socket;
    return (T) socket;
  }
}

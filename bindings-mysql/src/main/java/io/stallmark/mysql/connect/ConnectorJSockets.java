package io.stallmark.mysql.connect;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.conf.RuntimeProperty;
import com.mysql.cj.protocol.StandardSocketFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketOption;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;

/**
 * Creates the sockets of Connector/J, TCP or Unix. Public because Connector/J instantiates it by
 * its class name.
 */
public final class ConnectorJSockets extends StandardSocketFactory {

  /** Connection property for the path of a Unix socket; without it, TCP. */
  public static final String PATH = "stallmarkSocket";

  /**
   * Options by which a lost host is detected after two minutes instead of the kernel's two hours.
   */
  private static final Map<SocketOption<Integer>, Integer> KEEP_ALIVE =
      Map.of(
          ExtendedSocketOptions.TCP_KEEPIDLE, 60,
          ExtendedSocketOptions.TCP_KEEPINTERVAL, 10,
          ExtendedSocketOptions.TCP_KEEPCOUNT, 6);

  @Override
  protected Socket createSocket(PropertySet properties) {
    RuntimeProperty<String> path = properties.getStringProperty(PATH);
    try {
      ChannelSocket socket =
          path == null ? ChannelSocket.tcp() : ChannelSocket.unix(path.getValue());
      for (var option : KEEP_ALIVE.entrySet()) {
        socket.setOption(option.getKey(), option.getValue());
      }
      // Timeout for a server that accepts the connection and sends nothing; afterHandshake removes
      // it.
      socket.setSoTimeout(properties.getIntegerProperty(PropertyKey.connectTimeout).getValue());
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void afterHandshake() throws IOException {
    super.afterHandshake();
    rawSocket.setSoTimeout(0);
  }
}

package io.stallmark.mysql.socket;

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
 * Makes Connector/J's sockets, Unix sockets too. Public because Connector/J makes it by its name.
 */
public final class ConnectorJSockets extends StandardSocketFactory {

  /** The connection property that holds a Unix socket's path; without it, TCP. */
  public static final String PATH = "stallmarkSocket";

  /** A host that vanished is noticed after two minutes instead of the kernel's two hours. */
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
      // A server that accepts and says nothing must not hold us; afterHandshake lifts it.
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

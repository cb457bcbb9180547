package io.stallmark.mysql.wire;

import io.stallmark.jdbc.connect.ServerUrl;
import io.stallmark.mysql.embedded.EmbeddedUrl;
import io.stallmark.spi.wire.OpenedSession;
import io.stallmark.spi.wire.OperationTexts;
import io.stallmark.spi.wire.SessionParser;
import io.stallmark.spi.wire.WireConnection;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceSink;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Network protocol of MySQL, MariaDB and Percona Server. */
public final class MySqlWireProtocol implements WireProtocol {

  private static final int PORT = 3306;

  private final String example;

  /**
   * Creates the protocol.
   *
   * @param example a complete URL, for messages
   */
  public MySqlWireProtocol(String example) {
    this.example = example;
  }

  @Override
  public String family() {
    return "mysql";
  }

  @Override
  public InetSocketAddress address(String url) {
    if (url.startsWith(EmbeddedUrl.PREFIX)) {
      throw new IllegalArgumentException(
          "An embedded server cannot be recorded: it has no clients other than Stallmark");
    }
    ServerUrl server = ServerUrl.parse(url, example);
    if (server.socket() != null) {
      throw new IllegalArgumentException(
          "A recording connects to the server over TCP; the URL must not name a Unix socket");
    }
    String host = server.hosts();
    if (host.contains(",") || host.contains("(")) {
      throw new IllegalArgumentException(
          "A recording is of one server; write the URL as " + example);
    }
    int colon = host.startsWith("[") ? host.indexOf(':', host.indexOf(']')) : host.indexOf(':');
    int port = colon < 0 ? PORT : Integer.parseInt(host.substring(colon + 1));
    String name = colon < 0 ? host : host.substring(0, colon);
    return InetSocketAddress.createUnresolved(name.replaceAll("[\\[\\]]", ""), port);
  }

  @Override
  public @Nullable OpenedSession login(
      WireConnection client, WireConnection server, InetSocketAddress listen) throws IOException {
    return new LoginPassage(client, server).pass();
  }

  @Override
  public SessionParser parser(OpenedSession opened, int session, boolean whole, TraceSink sink) {
    long common =
        flags(opened, LoginPassage.CLIENT_CAPABILITIES)
            & flags(opened, LoginPassage.SERVER_CAPABILITIES);
    return new MySqlSessionParser(session, common, whole, sink);
  }

  private static long flags(OpenedSession opened, String name) {
    return Long.parseUnsignedLong(opened.attributes().getOrDefault(name, "0"), 16);
  }

  @Override
  public OperationTexts texts() {
    return new PreparedTexts();
  }
}

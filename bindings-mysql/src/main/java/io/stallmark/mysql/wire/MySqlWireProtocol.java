package io.stallmark.mysql.wire;

import io.stallmark.jdbc.connect.ServerUrl;
import io.stallmark.mysql.embedded.EmbeddedUrl;
import io.stallmark.spi.wire.OpenedSession;
import io.stallmark.spi.wire.OperationRedactor;
import io.stallmark.spi.wire.OperationTexts;
import io.stallmark.spi.wire.RecordingFormat;
import io.stallmark.spi.wire.SessionParser;
import io.stallmark.spi.wire.ValueMask;
import io.stallmark.spi.wire.WireConnection;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.text.RefusedException;
import io.stallmark.trace.TraceSink;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Network protocol of MySQL, MariaDB and Percona Server.
 *
 * @param example a complete URL, for messages
 * @param formats formats of files from which traces can be made
 */
public record MySqlWireProtocol(String example, List<RecordingFormat> formats)
    implements WireProtocol {

  private static final int PORT = 3306;

  public MySqlWireProtocol {
    formats = List.copyOf(formats);
  }

  @Override
  public String family() {
    return "mysql";
  }

  @Override
  public InetSocketAddress address(String url) {
    if (url.startsWith(EmbeddedUrl.PREFIX)) {
      throw new RefusedException(
          "An embedded server cannot be recorded: it has no clients other than Stallmark");
    }
    ServerUrl server = ServerUrl.parse(url, example);
    if (server.socket() != null) {
      throw new RefusedException(
          "A recording connects to the server over TCP; the URL must not name a Unix socket");
    }
    return address(server);
  }

  /**
   * Address of the server, unresolved.
   *
   * @throws RefusedException when the URL names several
   */
  public static InetSocketAddress address(ServerUrl server) {
    String host = server.hosts();
    if (host.contains(",") || host.contains("(")) {
      throw new RefusedException(
          "Recordings and replays are of one server: the URL must name a host and a port only");
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
    Map<String, String> attributes = opened.attributes();
    long common = ProtocolFlags.ofClient(attributes) & ProtocolFlags.ofServer(attributes);
    return new MySqlSessionParser(session, common, whole, sink);
  }

  @Override
  public Optional<OperationRedactor> redactor(ValueMask mask) {
    return Optional.of(new MySqlRedactor(mask));
  }

  @Override
  public OperationTexts texts() {
    return new PreparedTexts();
  }
}

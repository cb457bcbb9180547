package io.stallmark.mysql.wire;

import io.stallmark.spi.wire.OpenedSession;
import io.stallmark.spi.wire.WireConnection;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Login of one connection between client and server. Remembers no password. For one thread. */
final class LoginPassage {

  /** Where a client's charset is, and, in its last four bytes, its extended capabilities. */
  private static final int CHARSET = 8;

  private static final int EXTENDED = 28;
  private static final long COMPRESSION = ProtocolFlags.COMPRESS | ProtocolFlags.ZSTD;
  private final LoginSide client;
  private final LoginSide server;

  LoginPassage(WireConnection client, WireConnection server) {
    this.client = new LoginSide(client, "client");
    this.server = new LoginSide(server, "server");
  }

  /** Passes the login; see {@link io.stallmark.spi.wire.WireProtocol#login}. */
  @Nullable OpenedSession pass() throws IOException {
    byte[] first = server.read();
    if (LoginSide.kind(first) == LoginSide.ERROR) {
      client.write(first);
      return null;
    }
    LoginSide.Greeting greeting = LoginSide.Greeting.read(first);
    long offered =
        greeting.capabilities() & ProtocolFlags.READ & ~(COMPRESSION | ProtocolFlags.SSL);
    client.write(greeting.offering(client.canEncrypt() ? offered | ProtocolFlags.SSL : offered));
    byte[] response = response();
    if (server.canEncrypt()) {
      encryptServer(greeting, response);
    }
    long tls = server.encrypted() ? ProtocolFlags.SSL : 0;
    server.write(withFlags(response, (flags(response) & ~(COMPRESSION | ProtocolFlags.SSL)) | tls));
    return authenticated() ? new OpenedSession(attributes(greeting, response), new byte[0]) : null;
  }

  /** Reads the client's response, after its request for TLS if it sends one. */
  private byte[] response() throws IOException {
    byte[] packet = client.read();
    if (packet.length == LoginSide.FIXED_FIELDS && (flags(packet) & ProtocolFlags.SSL) != 0) {
      if (!client.canEncrypt()) {
        throw client.refuse("The proxy has no certificate, so clients cannot use TLS");
      }
      client.encrypt();
      packet = client.read();
    }
    if (packet.length < LoginSide.FIXED_FIELDS
        || (flags(packet) & ProtocolFlags.PROTOCOL_41) == 0) {
      throw client.refuse("The client uses a protocol older than MySQL 4.1");
    }
    if ((flags(packet) & COMPRESSION) != 0) { // some do so without an offer
      throw client.refuse(
          "A recording cannot read compressed connections; connect without compression");
    }
    return packet;
  }

  private void encryptServer(LoginSide.Greeting greeting, byte[] response) throws IOException {
    if ((greeting.capabilities() & ProtocolFlags.SSL) == 0) {
      throw client.refuse("The server does not offer TLS");
    }
    byte[] request = Arrays.copyOf(response, LoginSide.FIXED_FIELDS);
    server.write(withFlags(request, (flags(response) & ~COMPRESSION) | ProtocolFlags.SSL));
    server.encrypt();
  }

  /**
   * Passes the packets after the client's response, which alternate, until the server accepts or
   * refuses the client.
   */
  private boolean authenticated() throws IOException {
    while (true) {
      byte[] packet = server.read();
      int step = packet.length == 2 && packet[0] == LoginSide.MORE ? packet[1] : 0;
      if (step == LoginSide.FULL && client.encrypted() != server.encrypted()) {
        throw client.refuse(
            "caching_sha2_password needs TLS on both sides of the proxy or on neither;"
                + " or log in to the server once without the proxy");
      }
      client.write(packet);
      int kind = LoginSide.kind(packet);
      if (kind == LoginSide.OK || kind == LoginSide.ERROR) {
        return kind == LoginSide.OK;
      }
      if (step != LoginSide.FAST) {
        server.write(client.read());
      }
    }
  }

  private static long flags(byte[] response) {
    return new PayloadReader(response, 0, response.length).fixed(4);
  }

  private static byte[] withFlags(byte[] response, long flags) {
    byte[] changed = response.clone();
    for (int i = 0; i < 4; i++) {
      changed[i] = (byte) (flags >>> (8 * i));
      if ((flags & ProtocolFlags.MYSQL) == 0) {
        changed[EXTENDED + i] &= (byte) (ProtocolFlags.READ >>> (32 + 8 * i));
      }
    }
    return changed;
  }

  private static Map<String, String> attributes(LoginSide.Greeting greeting, byte[] response) {
    long flags = flags(response) & ~(COMPRESSION | ProtocolFlags.SSL);
    Map<String, String> attributes = new LinkedHashMap<>();
    PayloadReader fields = new PayloadReader(response, CHARSET, response.length);
    attributes.put("charset", String.valueOf(fields.fixed(1)));
    fields.skip(EXTENDED - CHARSET - 1);
    long extended = fields.fixed(4);
    long capabilities = (flags & ProtocolFlags.MYSQL) == 0 ? flags | extended << 32 : flags;
    attributes.put("user", fields.text());
    if ((flags & ProtocolFlags.AUTH_LENENC) != 0) {
      fields.skip(fields.encoded());
    } else if ((flags & ProtocolFlags.SECURE_CONNECTION) != 0) {
      fields.skip(fields.fixed(1));
    } else {
      fields.text();
    }
    if ((flags & ProtocolFlags.CONNECT_WITH_DB) != 0) {
      attributes.put("schema", fields.text());
    }
    attributes.put(ProtocolFlags.CLIENT, Long.toHexString(capabilities));
    attributes.put(ProtocolFlags.SERVER, Long.toHexString(greeting.capabilities()));
    attributes.put("server-version", greeting.version());
    attributes.put("connection-id", String.valueOf(greeting.connection()));
    return attributes;
  }
}

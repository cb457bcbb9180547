package io.stallmark.mysql.replay;

import io.stallmark.mysql.wire.ProtocolFlags;
import java.util.Map;

/**
 * What a recorded client told its server at the login.
 *
 * @param capabilities the client's capabilities
 * @param queryAttributes whether requests have attributes: client and server were capable of them
 * @param charset number of the collation
 * @param schema default schema of the live session; empty: none
 */
record RecordedLogin(long capabilities, boolean queryAttributes, int charset, String schema) {

  private static final long ALWAYS =
      ProtocolFlags.PROTOCOL_41 | ProtocolFlags.SECURE_CONNECTION | ProtocolFlags.PLUGIN_AUTH;

  /** Flags that concern only the connection and the login. */
  private static final long OWN =
      ProtocolFlags.COMPRESS
          | ProtocolFlags.ZSTD
          | ProtocolFlags.SSL
          | ProtocolFlags.CONNECT_WITH_DB
          | ProtocolFlags.CONNECT_ATTRIBUTES
          | ProtocolFlags.AUTH_LENENC
          | ProtocolFlags.MULTI_FACTOR;

  /** Newest collation of MySQL that fits into a byte, and the nearest one that MariaDB has. */
  private static final int UTF8MB4_0900 = 255;

  private static final int UTF8MB4 = 45;

  /** Reads the attributes of a session. */
  static RecordedLogin of(Map<String, String> attributes, LiveSchema schema) {
    long client = ProtocolFlags.ofClient(attributes);
    long common = client & ProtocolFlags.ofServer(attributes);
    return new RecordedLogin(
        client,
        (common & ProtocolFlags.QUERY_ATTRIBUTES) != 0,
        Integer.parseInt(attributes.getOrDefault("charset", String.valueOf(UTF8MB4))),
        schema.of(attributes.getOrDefault("schema", "")));
  }

  /** Returns the login without what concerns only its connection. */
  RecordedLogin kind() {
    return new RecordedLogin(capabilities & ~OWN, queryAttributes, charset, schema);
  }

  /** Capabilities of the same client with a server that offers others. */
  long capabilities(long offered) {
    long wanted = capabilities & ~OWN;
    if (!queryAttributes) {
      wanted &= ~ProtocolFlags.QUERY_ATTRIBUTES;
    }
    return (wanted & offered) | ALWAYS | (schema.isEmpty() ? 0 : ProtocolFlags.CONNECT_WITH_DB);
  }

  /** The client's collation, or the nearest one that the server has. */
  int charset(long offered) {
    boolean mariaDb = (offered & ProtocolFlags.MYSQL) == 0;
    return mariaDb && charset == UTF8MB4_0900 ? UTF8MB4 : charset;
  }
}

package io.stallmark.mysql.wire;

import java.util.Map;

/** Capability flags and status flags of the protocol. MariaDB's extended ones are bits 32 to 63. */
public final class ProtocolFlags {

  /** In a server's capabilities: MySQL. Otherwise MariaDB, and there are extended ones. */
  public static final long MYSQL = 1;

  public static final long CONNECT_WITH_DB = 1 << 3;
  public static final long COMPRESS = 1 << 5;
  public static final long PROTOCOL_41 = 1 << 9;
  public static final long SSL = 1 << 11;
  public static final long TRANSACTIONS = 1 << 13;
  public static final long MULTI_STATEMENTS = 1 << 16;
  public static final long MULTI_RESULTS = 1 << 17;
  public static final long PLUGIN_AUTH = 1 << 19;
  public static final long CONNECT_ATTRIBUTES = 1 << 20;
  public static final long SECURE_CONNECTION = 1 << 15;
  public static final long AUTH_LENENC = 1 << 21;
  public static final long DEPRECATE_EOF = 1 << 24;
  public static final long OPTIONAL_METADATA = 1 << 25;
  public static final long ZSTD = 1 << 26;
  public static final long QUERY_ATTRIBUTES = 1 << 27;
  public static final long MULTI_FACTOR = 1 << 28;
  public static final long CACHE_METADATA = 1L << 36;

  /**
   * Capabilities whose packets are read: all of MySQL's, and MariaDB's extended ones from bulk
   * statements to results of bulk units. With others, such as progress reports, a server sends
   * packets that would be mistaken for a reply.
   */
  static final long READ = 0xFFFF_FFFFL | 0xFL << 34;

  public static final int IN_TRANSACTION = 0x01;
  public static final int AUTOCOMMIT = 0x02;
  public static final int MORE_RESULTS = 0x08;
  public static final int CURSOR_EXISTS = 0x40;

  /** Attributes of a recorded session. */
  public static final String CLIENT = "client-capabilities";

  public static final String SERVER = "server-capabilities";

  private ProtocolFlags() {}

  /** Capabilities of the client of a recorded session. */
  public static long ofClient(Map<String, String> attributes) {
    return Long.parseUnsignedLong(attributes.getOrDefault(CLIENT, "0"), 16);
  }

  /** Capabilities of its server. */
  public static long ofServer(Map<String, String> attributes) {
    return Long.parseUnsignedLong(attributes.getOrDefault(SERVER, "0"), 16);
  }
}

package io.stallmark.mysql.wire;

/** Capability flags and status flags of the protocol. MariaDB's extended ones are bits 32 to 63. */
final class ProtocolFlags {

  /** In a server's capabilities: MySQL. Otherwise MariaDB, and there are extended ones. */
  static final long MYSQL = 1;

  static final long CONNECT_WITH_DB = 1 << 3;
  static final long COMPRESS = 1 << 5;
  static final long PROTOCOL_41 = 1 << 9;
  static final long SSL = 1 << 11;
  static final long SECURE_CONNECTION = 1 << 15;
  static final long AUTH_LENENC = 1 << 21;
  static final long DEPRECATE_EOF = 1 << 24;
  static final long OPTIONAL_METADATA = 1 << 25;
  static final long ZSTD = 1 << 26;
  static final long CACHE_METADATA = 1L << 36;

  static final int MORE_RESULTS = 0x08;
  static final int CURSOR_EXISTS = 0x40;

  private ProtocolFlags() {}
}

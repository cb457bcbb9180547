package io.stallmark.mysql.wire;

import io.stallmark.spi.wire.WireConnection;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * One side of a login, in packets. Each side has its sequence numbers: with TLS on one side only,
 * that side has one packet more.
 */
public final class LoginSide {

  /** Length of a client's request for TLS, and of the same fields in its response. */
  public static final int FIXED_FIELDS = 32;

  /** Kinds of a server's packets, see {@link #kind}. */
  public static final int OK = 0x00;

  public static final int MORE = 0x01;
  public static final int ERROR = 0xff;

  /** Steps of caching_sha2_password, after MORE. */
  public static final int FAST = 3;

  public static final int FULL = 4;

  private static final int HANDSHAKE_ERROR = 1043;

  private final WireConnection connection;
  private final String name;
  private int sequence;
  private boolean encrypted;

  /**
   * Creates a side.
   *
   * @param name who is there, for messages
   */
  public LoginSide(WireConnection connection, String name) {
    this.connection = connection;
    this.name = name;
  }

  /** Whether {@link #encrypt} is possible. */
  public boolean canEncrypt() {
    return connection.canEncrypt();
  }

  /** Whether this side is encrypted. */
  public boolean encrypted() {
    return encrypted;
  }

  /** Encrypts this side from here on. */
  public void encrypt() throws IOException {
    connection.encrypt(new byte[0]);
    encrypted = true;
  }

  /**
   * Reads a packet, without its header and not a byte more.
   *
   * @throws IOException if the connection ends, or the packet cannot be one of a login
   */
  public byte[] read() throws IOException {
    byte[] header = exactly(PacketFramer.HEADER);
    PayloadReader fields = new PayloadReader(header, 0, header.length);
    int length = (int) fields.fixed(3);
    if (length == PacketFramer.LONGEST) {
      throw new IOException("The " + name + " does not speak MySQL's protocol");
    }
    sequence = (int) fields.fixed(1) + 1;
    return exactly(length);
  }

  private byte[] exactly(int length) throws IOException {
    byte[] bytes = connection.in().readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("The " + name + " ended the connection during the login");
    }
    return bytes;
  }

  /**
   * Returns the kind of a server's packet.
   *
   * @throws IOException if the packet is empty
   */
  public static int kind(byte[] packet) throws IOException {
    if (packet.length == 0) {
      throw new IOException("the server sent an empty packet during the login");
    }
    return packet[0] & 0xff;
  }

  /** Sends a packet, which gets its header here. */
  public void write(byte[] payload) throws IOException {
    byte[] packet = new byte[PacketFramer.HEADER + payload.length];
    packet[0] = (byte) payload.length;
    packet[1] = (byte) (payload.length >>> 8);
    packet[2] = (byte) (payload.length >>> 16);
    packet[3] = (byte) sequence++;
    System.arraycopy(payload, 0, packet, PacketFramer.HEADER, payload.length);
    connection.out().write(packet);
    connection.out().flush();
  }

  /** Sends an error to this side and returns the exception that ends the login. */
  IOException refuse(String message) throws IOException {
    byte[] text = ("???#08S01" + message).getBytes(StandardCharsets.UTF_8);
    text[0] = (byte) 0xff;
    text[1] = (byte) HANDSHAKE_ERROR;
    text[2] = (byte) (HANDSHAKE_ERROR >>> 8);
    write(text);
    return new IOException(message);
  }

  /**
   * First packet of a server.
   *
   * @param payload the packet without its header
   * @param version the server's version
   * @param connection number of the connection on the server
   * @param capabilities the server's capabilities
   * @param flags index of the capabilities' first two bytes in the payload
   * @param nonce random bytes that a proof of the password is made with
   * @param plugin name of the server's default way to prove the password
   */
  public record Greeting(
      byte[] payload,
      String version,
      long connection,
      long capabilities,
      int flags,
      byte[] nonce,
      String plugin) {

    /**
     * Index of the capabilities' other two bytes, after the first two: charset and status between.
     */
    private static final int HIGH = 5;

    /** Index of MariaDB's extended capabilities, after the first two bytes. */
    private static final int EXTENDED = 14;

    private static final int VERSION_10 = 10;
    private static final int UNUSED = 7;

    /** Length of the nonce, and of its first part. */
    private static final int NONCE = 20;

    private static final int NONCE_BEGIN = 8;

    /**
     * @throws IOException if the packet is not one of a server's greeting
     */
    public static Greeting read(byte[] payload) throws IOException {
      PayloadReader fields = new PayloadReader(payload, 0, payload.length);
      long protocol = fields.fixed(1);
      String version = fields.text();
      long connection = fields.fixed(4);
      byte[] nonce = new byte[NONCE];
      fields.copy(nonce, 0, NONCE_BEGIN);
      fields.skip(1);
      int flags = fields.position();
      long low = fields.fixed(2);
      fields.skip(3);
      long capabilities = low | fields.fixed(2) << 16;
      if (fields.truncated() || protocol != VERSION_10) {
        throw new IOException("The server does not speak version 10 of MySQL's protocol");
      }
      fields.skip(UNUSED);
      long extended = fields.fixed(4);
      if ((capabilities & ProtocolFlags.MYSQL) == 0) {
        capabilities |= extended << 32;
      }
      fields.copy(nonce, NONCE_BEGIN, NONCE - NONCE_BEGIN);
      fields.skip(1);
      return new Greeting(payload, version, connection, capabilities, flags, nonce, fields.text());
    }

    /** Returns the packet with other capabilities. */
    byte[] offering(long other) {
      byte[] changed = payload.clone();
      changed[flags] = (byte) other;
      changed[flags + 1] = (byte) (other >>> 8);
      changed[flags + HIGH] = (byte) (other >>> 16);
      changed[flags + HIGH + 1] = (byte) (other >>> 24);
      if ((capabilities & ProtocolFlags.MYSQL) == 0) {
        for (int i = 0; i < Integer.BYTES; i++) {
          changed[flags + EXTENDED + i] = (byte) (other >>> (Integer.SIZE + Byte.SIZE * i));
        }
      }
      return changed;
    }
  }
}

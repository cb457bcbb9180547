package io.stallmark.mysql.wire;

import io.stallmark.spi.wire.WireConnection;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * One side of a login, in packets. Each side has its sequence numbers: with TLS on one side only,
 * that side has one packet more.
 */
final class LoginSide {

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
  LoginSide(WireConnection connection, String name) {
    this.connection = connection;
    this.name = name;
  }

  boolean canEncrypt() {
    return connection.canEncrypt();
  }

  boolean encrypted() {
    return encrypted;
  }

  void encrypt() throws IOException {
    connection.encrypt(new byte[0]);
    encrypted = true;
  }

  /**
   * Reads a packet, without its header and not a byte more.
   *
   * @throws IOException if the connection ends, or the packet cannot be one of a login
   */
  byte[] read() throws IOException {
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

  void write(byte[] payload) throws IOException {
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
}

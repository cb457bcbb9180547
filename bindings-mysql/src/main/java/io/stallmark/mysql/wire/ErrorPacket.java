package io.stallmark.mysql.wire;

import java.nio.charset.StandardCharsets;

/** Packet that reports an error: a mark, the code, perhaps the SQL state, and a text. */
public final class ErrorPacket {

  private static final int CODE = 1;
  private static final int TEXT = 3;

  /** Length of a state: a number sign and five characters. */
  private static final int STATE = 6;

  /** Longest packet, in bytes. */
  static final int LONGEST = TEXT + STATE + 512;

  private ErrorPacket() {}

  /** Returns the server's code. */
  public static int code(byte[] packet) {
    return (int) new PayloadReader(packet, CODE, packet.length).fixed(2);
  }

  /**
   * Returns the text, read as UTF-8.
   *
   * @param length how many bytes of the array are the packet's, which has no header
   */
  public static String text(byte[] packet, int length) {
    int start = length > TEXT && packet[TEXT] == '#' ? TEXT + STATE : TEXT;
    int from = Math.min(start, length);
    return new String(packet, from, length - from, StandardCharsets.UTF_8);
  }
}

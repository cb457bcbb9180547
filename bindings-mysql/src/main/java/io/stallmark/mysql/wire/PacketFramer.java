package io.stallmark.mysql.wire;

/**
 * Finds the packets in one direction of a session, whose bytes arrive in pieces of any size. A
 * payload of several frames is one packet. Keeps no payload. For one thread.
 */
public final class PacketFramer {

  /** Length of a frame that the next frame continues. */
  public static final int LONGEST = 0xffffff;

  public static final int HEADER = 4;

  /** Receives the packets. Each method returns false if the packet cannot be read. */
  public interface Receiver {

    /**
     * A frame begins.
     *
     * @param time when its first byte was read
     * @param first whether a packet begins with it
     */
    boolean frame(long time, int length, int sequence, boolean first);

    /** A part of the frame's payload, at least one byte. */
    boolean data(byte[] bytes, int start, int length);

    /**
     * The packet ends.
     *
     * @param sequence that of its last frame
     */
    boolean end(int sequence);
  }

  private final Receiver receiver;
  private int header;
  private int headerBytes;
  private long began;
  private int left;
  private boolean continued;

  public PacketFramer(Receiver receiver) {
    this.receiver = receiver;
  }

  /** Expects the beginning of a packet. */
  void reset() {
    header = 0;
    headerBytes = 0;
    left = 0;
    continued = false;
  }

  /**
   * Accepts the next bytes.
   *
   * @param count how many bytes of the array are accepted, from its beginning
   * @return false: the receiver could not read them. The rest of them is skipped.
   */
  public boolean accept(long time, byte[] bytes, int count) {
    int next = 0;
    while (next < count) {
      boolean readable;
      if (headerBytes < HEADER) {
        if (headerBytes == 0) {
          began = time;
        }
        header |= (bytes[next++] & 0xff) << (8 * headerBytes++);
        readable = headerBytes < HEADER || begin();
      } else {
        int length = Math.min(left, count - next);
        left -= length;
        readable = receiver.data(bytes, next, length) && (left > 0 || endOfFrame());
        next += length;
      }
      if (!readable) {
        return false;
      }
    }
    return true;
  }

  private boolean begin() {
    left = header & LONGEST;
    return receiver.frame(began, left, header >>> 24, !continued) && (left > 0 || endOfFrame());
  }

  private boolean endOfFrame() {
    continued = (header & LONGEST) == LONGEST;
    int sequence = header >>> 24;
    header = 0;
    headerBytes = 0;
    return continued || receiver.end(sequence);
  }
}

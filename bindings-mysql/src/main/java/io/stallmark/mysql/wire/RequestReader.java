package io.stallmark.mysql.wire;

import java.util.Arrays;

/** Reads the packets of the client, each as a whole. For one thread. */
final class RequestReader implements PacketFramer.Receiver {

  private static final byte[] NOTHING = new byte[0];

  /** Longest packet that a server accepts. */
  private static final int MOST_BYTES = 1 << 30;

  /** Receives the packets. */
  interface Receiver {

    /**
     * A packet is complete.
     *
     * @param time when its first byte was read
     * @param first sequence number of its first frame
     * @param last sequence number of its last frame
     * @return false: this cannot be a packet at this place
     */
    boolean packet(long time, byte[] payload, int first, int last);
  }

  private final Receiver receiver;
  private long began;
  private int firstSequence;
  private byte[] payload = NOTHING;
  private int filled;

  RequestReader(Receiver receiver) {
    this.receiver = receiver;
  }

  @Override
  public boolean frame(long time, int length, int sequence, boolean first) {
    if (first) {
      began = time;
      firstSequence = sequence;
      payload = NOTHING;
      filled = 0;
    }
    return true;
  }

  @Override
  public boolean data(byte[] bytes, int start, int length) {
    if (filled == 0) {
      payload = Arrays.copyOfRange(bytes, start, start + length);
      filled = length;
      return true;
    } else if (length > MOST_BYTES - filled) {
      return false;
    }
    if (payload.length - filled < length) {
      payload = Arrays.copyOf(payload, Math.max(filled + length, 2 * filled));
    }
    System.arraycopy(bytes, start, payload, filled, length);
    filled += length;
    return true;
  }

  @Override
  public boolean end(int sequence) {
    byte[] complete = payload.length == filled ? payload : Arrays.copyOf(payload, filled);
    payload = NOTHING;
    return receiver.packet(began, complete, firstSequence, sequence);
  }
}

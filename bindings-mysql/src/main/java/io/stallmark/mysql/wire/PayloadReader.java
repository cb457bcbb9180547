package io.stallmark.mysql.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads fields of a packet, from its beginning. Reading past the end returns zeros and empty texts,
 * and sets {@link #truncated}.
 */
public final class PayloadReader {

  private static final int TWO_BYTES = 0xfc;
  private static final int THREE_BYTES = 0xfd;
  private static final int EIGHT_BYTES = 0xfe;

  private final byte[] bytes;
  private final int end;
  private int next;
  private boolean truncated;

  /** Creates a reader of the bytes from {@code start} to {@code end}, exclusive. */
  public PayloadReader(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.next = start;
    this.end = end;
  }

  /** Whether a field was not complete. */
  public boolean truncated() {
    return truncated;
  }

  /** Index of the next byte. */
  public int position() {
    return next;
  }

  /** Skips bytes. */
  public void skip(long count) {
    if (count < 0 || count > end - next) {
      truncated = true;
      next = end;
    } else {
      next += (int) count;
    }
  }

  /** Reads an unsigned number, least significant byte first. */
  public long fixed(int width) {
    if (width > end - next) {
      truncated = true;
      next = end;
      return 0;
    }
    long value = 0;
    for (int i = 0; i < width; i++) {
      value |= (bytes[next++] & 0xffL) << (8 * i);
    }
    return value;
  }

  /** Reads a length-encoded number. */
  public long encoded() {
    int first = (int) fixed(1);
    return switch (first) {
      case TWO_BYTES -> fixed(2);
      case THREE_BYTES -> fixed(3);
      case EIGHT_BYTES -> fixed(8);
      default -> first;
    };
  }

  /** Reads a text that ends with a zero byte. */
  public String text() {
    int start = next;
    while (next < end && bytes[next] != 0) {
      next++;
    }
    String text = new String(bytes, start, next - start, StandardCharsets.UTF_8);
    skip(1);
    return text;
  }

  /**
   * Reads types of parameters.
   *
   * @param named whether a name follows each type
   */
  public int[] types(int count, boolean named) {
    int[] types = new int[count];
    for (int i = 0; i < count; i++) {
      types[i] = (int) fixed(1);
      skip(1); // whether it is unsigned
      if (named) {
        skip(encoded());
      }
    }
    return types;
  }

  /** Copies bytes into an array. */
  public void copy(byte[] into, int start, int count) {
    int position = next;
    skip(count);
    System.arraycopy(bytes, position, into, start, next - position);
  }

  /** Returns a copy of the rest. */
  public byte[] rest() {
    return Arrays.copyOfRange(bytes, next, end);
  }
}

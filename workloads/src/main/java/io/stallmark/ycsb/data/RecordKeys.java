package io.stallmark.ycsb.data;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.stallmark.data.Digits;
import io.stallmark.spi.Args;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Keys of the records: "user" and the number of the record or its hash. Immutable.
 *
 * @param hashed whether keys have the hashes, so that a load inserts in random order of keys
 * @param digits least number of digits; zeros fill up
 */
public record RecordKeys(boolean hashed, int digits) {

  /** Length of a column of keys. */
  public static final int LONGEST = 255;

  /** Bytes that a key needs at most: the prefix and the digits of 64 bits. */
  private static final int MOST = 4 + 20;

  private static final byte[] PREFIX = {'u', 's', 'e', 'r'};
  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 1_099_511_628_211L;

  /** Bytes that most hashed numbers fit into; the other three are zero, hashed at once. */
  private static final int FEW = 5;

  private static final long FNV_PRIME_3 = steps(1, 0, Long.BYTES - FEW);
  private static final int EIGHT = 100_000_000;

  /** Powers of ten, by exponent. */
  private static final long[] POWERS = LongStream.iterate(1, p -> 10 * p).limit(19).toArray();

  /** YCSB's hash of 64 bits, FNV-1a of the eight bytes from the lowest on, without a sign. */
  public static long hash(long number) {
    long first = steps(FNV_OFFSET, number, FEW);
    long rest = number >>> (FEW * Byte.SIZE);
    return Math.abs(rest == 0 ? first * FNV_PRIME_3 : steps(first, rest, Long.BYTES - FEW));
  }

  private static long steps(long from, long number, int bytes) {
    long hash = from;
    for (int i = 0; i < bytes; i++) {
      hash = (hash ^ ((number >>> (i * Byte.SIZE)) & 0xff)) * FNV_PRIME;
    }
    return hash;
  }

  /**
   * Writes the key of a record.
   *
   * @param into at least {@link #MOST} bytes and at least four more than the digits
   * @return its length
   */
  public int write(long number, byte[] into) {
    System.arraycopy(PREFIX, 0, into, 0, PREFIX.length);
    long rest = hashed ? hash(number) : number;
    int count = count(rest);
    int end = PREFIX.length + Math.max(digits, count);
    if (digits > count) {
      Arrays.fill(into, PREFIX.length, end - count, (byte) '0');
    }
    int at = end;
    while (rest >= EIGHT) {
      long higher = rest / EIGHT;
      at -= 8;
      Digits.writeEight(rest - higher * EIGHT, into, at);
      rest = higher;
    }
    for (int first = (int) rest; at > end - count; first /= 10) {
      into[--at] = (byte) ('0' + first % 10);
    }
    return end;
  }

  /** Number of digits. */
  private static int count(long number) {
    int log = ((Long.SIZE - Long.numberOfLeadingZeros(number | 1)) * 1233) >> 12; // of base 10
    return number < POWERS[log] ? Math.max(1, log) : log + 1;
  }

  /** Writes the key of a record into a slot. */
  public void write(long number, Args args, int slot) {
    args.length(slot, write(number, args.bytes(slot, size())));
  }

  /** Key of a record, for messages. */
  public String text(long number) {
    byte[] bytes = new byte[size()];
    return new String(bytes, 0, write(number, bytes), US_ASCII);
  }

  /** Size of a buffer for a key, in bytes. */
  public int size() {
    return Math.max(MOST, PREFIX.length + digits);
  }
}

package io.stallmark.ycsb.data;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.stallmark.spi.Args;

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

  /** YCSB's hash of 64 bits, FNV-1a of the eight bytes from the lowest on, without a sign. */
  public static long hash(long number) {
    long rest = number;
    long hash = FNV_OFFSET;
    for (int i = 0; i < Long.BYTES; i++) {
      hash = (hash ^ (rest & 0xff)) * FNV_PRIME;
      rest >>= Byte.SIZE;
    }
    return Math.abs(hash);
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
    int count = 1;
    for (long tens = rest / 10; tens > 0; tens /= 10) {
      count++;
    }
    int end = PREFIX.length + Math.max(digits, count);
    for (int i = end - 1; i >= PREFIX.length; i--) {
      into[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return end;
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

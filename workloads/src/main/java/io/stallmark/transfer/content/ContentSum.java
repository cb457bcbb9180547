package io.stallmark.transfer.content;

import io.stallmark.text.Text;

/**
 * Checksum of rows that does not depend on their order.
 *
 * @param rows number of rows
 * @param sum sum of the rows' hashes modulo 2^64
 * @param xor exclusive or of the rows' hashes
 */
public record ContentSum(long rows, long sum, long xor) {

  public static final ContentSum EMPTY = new ContentSum(0, 0, 0);

  /** Returns the checksum of these rows and of one more. */
  public ContentSum with(long hash) {
    return new ContentSum(rows + 1, sum + hash, xor ^ hash);
  }

  /** Returns the checksum of the rows of both. */
  public ContentSum and(ContentSum other) {
    return new ContentSum(rows + other.rows, sum + other.sum, xor ^ other.xor);
  }

  /** Sum and exclusive or of the hashes, in hexadecimal digits. */
  public String digest() {
    return Text.format("%016x%016x", sum, xor);
  }

  @Override
  public String toString() {
    return Text.format("%d documents, sum %016x, xor %016x", rows, sum, xor);
  }
}

package io.stallmark.spi;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import java.util.List;

/**
 * The values of an operation's slots: filled by the workload, read by the binding, made once per
 * call site and used again for every execution, without allocation. Slots are numbered as in {@link
 * Op#params}. A batch has one set of slots per row; everything else has row 0 only. Not
 * thread-safe.
 */
public final class Args {

  private static final int NULL = -1; // in the place of a length
  private static final byte[] NO_TEXT = {};
  private static final long[] NO_LIST = {};

  private final int slots;
  private final long[] numbers;
  private final byte[][] texts;
  private final int[] lengths;
  private final long[][] lists;
  private int rows = 1;
  private int base;

  private Args(List<Param> params, int capacity) {
    slots = params.size();
    numbers = new long[slots * capacity];
    texts = new byte[slots * capacity][];
    lengths = new int[slots * capacity];
    lists = new long[slots][];
    for (int i = 0; i < slots; i++) {
      lists[i] = params.get(i).isList() ? new long[params.get(i).most()] : NO_LIST;
    }
    for (int i = 0; i < texts.length; i++) {
      texts[i] =
          params.get(i % slots).type() instanceof Type.Text text
              ? new byte[text.length()]
              : NO_TEXT;
    }
  }

  /** Room for one execution of the operation; for a batch, for all its rows. */
  public static Args of(Op op) {
    return new Args(op.params(), op instanceof Op.Insert insert ? insert.rows() : 1);
  }

  /** Turns to a row of a batch; rows are filled from 0 on. The last row touched ends the batch. */
  public Args row(int row) {
    base = row * slots;
    rows = row + 1;
    return this;
  }

  /** How many rows this execution has: one more than the last row turned to. */
  public int rows() {
    return rows;
  }

  /**
   * Sets an integer, or what the slot's {@link Type} says that it travels as: a boolean as 1 or 0,
   * a decimal unscaled, a date in days and a timestamp in milliseconds since 1970.
   */
  public Args set(int slot, long value) {
    numbers[base + slot] = value;
    lengths[base + slot] = 0;
    return this;
  }

  /** Sets a slot of a nullable parameter to NULL, until it is set again. */
  public Args setNull(int slot) {
    lengths[base + slot] = NULL;
    return this;
  }

  public Args set(int slot, double value) {
    return set(slot, Double.doubleToRawLongBits(value));
  }

  /**
   * Returns the bytes of a slot of {@link Type.Bytes}, {@link Type.Varchar} or {@link
   * Type.Document}. The caller writes them from the start and then calls {@link #length}. The array
   * grows as needed and is kept.
   *
   * @param most how many bytes the caller will write; growing loses what was there before
   */
  public byte[] bytes(int slot, int most) {
    byte[] there = texts[base + slot];
    if (there.length < most) {
      there = new byte[Math.max(most, 2 * there.length)];
      texts[base + slot] = there;
    }
    return there;
  }

  /**
   * Returns the bytes of a slot of {@link Type.Text}. The caller writes them from the start and
   * then calls {@link #length}.
   */
  public byte[] text(int slot) {
    return texts[base + slot];
  }

  public Args length(int slot, int count) {
    lengths[base + slot] = count;
    return this;
  }

  /**
   * The numbers of a slot that is a list, to be written from the start, at least one; then say how
   * many: {@link #length}. A batch has no lists.
   */
  public long[] list(int slot) {
    return lists[slot];
  }

  /** For the binding: whether the slot is NULL; only a slot of a nullable parameter can be. */
  public boolean isNull(int row, int slot) {
    return lengths[row * slots + slot] == NULL;
  }

  /** For the binding: a number of a list; beyond its end, the last one again. */
  public long getOfList(int slot, int index) {
    return lists[slot][Math.min(index, lengths[slot] - 1)];
  }

  /** For the binding: the integer in a slot. */
  public long getLong(int row, int slot) {
    return numbers[row * slots + slot];
  }

  /** For the binding: the double in a slot. */
  public double getDouble(int row, int slot) {
    return Double.longBitsToDouble(numbers[row * slots + slot]);
  }

  /**
   * For the binding: the text or the bytes in a slot, valid up to {@link #getLength}; do not keep
   * them.
   */
  public byte[] getText(int row, int slot) {
    return texts[row * slots + slot];
  }

  /** For the binding: how many bytes or numbers a slot holds. */
  public int getLength(int row, int slot) {
    return lengths[row * slots + slot];
  }
}

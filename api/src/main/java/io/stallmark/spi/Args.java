package io.stallmark.spi;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import java.util.List;

/**
 * Values of an operation's parameters, one slot per parameter, numbered as in {@link Op#params}.
 * The workload writes the slots and the binding reads them. One instance per call site is created
 * before the run and reused for every execution without allocation. A batch has one set of slots
 * per row; every other operation has row 0 only. Not thread-safe.
 */
public final class Args {

  // In place of a length.
  private static final int NULL = -1;
  private static final int REAL = -2;
  private static final int BOOLEAN = -3;
  private static final int EMPTY = -4; // an empty text: 0 is the length of an integer

  private static final byte[] NO_TEXT = {};
  private static final long[] NO_LIST = {};

  private final int slots;
  private final long[] numbers;
  private final byte[][] texts;
  private final int[] lengths;
  private final long[][] lists;
  private int rows = 1;
  private int base;
  private long expected;

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

  /** Creates the slots for one execution of the operation; for a batch, for all its rows. */
  public static Args of(Op op) {
    return new Args(op.params(), op instanceof Op.Insert insert ? insert.rows() : 1);
  }

  /**
   * Selects the row of a batch that the setters write to. Rows are written in order from 0; the
   * last selected row is the last row of the batch.
   */
  public Args row(int row) {
    base = row * slots;
    rows = row + 1;
    return this;
  }

  /**
   * Sets the least number of rows that the next executions must read, insert, change or delete.
   * Results with fewer rows are counted as unexpected. 0, the default: any number.
   */
  public Args expect(long rowsAtLeast) {
    expected = rowsAtLeast;
    return this;
  }

  /** Least number of rows, as set by {@link #expect}. */
  public long expected() {
    return expected;
  }

  /** Number of rows in this execution: the index of the last selected row plus one. */
  public int rows() {
    return rows;
  }

  /**
   * Sets an integer, or the integer that represents a value of the parameter's {@link Type}. This
   * is 1 or 0 for a boolean and the unscaled value of a decimal. It is days since 1970 for a date
   * and milliseconds since 1970 for a timestamp.
   */
  public Args set(int slot, long value) {
    numbers[base + slot] = value;
    lengths[base + slot] = 0;
    return this;
  }

  /** Sets a slot of a nullable parameter to NULL until the next value is set. */
  public Args setNull(int slot) {
    lengths[base + slot] = NULL;
    return this;
  }

  public Args set(int slot, double value) {
    return set(slot, Double.doubleToRawLongBits(value));
  }

  /** Sets a slot of {@link Type.Untyped} to a double. */
  public Args setReal(int slot, double value) {
    set(slot, value);
    return length(slot, REAL);
  }

  /** Sets a slot of {@link Type.Untyped} to a boolean. */
  public Args setBoolean(int slot, boolean value) {
    set(slot, value ? 1L : 0L);
    return length(slot, BOOLEAN);
  }

  /** Sets a slot of {@link Type.Untyped} to a text in UTF-8. */
  public Args setText(int slot, byte[] text, int count) {
    System.arraycopy(text, 0, bytes(slot, count), 0, count);
    return length(slot, count == 0 ? EMPTY : count);
  }

  /**
   * Returns the buffer of a slot of {@link Type.Bytes}, {@link Type.LongText}, {@link Type.Varchar}
   * or {@link Type.Document}. The caller writes from index 0 and then calls {@link #length}. The
   * buffer grows as needed and is reused.
   *
   * @param most maximum number of bytes to write; when the buffer grows, its previous content is
   *     lost
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
   * Returns the buffer of a slot of {@link Type.Text}. The caller writes from index 0 and then
   * calls {@link #length}.
   */
  public byte[] text(int slot) {
    return texts[base + slot];
  }

  /** Sets all slots of the selected row to those of a row of other values for the same slots. */
  public Args copy(Args from, int row) {
    for (int slot = 0; slot < slots; slot++) {
      copy(slot, from, row * slots + slot);
    }
    return this;
  }

  /** Sets a slot of the selected row to a slot of the first row of other values. */
  public Args copy(int slot, Args from, int other) {
    int length = from.lengths[other];
    numbers[base + slot] = from.numbers[other];
    lengths[base + slot] = length;
    if (length > 0) {
      System.arraycopy(from.texts[other], 0, bytes(slot, length), 0, length);
    }
    return this;
  }

  public Args length(int slot, int count) {
    lengths[base + slot] = count;
    return this;
  }

  /**
   * Returns the buffer of a list parameter. The caller writes at least one number from index 0 and
   * then calls {@link #length}. A batch has no lists.
   */
  public long[] list(int slot) {
    return lists[slot];
  }

  /** For the binding: whether the slot is NULL. Only the slot of a nullable parameter can be. */
  public boolean isNull(int row, int slot) {
    return lengths[row * slots + slot] == NULL;
  }

  /** For the binding: whether the value of a slot of {@link Type.Untyped} is a double. */
  public boolean isReal(int row, int slot) {
    return lengths[row * slots + slot] == REAL;
  }

  /** For the binding: whether the value of a slot of {@link Type.Untyped} is a boolean. */
  public boolean isBoolean(int row, int slot) {
    return lengths[row * slots + slot] == BOOLEAN;
  }

  /** For the binding: whether the value of a slot of {@link Type.Untyped} is a text. */
  public boolean isText(int row, int slot) {
    int length = lengths[row * slots + slot];
    return length > 0 || length == EMPTY;
  }

  /** For the binding: one number of a list. An index beyond the end returns the last number. */
  public long getOfList(int slot, int index) {
    return lists[slot][Math.min(index, lengths[slot] - 1)];
  }

  /** For the binding: the integer in a slot, see {@link #set(int, long)}. */
  public long getLong(int row, int slot) {
    return numbers[row * slots + slot];
  }

  /** For the binding: the double in a slot. */
  public double getDouble(int row, int slot) {
    return Double.longBitsToDouble(numbers[row * slots + slot]);
  }

  /**
   * For the binding: the buffer of a slot, valid up to {@link #getLength}. The workload reuses it,
   * so the binding must not retain it.
   */
  public byte[] getText(int row, int slot) {
    return texts[row * slots + slot];
  }

  /** For the binding: number of bytes in a slot's buffer, or of numbers in its list. */
  public int getLength(int row, int slot) {
    return Math.max(lengths[row * slots + slot], 0);
  }
}

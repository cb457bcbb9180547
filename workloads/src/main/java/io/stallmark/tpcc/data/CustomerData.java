package io.stallmark.tpcc.data;

/**
 * The new data of a customer with bad credit: ids and amount before the old data, cut off at the
 * end (clause 2.5.2.2). Allocates nothing; not thread-safe.
 */
public final class CustomerData {

  private byte[] into = {};
  private int end;

  public CustomerData begin(byte[] buffer) {
    into = buffer;
    end = 0;
    return this;
  }

  public CustomerData add(long number) {
    digits(number);
    into[end++] = ' ';
    return this;
  }

  public void cents(long amount) {
    digits(amount / 100);
    into[end++] = '.';
    digits(amount / 10 % 10);
    digits(amount % 10);
    into[end++] = ' ';
  }

  private void digits(long number) {
    if (number > 9) {
      digits(number / 10);
    }
    into[end++] = (byte) ('0' + number % 10);
  }

  /** Appends as much of the old data as there is room for. Returns the length. */
  public int end(byte[] old, int length) {
    int room = Math.min(length, into.length - end);
    System.arraycopy(old, 0, into, end, room);
    return end + room;
  }
}

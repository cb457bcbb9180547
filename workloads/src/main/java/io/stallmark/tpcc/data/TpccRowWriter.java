package io.stallmark.tpcc.data;

import io.stallmark.data.Rng;
import io.stallmark.spi.Args;
import java.nio.charset.StandardCharsets;

/** Sets the columns of a row one after another. Allocates nothing; not thread-safe. */
final class TpccRowWriter {

  private static final byte[] ZIP_END = "11111".getBytes(StandardCharsets.US_ASCII);
  private static final int ZIP_DIGITS = 4;

  private final Rng rng;
  private Args row;
  private int slot;

  TpccRowWriter(Rng rng, Args row) {
    this.rng = rng;
    this.row = row;
  }

  TpccRowWriter begin(Args into) {
    row = into;
    slot = 0;
    return this;
  }

  TpccRowWriter number(long value) {
    row.set(slot++, value);
    return this;
  }

  /** Draws a number, both ends included. */
  TpccRowWriter random(long low, long high) {
    return number(rng.uniform(low, high));
  }

  TpccRowWriter absent() {
    row.setNull(slot++);
    return this;
  }

  /** Draws letters and digits of a column of varying length. */
  TpccRowWriter text(int least, int most) {
    int length = (int) rng.uniform(least, most);
    Letters.alphanumeric(rng, row.bytes(slot, most), length);
    return ended(length);
  }

  /** Draws letters and digits that may have the word ORIGINAL in them. */
  TpccRowWriter data(int least, int most) {
    int length = (int) rng.uniform(least, most);
    Letters.data(rng, row.bytes(slot, most), length);
    return ended(length);
  }

  TpccRowWriter lastName(int number) {
    return ended(LastName.write(number, row.bytes(slot, LastName.MOST)));
  }

  /** Draws letters and digits that fill a column of fixed length. */
  TpccRowWriter fixed(int length) {
    Letters.alphanumeric(rng, row.text(slot), length);
    return ended(length);
  }

  /** Copies a text into a column of fixed length. */
  TpccRowWriter fixed(byte[] text) {
    System.arraycopy(text, 0, row.text(slot), 0, text.length);
    return ended(text.length);
  }

  TpccRowWriter digits(int length) {
    Letters.digits(rng, row.text(slot), 0, length);
    return ended(length);
  }

  /** Draws an address: two streets, city, state and zip. */
  TpccRowWriter address() {
    text(10, 20).text(10, 20).text(10, 20).fixed(2);
    byte[] zip = row.text(slot);
    Letters.digits(rng, zip, 0, ZIP_DIGITS);
    System.arraycopy(ZIP_END, 0, zip, ZIP_DIGITS, ZIP_END.length);
    return ended(ZIP_DIGITS + ZIP_END.length);
  }

  private TpccRowWriter ended(int length) {
    row.length(slot++, length);
    return this;
  }
}

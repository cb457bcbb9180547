package io.stallmark.insertbench;

import io.stallmark.data.Rng;
import io.stallmark.spi.Args;
import java.util.function.LongSupplier;

/** Values of a row. Used by one thread; allocates nothing per row. */
final class PurchaseContent {

  static final int REGISTERS = 1000;
  static final int CUSTOMERS = 100_000;
  static final int PRODUCTS = 10_000;
  static final int PRICES = 500;

  /**
   * Random share of the text: {@code data_random_pct} = 50, and 75 %, because base64 of random
   * bytes has 6 bits in 8.
   */
  private static final double RANDOM = 0.75 * 0.5;

  private static final byte[] BASE64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
          .getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  private static final long MILLIS = 1000;

  private final int shortest;
  private final int longest;
  private final int firstSlot;
  private final LongSupplier clock;

  /**
   * @param longest maximum length of the text; lengths are uniform from half of it on
   * @param firstSlot slot of the row's time; the other columns follow
   */
  PurchaseContent(int longest, int firstSlot) {
    this(longest, firstSlot, System::currentTimeMillis);
  }

  /**
   * @param clock milliseconds since 1970
   */
  PurchaseContent(int longest, int firstSlot, LongSupplier clock) {
    this.longest = longest;
    this.firstSlot = firstSlot;
    this.clock = clock;
    shortest = (longest + 1) / 2;
  }

  /**
   * Sets time, register, customer, product, price and text of a row. The time has whole seconds.
   */
  void fill(Rng rng, Args row) {
    int slot = firstSlot;
    row.set(slot++, clock.getAsLong() / MILLIS * MILLIS);
    row.set(slot++, rng.uniform(0, REGISTERS - 1));
    row.set(slot++, rng.uniform(0, CUSTOMERS - 1));
    row.set(slot++, rng.uniform(0, PRODUCTS - 1));
    row.set(slot++, rng.uniform(0, PRICES - 1));
    int length = (int) rng.uniform(shortest, longest);
    byte[] text = row.bytes(slot, length);
    int random = (int) (length * RANDOM);
    int at = 0;
    for (; at < length - random; at++) {
      text[at] = 'a';
    }
    for (; at < length; at++) {
      text[at] = BASE64[(int) rng.uniform(0, BASE64.length - 1)];
    }
    row.length(slot, length);
  }
}

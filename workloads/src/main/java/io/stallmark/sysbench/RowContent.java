package io.stallmark.sysbench;

import io.stallmark.data.Distribution;
import io.stallmark.data.Rng;
import io.stallmark.data.TextPattern;
import io.stallmark.spi.Args;

/**
 * Content of the rows that a load inserts: seed, table and id alone determine it. Allocates nothing
 * per row; not thread-safe.
 */
final class RowContent {

  private static final int K = 1;
  private static final int C = 2;

  private final Rng rng = Rng.of(0, 0);
  private final long seed;
  private final Distribution k;

  RowContent(SysbenchOptions options, long seed) {
    this.seed = seed;
    k = options.distribution().between(1, options.rows());
  }

  /**
   * Sets the slots id, k, c, pad. Draws c, pad and k in the order of {@code
   * oltp_common.lua:217-227}.
   *
   * @param table index of the table, from 0
   */
  void fill(Args row, int table, long id) {
    rng.reseed(Rng.mix(seed ^ Rng.mix(table + 1L)), id);
    texts(rng, row, C);
    row.set(0, id).set(K, k.next(rng));
  }

  /** Sets a slot to a new text of c, and the next slot to a new text of pad. */
  static void texts(Rng rng, Args row, int slot) {
    text(SysbenchTables.C, rng, row, slot);
    text(SysbenchTables.PAD, rng, row, slot + 1);
  }

  /** Sets a slot to a new text. */
  static void text(TextPattern pattern, Rng rng, Args row, int slot) {
    pattern.fill(rng, row.text(slot));
    row.length(slot, pattern.length());
  }
}

package io.stallmark.verification;

import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows in the order of a numeric key, page by page. Reads each row once, also if rows have
 * equal keys.
 *
 * <p>If a page ends within the rows of one key, the next page starts at that key again and skips as
 * many rows as were read. If many rows share a key, use {@link #forgetting}: a database may return
 * rows of equal keys in another order each time. Not thread-safe.
 */
public final class KeysetPager {

  private final Session session;
  private final Op.Read op;
  private final int keyColumn;
  private final int lowSlot;
  private final PreparedOperation rows;
  private final RowSink pass = this::pass; // allocated once, not per page
  private @Nullable PreparedOperation unlimited;
  private @Nullable Runnable forget;
  private @Nullable RowSink sink;
  private long key;
  private long high;
  private long seen;
  private long skip;
  private long handedOver;
  private boolean done = true;

  /**
   * @param page statement that reads rows in key order, with a limit; its last two slots are the
   *     lower and the upper bound of the key range, both inclusive
   * @param keyColumn index of the key among the selected columns, from 0
   */
  public KeysetPager(Session session, Op.Read page, int keyColumn) throws DbException {
    this.session = session;
    this.op = page;
    this.keyColumn = keyColumn;
    lowSlot = page.params().size() - 2;
    rows = PreparedOperation.of(session, page);
  }

  /** Sets a slot before the range slots, for all following pages. */
  public KeysetPager set(int slot, long value) {
    rows.set(slot, value);
    return this;
  }

  /**
   * Reads all rows of a key at which a full page ends once more.
   *
   * @param reset called before: the sink must forget the rows of its last key
   */
  public KeysetPager forgetting(Runnable reset) {
    forget = reset;
    return this;
  }

  /** Moves to the first row of a key range, both ends inclusive. */
  public void start(long low, long last) {
    key = low;
    high = last;
    seen = 0;
    done = low > last;
  }

  /** Whether all rows of the range have been passed to the sink. */
  public boolean done() {
    return done;
  }

  /**
   * Reads the next page and passes its rows to the sink.
   *
   * @return number of rows passed; 0 does not mean that the range is finished
   */
  public long page(RowSink to) throws DbException {
    sink = to;
    handedOver = 0;
    if (read(rows, high) < op.limitRows()) {
      done = true;
    } else if (forget != null) {
      forget.run();
      handedOver -= seen;
      seen = 0;
      readRestOfKey();
    } else if (seen >= op.limitRows()) {
      readRestOfKey();
    }
    return handedOver;
  }

  private long read(PreparedOperation from, long last) throws DbException {
    skip = seen;
    return from.set(lowSlot, key).set(lowSlot + 1, last).execute(pass);
  }

  /** Reads the remaining rows of a key that has more rows than a page. */
  private void readRestOfKey() throws DbException {
    PreparedOperation rest =
        unlimited == null ? rows.with(session, op.limit(0).streaming()) : unlimited;
    unlimited = rest;
    read(rest, key);
    done = key == high;
    key++;
    seen = 0;
  }

  private void pass(Row row) throws DbException {
    if (skip > 0) {
      skip--;
      return;
    }
    long next = row.getLong(keyColumn);
    seen = next == key ? seen + 1 : 1;
    key = next;
    handedOver++;
    Objects.requireNonNull(sink).row(row);
  }
}

package io.stallmark.verification;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows in the order of a numeric key, a page at a time and each row once, rows of equal keys
 * included. A page that ends among rows of one key is followed by one that starts with that key
 * again; rows of equal keys must come in the same order each time. Not thread-safe.
 */
public final class KeysetPager {

  private final Session session;
  private final Op.Read op;
  private final int keyColumn;
  private final int lowSlot;
  private final Statement statement;
  private final Args args;
  private final RowSink pass = this::pass; // once, not for every page
  private @Nullable Statement unlimited;
  private @Nullable RowSink sink;
  private long key;
  private long high;
  private long seen;
  private long skip;
  private long handedOver;
  private boolean done = true;

  /**
   * @param page reads rows in the order of the key, with a limit; its last two slots are the ends
   *     of the range of keys, both included
   * @param keyColumn number of the key among the columns selected
   */
  public KeysetPager(Session session, Op.Read page, int keyColumn) throws DbException {
    this.session = session;
    this.op = page;
    this.keyColumn = keyColumn;
    lowSlot = page.params().size() - 2;
    statement = session.prepare(page);
    args = Args.of(page);
  }

  /** Sets a slot that precedes the range, for all pages that follow. */
  public KeysetPager set(int slot, long value) {
    args.set(slot, value);
    return this;
  }

  /** Turns to the first row of a range of keys, both ends included. */
  public void start(long low, long last) {
    key = low;
    high = last;
    seen = 0;
    done = low > last;
  }

  /** Whether all rows of the range were handed over. */
  public boolean done() {
    return done;
  }

  /**
   * Hands over the next page.
   *
   * @return the number of its rows; 0 does not mean that all were handed over
   */
  public long page(RowSink to) throws DbException {
    sink = to;
    handedOver = 0;
    if (read(statement, high) < op.limit()) {
      done = true;
    } else if (seen >= op.limit()) {
      readRestOfKey();
    }
    return handedOver;
  }

  private long read(Statement from, long last) throws DbException {
    skip = seen;
    return from.execute(args.set(lowSlot, key).set(lowSlot + 1, last), pass);
  }

  /** A page is not enough for the rows of one key. */
  private void readRestOfKey() throws DbException {
    Statement rest = unlimited == null ? session.prepare(op.limit(0)) : unlimited;
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

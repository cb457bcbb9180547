package io.stallmark.ycsb;

import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.text.Text;

/** Looks for records by their numbers. For one thread. */
final class RecordSearch {

  /** Records after a missing one that are looked for: a run may have failed to insert some. */
  private static final int GAP = 100;

  /** A number that no load reaches. */
  private static final long MOST = 1L << 50;

  private final YcsbOptions options;
  private final PreparedOperation find;

  RecordSearch(YcsbOptions options, Session session) throws DbException {
    this.options = options;
    find = PreparedOperation.of(session, options.table().find());
  }

  boolean exists(long record) throws DbException {
    options.keys().write(record, find.args(), 0);
    return find.execute() > 0;
  }

  /**
   * Requires that the first and the last loaded record are there.
   *
   * @throws DbException of kind UNFIT, for the user
   */
  void requireLoaded() throws DbException {
    for (long record : new long[] {0, options.records() - 1}) {
      if (!exists(record)) {
        throw DbException.unfit(
            "RECORDS",
            Text.format(
                "Table usertable lacks record %d with the key %s: load it with the same records,"
                    + " key-order and key-digits",
                record, options.keys().text(record)));
      }
    }
  }

  /** Returns the number of the last record; the records up to {@code records} are there. */
  long last() throws DbException {
    long last = options.records() - 1;
    while (true) {
      last = lastWithoutGap(last);
      long after = afterGap(last);
      if (after == last) {
        return last;
      }
      last = after;
    }
  }

  /** Returns the end of the sequence of records that begins with an existing one. */
  private long lastWithoutGap(long from) throws DbException {
    long there = from;
    long step = 1;
    while (exists(there + step)) {
      there += step;
      step *= 2;
      if (there > MOST) {
        throw DbException.unfit(
            "RECORDS", "The database already has every requested record, so none can be inserted");
      }
    }
    long missing = there + step;
    while (missing - there > 1) {
      long middle = there + (missing - there) / 2;
      if (exists(middle)) {
        there = middle;
      } else {
        missing = middle;
      }
    }
    return there;
  }

  /** Returns the first record after a gap behind this one; this one if there is none. */
  private long afterGap(long last) throws DbException {
    for (long record = last + 2; record <= last + GAP; record++) {
      if (exists(record)) {
        return record;
      }
    }
    return last;
  }
}

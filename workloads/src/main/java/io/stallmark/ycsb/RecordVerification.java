package io.stallmark.ycsb;

import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Lines;
import io.stallmark.verification.FindingList;
import io.stallmark.ycsb.data.FieldContent;
import io.stallmark.ycsb.data.FieldShape;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads every record by its key: those of the load, and those that runs have inserted. Compares
 * their number with that of the table. Requires that no other program writes at the same time.
 * Thread-safe.
 */
final class RecordVerification implements Verification {

  private static final int STEP = 100;
  private static final long UNKNOWN = -1;

  private final YcsbOptions options;
  private final boolean counts;
  private final FindingList findings = new FindingList();
  private long last = UNKNOWN;
  private long inTable = UNKNOWN;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong recordsRead = new AtomicLong();

  /**
   * @param counts whether the database can count records
   */
  RecordVerification(YcsbOptions options, boolean counts) {
    this.options = options;
    this.counts = counts;
  }

  @Override
  public long rows() {
    return options.records();
  }

  @Override
  public Loader checker(Session session, Slice slice) throws DbException {
    prepare(session);
    return new Checker(session);
  }

  private synchronized void prepare(Session session) throws DbException {
    if (last == UNKNOWN) {
      if (counts) {
        inTable = PreparedOperation.of(session, options.table().count()).number(UNKNOWN);
      }
      RecordSearch search = new RecordSearch(options, session);
      long loaded = options.records() - 1;
      last = search.exists(loaded) ? search.last() : loaded;
    }
  }

  /** Reads a few records per step. For one thread. */
  private final class Checker implements Loader {

    private final PreparedOperation read;
    private final FieldContent content = options.content();
    private long record;

    Checker(Session session) throws DbException {
      read = PreparedOperation.of(session, options.table().whole());
    }

    @Override
    public long step() throws DbException {
      long first = next.getAndAdd(STEP);
      long end = Math.min(first + STEP, last + 1);
      for (record = first; record < end; record++) {
        options.keys().write(record, read.args(), 0);
        if (read.execute(this::check) == 0 && record < options.records()) {
          findings.add("Record %d with the key %s is missing.", record, name());
        }
      }
      long rows = Math.max(0, end - first);
      recordsRead.addAndGet(rows);
      return rows;
    }

    private String name() {
      return options.keys().text(record);
    }

    private void check(Row row) throws DbException {
      if (findings.addMismatch(row)) {
        return;
      }
      content.turnTo(record);
      for (int field = 0; field < options.fields().count(); field++) {
        if (!content.isContent(field, row, field + 1)) {
          findings.add(
              "%s of the record %s is not what was written.", FieldShape.name(field), name());
        }
      }
    }
  }

  @Override
  public synchronized List<String> findings() {
    Lines all = new Lines(findings.kept());
    if (recordsRead.get() <= last || last == UNKNOWN) {
      all.add("Not every record was read: the check is incomplete.");
    } else if (inTable > last + 1) {
      all.add(
          "Table usertable has %d records, but only the keys of %d are known.", inTable, last + 1);
    }
    return all;
  }

  @Override
  public synchronized long found() {
    return Math.max(findings.count(), findings().size());
  }

  @Override
  public synchronized List<String> proven() {
    Lines all = new Lines();
    all.add("%d records of the load are there.", options.records());
    if (inTable > options.records()) {
      all.add("Runs have inserted %d records.", inTable - options.records());
    }
    if (!counts) {
      all.add("The records were not counted: this database cannot.");
    }
    all.add(
        options.integrity()
            ? "Every field has the bytes that follow from its key."
            : "Every field has printable bytes of an allowed length.");
    return all;
  }
}

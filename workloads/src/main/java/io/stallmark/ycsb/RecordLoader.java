package io.stallmark.ycsb;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.ycsb.data.FieldContent;

/**
 * Loads a contiguous part of the batches. A batch is inserted in the order of its records, so that
 * a batch is complete when its last record is there.
 */
final class RecordLoader implements Loader {

  private final YcsbOptions options;
  private final FieldContent content;
  private final RecordSearch search;
  private final Statement batch;
  private final Args records;
  private final Statement single;
  private final Args one;
  private final boolean resumes;
  private final long end;
  private long next;
  private long found;

  RecordLoader(YcsbOptions options, boolean resumes, Session session, Slice slice)
      throws DbException {
    this.options = options;
    this.resumes = resumes;
    content = options.content();
    search = new RecordSearch(options, session);
    Op many = options.table().insert("load_records", options.batch());
    batch = session.prepare(many);
    records = Args.of(many);
    Op alone = options.table().insert("load_record", 1);
    single = session.prepare(alone);
    one = Args.of(alone);
    long batches = (options.records() + options.batch() - 1) / options.batch();
    next = batches * slice.index() / slice.count();
    end = batches * (slice.index() + 1) / slice.count();
  }

  @Override
  public long step() throws DbException {
    if (next == end) {
      return 0;
    }
    long first = next * options.batch();
    int rows = (int) Math.min(options.batch(), options.records() - first);
    boolean there = resumes && search.exists(first + rows - 1);
    if (!there) {
      insert(first, rows);
    }
    found = there ? rows : 0;
    next++; // last, so that a failed step can be repeated
    return rows;
  }

  @Override
  public long found() {
    return found;
  }

  private void insert(long first, int rows) throws DbException {
    for (int row = 0; row < rows; row++) {
      fill(content, options, first + row, records.row(row));
    }
    try {
      batch.execute(records, null);
    } catch (DbException e) {
      if (!resumes || e.kind() != Kind.DUPLICATE_KEY) {
        throw e;
      }
      insertMissing(first, rows);
    }
  }

  private void insertMissing(long first, int rows) throws DbException {
    for (int row = 0; row < rows; row++) {
      fill(content, options, first + row, one);
      try {
        single.execute(one, null);
      } catch (DbException e) {
        if (e.kind() != Kind.DUPLICATE_KEY) {
          throw e;
        }
      }
    }
  }

  /** Sets key and fields of a record, whose content is a function of seed and number. */
  static void fill(FieldContent content, YcsbOptions options, long record, Args row) {
    options.keys().write(record, row, 0);
    content.turnTo(record);
    for (int field = 0; field < options.fields().count(); field++) {
      content.write(field, row, field + 1);
    }
  }
}

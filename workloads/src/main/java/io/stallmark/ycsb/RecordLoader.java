package io.stallmark.ycsb;

import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Slice;
import io.stallmark.verification.UnitLoader;
import io.stallmark.ycsb.data.FieldContent;

/**
 * Loads a contiguous part of the batches. A batch is inserted in the order of its records, so that
 * a batch is complete when its last record is there.
 */
final class RecordLoader extends UnitLoader {

  private final YcsbOptions options;
  private final FieldContent content;
  private final RecordSearch search;
  private final PreparedOperation batch;
  private final PreparedOperation single;
  private final boolean resumes;

  RecordLoader(YcsbOptions options, boolean resumes, Session session, Slice slice)
      throws DbException {
    super(
        batches(options) * slice.index() / slice.count(),
        batches(options) * (slice.index() + 1) / slice.count(),
        1);
    this.options = options;
    this.resumes = resumes;
    content = options.content();
    search = new RecordSearch(options, session);
    batch = PreparedOperation.of(session, options.table().insert("load_records", options.batch()));
    single = PreparedOperation.of(session, options.table().insert("load_record", 1));
  }

  private static long batches(YcsbOptions options) {
    return (options.records() + options.batch() - 1) / options.batch();
  }

  @Override
  protected long load(long number) throws DbException {
    long first = number * options.batch();
    int rows = (int) Math.min(options.batch(), options.records() - first);
    boolean there = resumes && search.exists(first + rows - 1);
    if (!there) {
      insert(first, rows);
    }
    setFound(there ? rows : 0);
    return rows;
  }

  private void insert(long first, int rows) throws DbException {
    for (int row = 0; row < rows; row++) {
      fill(content, options, first + row, batch.args().row(row));
    }
    try {
      batch.execute();
    } catch (DbException e) {
      if (!resumes || e.kind() != Kind.DUPLICATE_KEY) {
        throw e;
      }
      insertMissing(first, rows);
    }
  }

  private void insertMissing(long first, int rows) throws DbException {
    for (int row = 0; row < rows; row++) {
      fill(content, options, first + row, single.args());
      try {
        single.execute();
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

package io.stallmark.tpcc.verify;

import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.tpcc.schema.LineArray;
import io.stallmark.verification.FindingList;
import io.stallmark.verification.KeysetPager;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;

/**
 * Rows of numbers in the order of a key, read page by page and taken one by one. Not thread-safe.
 */
final class RowStream {

  /** Value of a column that is NULL. */
  static final long ABSENT = LineArray.ABSENT;

  static final int PAGE = 2000;

  private final KeysetPager pager;
  private final int columns;
  private final FindingList mismatches;
  private final List<String> fields; // of the lines of an order; empty: the rows are numbers
  private final byte[] array = LineArray.buffer();
  private final RowSink sink = this::keep;
  private long[] page;
  private int rows;
  private int row;

  /**
   * @param read as {@link KeysetPager} needs it, of numbers; the key is the first column
   */
  RowStream(Session session, Op.Read read, int columns, FindingList mismatches) throws DbException {
    pager = new KeysetPager(session, read.limit(PAGE), 0);
    this.columns = columns;
    this.mismatches = mismatches;
    page = new long[PAGE * columns];
    fields = List.of();
  }

  /**
   * Creates a stream of the lines that orders contain.
   *
   * @param read the number of an order and its lines
   * @param fields fields of the lines, which are the columns after the number of the order
   */
  RowStream(Session session, Op.Read read, List<String> fields, FindingList mismatches)
      throws DbException {
    pager = new KeysetPager(session, read.limit(PAGE), 0);
    columns = fields.size() + 1;
    this.mismatches = mismatches;
    this.fields = List.copyOf(fields);
    page = new long[PAGE * columns];
  }

  /** Moves before the first row of a district. */
  void start(long warehouse, long district) {
    pager.set(0, warehouse).set(1, district).start(0, Integer.MAX_VALUE);
    rows = 0;
    row = -1;
  }

  /** Moves to the next row. Returns false after the last. */
  boolean next() throws DbException {
    row++;
    while (row >= rows) {
      if (pager.done()) {
        return false;
      }
      rows = 0;
      row = 0;
      pager.page(sink);
    }
    return true;
  }

  /** Value of a column of the current row. */
  long get(int column) {
    return page[row * columns + column];
  }

  /** Key of the current row; larger than any key after the last row. */
  long key() {
    return row < rows ? get(0) : Long.MAX_VALUE;
  }

  private void keep(Row each) throws DbException {
    mismatches.addMismatch(each);
    grow();
    if (fields.isEmpty()) {
      for (int column = 0; column < columns; column++) {
        page[rows * columns + column] = each.isNull(column) ? ABSENT : each.getLong(column);
      }
      rows++;
      return;
    }
    for (BsonDocument line : LineArray.lines(array, each.getText(1, array))) {
      grow();
      page[rows * columns] = each.getLong(0);
      for (int i = 0; i < fields.size(); i++) {
        page[rows * columns + 1 + i] = LineArray.number(line, fields.get(i));
      }
      rows++;
    }
  }

  private void grow() {
    if ((rows + 1) * columns > page.length) {
      page = Arrays.copyOf(page, 2 * page.length);
    }
  }
}

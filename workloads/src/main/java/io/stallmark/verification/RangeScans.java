package io.stallmark.verification;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.workload.Loader;
import org.jspecify.annotations.Nullable;

/** Reads one range of rows after another, a page per step, until none is left. One thread. */
public final class RangeScans implements Loader {

  /**
   * Rows of a range.
   *
   * @param pager reads the rows; moved to the start of the range
   * @param sink receives each row
   * @param done called after the last row
   */
  public record Scan(KeysetPager pager, RowSink sink, Runnable done) {}

  /** Supplies the ranges, and null when none is left. */
  public interface Source {
    @Nullable Scan next() throws DbException;
  }

  private final Source source;
  private final FindingList mismatches;
  private @Nullable Scan scan;

  /**
   * @param mismatches receives the sentences of {@link io.stallmark.spi.Row#mismatch}
   */
  public RangeScans(Source source, FindingList mismatches) {
    this.source = source;
    this.mismatches = mismatches;
  }

  @Override
  public long step() throws DbException {
    long rows = 0;
    while (rows == 0) {
      Scan current = scan == null ? source.next() : scan;
      if (current == null) {
        return 0;
      }
      rows = current.pager().page(row -> look(row, current.sink()));
      boolean done = current.pager().done();
      scan = done ? null : current;
      if (done) {
        current.done().run();
      }
    }
    return rows;
  }

  private void look(Row row, RowSink sink) throws DbException {
    mismatches.addMismatch(row);
    sink.row(row);
  }
}

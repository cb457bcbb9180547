package io.stallmark.linkbench.verify;

import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.verification.KeysetPager;
import java.util.function.LongConsumer;

/**
 * Reads all links of a type in a range of nodes, in pages in the order of id1. A full page may end
 * within a list. That list is then discarded and read again separately, in the order of id2. Not
 * thread-safe.
 */
final class LinkPager {

  private static final int PAGE = 5_000;

  private final PreparedOperation links;
  private final KeysetPager list;
  private final LongConsumer forget;
  private long lastId1;

  /**
   * @param forget receives the id1 of a list whose links will be passed to the sink again
   */
  LinkPager(Session session, GraphTables tables, LongConsumer forget) throws DbException {
    links = PreparedOperation.of(session, GraphReads.links(tables.links(), PAGE));
    list = new KeysetPager(session, GraphReads.list(tables.links(), PAGE), 1);
    this.forget = forget;
  }

  /** Passes the links of the nodes from first to last, both inclusive, to the sink. */
  void read(long linkType, long first, long last, RowSink sink) throws DbException {
    RowSink watched = watch(sink);
    for (long next = first; next <= last; next = lastId1 + 1) {
      links.args().set(0, linkType).set(1, next).set(2, last);
      if (links.execute(watched) < PAGE) {
        return;
      }
      forget.accept(lastId1);
      list.set(0, linkType).set(1, lastId1).start(0, Long.MAX_VALUE);
      while (!list.done()) {
        list.page(watched);
      }
    }
  }

  private RowSink watch(RowSink sink) {
    return (Row row) -> {
      lastId1 = row.getLong(0);
      sink.row(row);
    };
  }
}

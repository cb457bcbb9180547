package io.stallmark.linkbench.verify;

import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.function.LongConsumer;

/**
 * Reads all links of a type in a range of nodes, in pages in the order of id1. A full page may end
 * within a list; that list is then forgotten and read once more by itself, in the order of id2. Not
 * thread-safe.
 */
final class LinkPages {

  private static final int PAGE = 5_000;

  private final Statement links;
  private final Args range;
  private final Statement list;
  private final Args part;
  private final LongConsumer forget;
  private long lastId1;
  private long lastId2;

  /**
   * @param forget told of a node whose links handed over so far will come again
   */
  LinkPages(Session session, GraphTables tables, LongConsumer forget) throws DbException {
    Op linksOp = Reads.links(tables.links(), PAGE);
    links = session.prepare(linksOp);
    range = Args.of(linksOp);
    Op listOp = Reads.list(tables.links(), PAGE);
    list = session.prepare(listOp);
    part = Args.of(listOp);
    this.forget = forget;
  }

  /** Hands over the links of the nodes from first to last. */
  void read(long linkType, long first, long last, RowSink sink) throws DbException {
    RowSink watched = watch(sink);
    for (long next = first; next <= last; next = lastId1 + 1) {
      range.set(0, linkType).set(1, next).set(2, last);
      if (links.execute(range, watched) < PAGE) {
        return;
      }
      forget.accept(lastId1);
      readList(linkType, lastId1, watched);
    }
  }

  private void readList(long linkType, long id1, RowSink sink) throws DbException {
    lastId2 = -1;
    do {
      part.set(0, linkType).set(1, id1).set(2, lastId2 + 1).set(3, Long.MAX_VALUE);
    } while (list.execute(part, sink) == PAGE);
  }

  private RowSink watch(RowSink sink) {
    return (Row row) -> {
      lastId1 = row.getLong(0);
      lastId2 = row.getLong(1);
      sink.row(row);
    };
  }
}

package io.stallmark.linkbench.load;

import static io.stallmark.linkbench.schema.GraphTables.ID;
import static io.stallmark.linkbench.schema.GraphTables.ID1;
import static io.stallmark.linkbench.schema.GraphTables.ID2;
import static io.stallmark.linkbench.schema.GraphTables.LINK_TYPE;
import static io.stallmark.model.Predicate.all;
import static io.stallmark.model.Predicate.between;
import static io.stallmark.model.Predicate.equal;

import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.data.Id2Distribution;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import java.util.ArrayList;
import java.util.List;

/** Finds out whether an interrupted load has written a piece completely. Not thread-safe. */
final class PartialLoadScan {

  private final GraphShape graph;
  private final LoadPieces pieces;
  private final Id2Distribution id2s;
  private final PreparedOperation countNodes;
  private final PreparedOperation countCounts;
  private final PreparedOperation countLinks;
  private final PreparedOperation countList;

  PartialLoadScan(SocialGraph social, LoadPieces pieces, Session session) throws DbException {
    this.pieces = pieces;
    graph = social.graph();
    id2s = social.id2s();
    GraphTables tables = social.tables();
    countNodes = count(session, tables.nodes(), between(ID));
    countCounts = count(session, tables.counts(), between(ID));
    countLinks = count(session, tables.links(), all(equal(LINK_TYPE), between(ID1)));
    countList = count(session, tables.links(), all(equal(LINK_TYPE), equal(ID1), between(ID2)));
  }

  private static PreparedOperation count(Session session, Table table, Predicate where)
      throws DbException {
    Op count = new Op.Read("count_" + table.name(), table, new Select.Count(), where);
    return PreparedOperation.of(session, count);
  }

  /** Whether all rows of a piece are in the tables. */
  boolean areComplete(LoadPiece piece) throws DbException {
    if (piece instanceof LoadPiece.Links ids) {
      return haveLinks(ids);
    }
    if (piece instanceof LoadPiece.Nodes ids) {
      return count(countNodes, ids) == ids.size() && count(countCounts, ids) == pieces.lists(ids);
    }
    LoadPiece.Segment segment = (LoadPiece.Segment) piece;
    setRange(countList.args(), segment);
    return countList.number(0) == segment.size();
  }

  private long count(PreparedOperation call, LoadPiece.Nodes ids) throws DbException {
    return call.set(0, ids.first()).set(1, ids.last()).number(0);
  }

  /**
   * Compares the numbers of links. Equal numbers mean equal links, since no other program writes.
   */
  private boolean haveLinks(LoadPiece.Links ids) throws DbException {
    for (int type = 0; type < graph.types(); type++) {
      for (LoadPiece.Links range : withoutLongLists(ids, type)) {
        setRange(countLinks.args(), range, type);
        if (countLinks.number(0) != links(range, type)) {
          return false;
        }
      }
    }
    return true;
  }

  private long links(LoadPiece.Links ids, int type) {
    long links = 0;
    for (long id = ids.first(); id <= ids.last(); id++) {
      links += graph.links(id, type);
    }
    return links;
  }

  /** Ranges of ids between the long lists, which other loaders may be writing. */
  private List<LoadPiece.Links> withoutLongLists(LoadPiece.Links ids, int type) {
    List<LoadPiece.Links> ranges = new ArrayList<>();
    long first = ids.first();
    for (long id = ids.first(); id <= ids.last() + 1; id++) {
      if (id > ids.last() || LoadPieces.isLong(graph.links(id, type))) {
        if (id > first) {
          ranges.add(new LoadPiece.Links(first, id - 1));
        }
        first = id + 1;
      }
    }
    return ranges;
  }

  private static void setRange(Args args, LoadPiece.Links ids, int type) {
    args.set(0, GraphTables.FIRST_LINK_TYPE + type).set(1, ids.first()).set(2, ids.last());
  }

  /** Sets the range of id2 to a segment, or to the whole list if its id2s are not consecutive. */
  private void setRange(Args args, LoadPiece.Segment segment) {
    long id = segment.id();
    args.set(0, GraphTables.FIRST_LINK_TYPE + segment.type())
        .set(1, id)
        .set(2, id2s.follow() ? id2s.loaded(id, segment.from()) : 0)
        .set(3, id2s.follow() ? id2s.loaded(id, segment.to() - 1) : Long.MAX_VALUE);
  }
}

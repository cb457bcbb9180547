package io.stallmark.linkbench.load;

import static io.stallmark.linkbench.schema.GraphTables.ID;
import static io.stallmark.linkbench.schema.GraphTables.ID1;
import static io.stallmark.linkbench.schema.GraphTables.ID2;
import static io.stallmark.linkbench.schema.GraphTables.LINK_TYPE;

import io.stallmark.linkbench.data.Graph;
import io.stallmark.linkbench.data.Id2Law;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What a load that ended early left of a piece. Not thread-safe. */
final class Remains {

  private static final List<Param> OF_IDS = params();
  private static final List<Param> OF_LINKS = params(LINK_TYPE);
  private static final List<Param> OF_LIST = params(LINK_TYPE, ID1);
  private static final Predicate TYPE = new Predicate.Equal(LINK_TYPE, Value.slot(LINK_TYPE));
  private static final Predicate IDS = between(ID);
  private static final Predicate LINKS = new Predicate.AllOf(List.of(TYPE, between(ID1)));
  private static final Predicate LIST =
      new Predicate.AllOf(List.of(TYPE, new Predicate.Equal(ID1, Value.slot(ID1)), between(ID2)));

  private final Graph graph;
  private final Id2Law id2s;
  private final Call countNodes;
  private final Call countCounts;
  private final Call countList;
  private final Call removeNodes;
  private final Call removeCounts;
  private final Call removeLinks;
  private final Call removeList;
  private long counted;

  private record Call(Statement statement, Args args) {
    static Call of(Session session, Op op) throws DbException {
      return new Call(session.prepare(op), Args.of(op));
    }
  }

  Remains(SocialGraph social, Session session) throws DbException {
    graph = social.graph();
    id2s = social.id2s();
    GraphTables tables = social.tables();
    countNodes = Call.of(session, count("count_nodes", OF_IDS, tables.nodes(), IDS));
    countCounts = Call.of(session, count("count_counts", OF_IDS, tables.counts(), IDS));
    countList = Call.of(session, count("count_links", OF_LIST, tables.links(), LIST));
    removeNodes = Call.of(session, new Op.Delete("remove_nodes", OF_IDS, tables.nodes(), IDS));
    removeCounts = Call.of(session, new Op.Delete("remove_counts", OF_IDS, tables.counts(), IDS));
    removeLinks = Call.of(session, new Op.Delete("remove_links", OF_LINKS, tables.links(), LINKS));
    removeList = Call.of(session, new Op.Delete("remove_list", OF_LIST, tables.links(), LIST));
  }

  private static Op count(String name, List<Param> params, Table table, Predicate where) {
    return new Op.Read(name, params, table, new Select.Count(), where);
  }

  /** Whether all of it is there: the nodes of a chunk are written after the rest. */
  boolean areComplete(Piece piece) throws DbException {
    if (piece instanceof Piece.Ids ids) {
      return count(countNodes, ids) == ids.size() && count(countCounts, ids) == lists(ids);
    }
    Piece.Stretch stretch = (Piece.Stretch) piece;
    setRange(countList.args, stretch);
    return count(countList) == stretch.size();
  }

  private long count(Call call, Piece.Ids ids) throws DbException {
    call.args.set(0, ids.first()).set(1, ids.last());
    return count(call);
  }

  private long count(Call call) throws DbException {
    counted = 0;
    call.statement.execute(call.args, row -> counted = row.getLong(0));
    return counted;
  }

  private long lists(Piece.Ids ids) {
    long lists = 0;
    for (long id = ids.first(); id <= ids.last(); id++) {
      for (int type = 0; type < graph.types(); type++) {
        lists += graph.links(id, type) > 0 ? 1 : 0;
      }
    }
    return lists;
  }

  /** Removes what is there of it. */
  void remove(Piece piece) throws DbException {
    if (piece instanceof Piece.Ids ids) {
      for (int type = 0; type < graph.types(); type++) {
        removeShortLists(ids, type);
      }
      remove(removeCounts, ids);
      remove(removeNodes, ids);
    } else {
      setRange(removeList.args, (Piece.Stretch) piece);
      removeList.statement.execute(removeList.args, null);
    }
  }

  private void remove(Call call, Piece.Ids ids) throws DbException {
    call.statement.execute(call.args.set(0, ids.first()).set(1, ids.last()), null);
  }

  /** By ranges between the long lists, which others may be writing. */
  private void removeShortLists(Piece.Ids ids, int type) throws DbException {
    long first = ids.first();
    for (long id = ids.first(); id <= ids.last() + 1; id++) {
      if (id > ids.last() || Pieces.isLong(graph.links(id, type))) {
        if (id > first) {
          removeLinks.args.set(0, GraphTables.FIRST_LINK_TYPE + type);
          removeLinks.statement.execute(removeLinks.args.set(1, first).set(2, id - 1), null);
        }
        first = id + 1;
      }
    }
  }

  /** A whole list, where its ids do not follow each other. */
  private void setRange(Args args, Piece.Stretch stretch) {
    long id = stretch.id();
    args.set(0, GraphTables.FIRST_LINK_TYPE + stretch.type())
        .set(1, id)
        .set(2, id2s.follow() ? id2s.loaded(id, stretch.from()) : 0)
        .set(3, id2s.follow() ? id2s.loaded(id, stretch.to() - 1) : Long.MAX_VALUE);
  }

  private static Predicate between(String column) {
    return new Predicate.Between(column, Value.slot("low"), Value.slot("high"));
  }

  /** These, then the ends of a range. */
  private static List<Param> params(String... columns) {
    return Stream.concat(Arrays.stream(columns), Stream.of("low", "high"))
        .map(name -> new Param(name, Type.UNSIGNED64))
        .toList();
  }
}

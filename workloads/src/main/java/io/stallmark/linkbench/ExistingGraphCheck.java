package io.stallmark.linkbench;

import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.data.Id2Distribution;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.PreparedOperation;
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
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.List;
import java.util.stream.Stream;

/** Looks at what is there before a run. Used once. */
final class ExistingGraphCheck {

  /** So many ids from end to end, and as many of the last. */
  private static final int SAMPLE = 64;

  private final SocialGraph graph;
  private final Session session;
  private long read;

  ExistingGraphCheck(SocialGraph graph, Session session) {
    this.graph = graph;
    this.session = session;
  }

  /**
   * The first id that no node has or had when it was loaded.
   *
   * @throws DbException UNFIT when the tables hold another graph
   */
  long take() throws DbException {
    GraphShape nodes = graph.graph();
    refuseOtherIds();
    long loaded = loadedAt();
    if (isOther(0, loaded) || isOther(nodes.types() - 1, loaded)) {
      throw new DbException(
          Kind.UNFIT,
          "ROWS",
          "Table %s has other links of node %d, which has the most, than a load with these settings gives it: it was loaded with another max-degree, split or number of link-types. Give those that it was loaded with, or drop the tables with 'stallmark drop'."
              .formatted(graph.tables().links().name(), nodes.ofRank(0)),
          null);
    }
    Op last = graph.nodes().lastId();
    read = -1;
    session.prepare(last).execute(Args.of(last), row -> read = row.getLong(0));
    long lastId = read;
    if (lastId <= nodes.lastId() && !hasNodes()) {
      throw new DbException(
          Kind.UNFIT,
          "ROWS",
          "Table %s has none of the nodes %d to %d that were looked for, and none that requests added: they have been removed. Drop the tables with 'stallmark drop' and load again."
              .formatted(graph.tables().nodes().name(), nodes.firstId(), nodes.lastId()),
          null);
    }
    return Math.max(lastId, nodes.lastId()) + 1;
  }

  /** Whether any node is there of those that a load puts in, as far as some reads tell. */
  private boolean hasNodes() throws DbException {
    GraphShape nodes = graph.graph();
    PreparedOperation node = PreparedOperation.of(session, graph.nodes().read());
    for (long i = 0; i < Math.min(SAMPLE, nodes.nodes()); i++) {
      if (isThere(node, evenly(i)) || isThere(node, nodes.lastId() - i)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isThere(PreparedOperation node, long id) throws DbException {
    node.args().set(0, id);
    return node.execute(row -> {}) > 0;
  }

  /** The ids of the sample from end to end. */
  private long evenly(long i) {
    return graph.graph().firstId() + i * Math.max(1, graph.graph().nodes() / SAMPLE);
  }

  /**
   * Whatever the number of ids, some reads tell: with another one other nodes have links, for the
   * permutation of the degrees is another, or else the last ids are others.
   */
  private void refuseOtherIds() throws DbException {
    GraphShape nodes = graph.graph();
    refuseRows(0, nodes.firstId() - 1);
    refuseRows(nodes.lastId() + 1, Long.MAX_VALUE);
    PreparedOperation count = PreparedOperation.of(session, graph.links().readCount());
    for (long i = 0; i < Math.min(SAMPLE, nodes.nodes()); i++) {
      if (lacks(evenly(i), count) || lacks(nodes.lastId() - i, count)) {
        throw otherIds("no row of some nodes with links, such as node " + read);
      }
    }
  }

  /** Whether a count of a node is missing that a load gives it. */
  private boolean lacks(long id, PreparedOperation count) throws DbException {
    for (int type = 0; type < graph.graph().types(); type++) {
      if (graph.graph().links(id, type) > 0) {
        count.args().set(0, id).set(1, GraphTables.FIRST_LINK_TYPE + type);
        if (count.execute(row -> {}) == 0) {
          read = id;
          return true;
        }
      }
    }
    return false;
  }

  /** Counts of nodes within two ids, none of which these settings have. */
  private void refuseRows(long low, long high) throws DbException {
    Op any = anyCount(graph.tables().counts());
    read = -1;
    session
        .prepare(any)
        .execute(Args.of(any).set(0, low).set(1, high), row -> read = row.getLong(0));
    if (read >= 0) {
      throw otherIds("rows of node " + read);
    }
  }

  private DbException otherIds(String what) {
    GraphShape nodes = graph.graph();
    return new DbException(
        Kind.UNFIT,
        "ROWS",
        "Table %s has %s, unlike a load of the nodes %d to %d with these settings: it was loaded with another number of ids. Give the ids, first-id, link-types, max-degree and fidelity that it was loaded with, or drop the tables with 'stallmark drop'."
            .formatted(graph.tables().counts().name(), what, nodes.firstId(), nodes.lastId()),
        null);
  }

  /**
   * Whether the longest list of a type is longer or shorter than it was loaded: it alone tells the
   * limit, and as well as any other the split. Loaded links never go, and those that requests add
   * are younger. That random ids are fewer goes unnoticed: the original draws some twice.
   *
   * @param loaded when, ms since 1970
   */
  private boolean isOther(int type, long loaded) throws DbException {
    Id2Distribution id2s = graph.id2s();
    long id = graph.graph().ofRank(0);
    long links = graph.graph().links(id, type);
    Op op = countLinks(graph.tables().links());
    Statement count = session.prepare(op);
    Args args = Args.of(op).set(0, GraphTables.FIRST_LINK_TYPE + type).set(1, id);
    long old = loaded - 1;
    if (!id2s.follow()) {
      return count(count, args.set(2, 0).set(3, Long.MAX_VALUE).set(4, old)) > links;
    }
    long next = id2s.loaded(id, links);
    return count(count, args.set(2, next).set(3, Long.MAX_VALUE).set(4, old)) > 0
        || (links > 0
            && count(count, args.set(2, next - 1).set(3, next - 1).set(4, Long.MAX_VALUE)) == 0);
  }

  /**
   * When the nodes were loaded, ms since 1970, by the first one that no request has changed, which
   * sets the version to 2. The original writes its own clock's time, and its links are older but
   * for the few that it loads later; without such a node the tables are taken for ours.
   */
  private long loadedAt() throws DbException {
    Op op = graph.nodes().firstUnchanged();
    Args range = Args.of(op).set(0, graph.graph().firstId()).set(1, graph.graph().lastId());
    read = SocialGraph.NODES_LOADED_AT;
    session.prepare(op).execute(range, row -> read = row.getLong(0));
    return read * 1000;
  }

  private static Op anyCount(Table counts) {
    return new Op.Read(
            "any_count",
            params("low", "high"),
            counts,
            Select.columns(GraphTables.ID),
            new Predicate.Between(GraphTables.ID, Value.slot("low"), Value.slot("high")))
        .limit(1);
  }

  /** Of one list, within two ids and up to a time. */
  private static Op countLinks(Table links) {
    Predicate of =
        new Predicate.AllOf(
            List.of(
                new Predicate.Equal(GraphTables.LINK_TYPE, Value.slot("link_type")),
                new Predicate.Equal(GraphTables.ID1, Value.slot("id1")),
                new Predicate.Between(GraphTables.ID2, Value.slot("low"), Value.slot("high")),
                new Predicate.Between(GraphTables.TIME, Value.literal(0), Value.slot("time"))));
    return new Op.Read(
        "count_links",
        params("link_type", "id1", "low", "high", "time"),
        links,
        new Select.Count(),
        of);
  }

  private static List<Param> params(String... names) {
    return Stream.of(names).map(name -> new Param(name, Type.UNSIGNED64)).toList();
  }

  private long count(Statement statement, Args args) throws DbException {
    read = 0;
    statement.execute(args, row -> read = row.getLong(0));
    return read;
  }
}

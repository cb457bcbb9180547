package io.stallmark.linkbench;

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
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.List;
import java.util.stream.Stream;

/** Looks at what is there before a run. Used once. */
final class Stock {

  /** LinkBench's own loads make up to a list in so many less, for their degrees are not fitted. */
  private static final long OF_ORIGINAL = 100_000;

  private final SocialGraph graph;
  private final Session session;
  private long read;

  Stock(SocialGraph graph, Session session) {
    this.graph = graph;
    this.session = session;
  }

  /**
   * The first id that no node has or had when it was loaded.
   *
   * @throws DbException FATAL when the tables hold another graph
   */
  long take() throws DbException {
    Graph nodes = graph.graph();
    Table counts = graph.tables().counts();
    Op op = countCounts(counts);
    Statement count = session.prepare(op);
    Args range = Args.of(op);
    long within = count(count, range.set(0, nodes.firstId()).set(1, nodes.lastId()));
    long before = count(count, range.set(0, 0).set(1, nodes.firstId() - 1));
    long after = count(count, range.set(0, nodes.lastId() + 1).set(1, Long.MAX_VALUE));
    long lists = nodes.census().lists();
    long tolerance = lists / OF_ORIGINAL;
    if (within < lists - tolerance || before + after > 0) {
      throw new DbException(
          Kind.FATAL,
          "ROWS",
          "Table %s has %d rows of the nodes %d to %d and %d of others, but with these settings a load gives it %d: it was loaded with another number of ids. Give the ids, first-id, link-types, max-degree and fidelity that it was loaded with, or drop the tables with 'stallmark drop'."
              .formatted(
                  counts.name(), within, nodes.firstId(), nodes.lastId(), before + after, lists),
          null);
    }
    if (isOther(0) || isOther(nodes.types() - 1)) {
      throw new DbException(
          Kind.FATAL,
          "ROWS",
          "Table %s has other links of node %d, which has the most, than a load with these settings gives it: it was loaded with another max-degree, split or number of link-types. Give those that it was loaded with, or drop the tables with 'stallmark drop'."
              .formatted(graph.tables().links().name(), nodes.ofRank(0)),
          null);
    }
    Op last = graph.nodes().lastId();
    read = nodes.lastId();
    session.prepare(last).execute(Args.of(last), row -> read = row.getLong(0));
    return Math.max(read, nodes.lastId()) + 1;
  }

  /**
   * Whether the longest list of a type is longer or shorter than it was loaded: it alone tells the
   * limit, and as well as any other the split. Loaded links never go, and those that requests add
   * are younger. That random ids are fewer goes unnoticed: the original draws some twice.
   */
  private boolean isOther(int type) throws DbException {
    Id2Law id2s = graph.id2s();
    long id = graph.graph().ofRank(0);
    long links = graph.graph().links(id, type);
    Op op = countLinks(graph.tables().links());
    Statement count = session.prepare(op);
    Args args = Args.of(op).set(0, GraphTables.FIRST_LINK_TYPE + type).set(1, id);
    long old = SocialGraph.LOADED_BEFORE - 1;
    if (!id2s.follow()) {
      return count(count, args.set(2, 0).set(3, Long.MAX_VALUE).set(4, old)) > links;
    }
    long next = id2s.loaded(id, links);
    return count(count, args.set(2, next).set(3, Long.MAX_VALUE).set(4, old)) > 0
        || (links > 0
            && count(count, args.set(2, next - 1).set(3, next - 1).set(4, Long.MAX_VALUE)) == 0);
  }

  private static Op countCounts(Table counts) {
    return new Op.Read(
        "count_counts",
        params("low", "high"),
        counts,
        new Select.Count(),
        new Predicate.Between(GraphTables.ID, Value.slot("low"), Value.slot("high")));
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

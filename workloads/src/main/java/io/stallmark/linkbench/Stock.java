package io.stallmark.linkbench;

import io.stallmark.linkbench.data.Graph;
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
    Op op = count(counts);
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
    Op last = graph.nodes().lastId();
    read = nodes.lastId();
    session.prepare(last).execute(Args.of(last), row -> read = row.getLong(0));
    return Math.max(read, nodes.lastId()) + 1;
  }

  private static Op count(Table counts) {
    return new Op.Read(
        "count_counts",
        List.of(new Param("low", Type.UNSIGNED64), new Param("high", Type.UNSIGNED64)),
        counts,
        new Select.Count(),
        new Predicate.Between(GraphTables.ID, Value.slot("low"), Value.slot("high")));
  }

  private long count(Statement statement, Args args) throws DbException {
    read = 0;
    statement.execute(args, row -> read = row.getLong(0));
    return read;
  }
}

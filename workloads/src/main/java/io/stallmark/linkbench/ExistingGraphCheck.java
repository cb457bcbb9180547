package io.stallmark.linkbench;

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
import io.stallmark.model.Value;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.text.Text;

/** Checks the tables before a run. Used once. */
final class ExistingGraphCheck {

  /** Number of sampled ids spread over the graph, and number of sampled ids at its end. */
  private static final int SAMPLE = 64;

  private final SocialGraph graph;
  private final Session session;
  private long read;

  ExistingGraphCheck(SocialGraph graph, Session session) {
    this.graph = graph;
    this.session = session;
  }

  /**
   * Returns the first id greater than those of all loaded and stored nodes.
   *
   * @throws DbException UNFIT if the tables contain another graph
   */
  long take() throws DbException {
    GraphShape nodes = graph.graph();
    refuseOtherIds();
    long loaded = loadedAt();
    if (isOther(0, loaded) || isOther(nodes.types() - 1, loaded)) {
      throw DbException.unfit(
          "ROWS",
          Text.format(
              "Table %s was loaded with other settings: the links of node %d, which has the most, differ. Give the max-degree, split and link-types of the load, or drop the tables with 'stallmark drop'.",
              graph.tables().links().name(), nodes.ofRank(0)));
    }
    long lastId = PreparedOperation.of(session, graph.nodes().lastId()).number(-1);
    if (lastId <= nodes.lastId() && !hasNodes()) {
      throw DbException.unfit(
          "ROWS",
          Text.format(
              "Table %s has no row of the nodes %d to %d that were looked up, and none that requests added. Drop the tables with 'stallmark drop' and load again.",
              graph.tables().nodes().name(), nodes.firstId(), nodes.lastId()));
    }
    return Math.max(lastId, nodes.lastId()) + 1;
  }

  /** Whether any node of the sample exists. */
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
    return node.set(0, id).execute() > 0;
  }

  /** Returns the i-th of the sampled ids spread over the graph. */
  private long evenly(long i) {
    return graph.graph().firstId() + i * Math.max(1, graph.graph().nodes() / SAMPLE);
  }

  /**
   * Refuses tables that were loaded with another number of ids. A sample is enough: another number
   * changes the permutation of the degrees, so that other nodes have links, or it changes the last
   * ids.
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

  /** Whether a count that a load inserts for a node is missing. */
  private boolean lacks(long id, PreparedOperation count) throws DbException {
    for (int type = 0; type < graph.graph().types(); type++) {
      if (graph.graph().links(id, type) > 0) {
        if (count.set(0, id).set(1, GraphTables.FIRST_LINK_TYPE + type).execute() == 0) {
          read = id;
          return true;
        }
      }
    }
    return false;
  }

  /** Refuses counts of nodes in a range of ids that these settings do not load. */
  private void refuseRows(long low, long high) throws DbException {
    Op any = anyCount(graph.tables().counts());
    long node = PreparedOperation.of(session, any).set(0, low).set(1, high).number(-1);
    if (node >= 0) {
      throw otherIds("rows of node " + node);
    }
  }

  private DbException otherIds(String what) {
    GraphShape nodes = graph.graph();
    return DbException.unfit(
        "ROWS",
        Text.format(
            "Table %s has %s, which differs from a load of the nodes %d to %d with these settings. Give the ids, first-id, link-types, max-degree and fidelity of the load, or drop the tables with 'stallmark drop'.",
            graph.tables().counts().name(), what, nodes.firstId(), nodes.lastId()));
  }

  /**
   * Whether the longest list of a type has another length than these settings load. Only the
   * longest list shows the limit of the degree, and it shows the split as well as any other list.
   *
   * <p>Loaded links are never removed, and links that requests add have later times. With random
   * ids, a shorter list is accepted: the original draws some ids twice.
   *
   * @param type index of the link type, from 0
   * @param loaded time of the load, in ms since 1970
   */
  private boolean isOther(int type, long loaded) throws DbException {
    Id2Distribution id2s = graph.id2s();
    long id = graph.graph().ofRank(0);
    long links = graph.graph().links(id, type);
    PreparedOperation count =
        PreparedOperation.of(session, countLinks(graph.tables().links()))
            .set(0, GraphTables.FIRST_LINK_TYPE + type)
            .set(1, id);
    long old = loaded - 1;
    if (!id2s.follow()) {
      return count.set(2, 0).set(3, Long.MAX_VALUE).set(4, old).number(0) > links;
    }
    long next = id2s.loaded(id, links);
    return count.set(2, next).set(3, Long.MAX_VALUE).set(4, old).number(0) > 0
        || (links > 0
            && count.set(2, next - 1).set(3, next - 1).set(4, Long.MAX_VALUE).number(0) == 0);
  }

  /**
   * Returns the time of the load in ms since 1970. It is the time of the first node of version 1,
   * which no request has updated.
   *
   * <p>The original writes the time of its clock to nodes. Its links are older, except for the few
   * that it loads later. Without such a node, the result is the time that this program writes.
   */
  private long loadedAt() throws DbException {
    return PreparedOperation.of(session, graph.nodes().firstUnchanged())
            .set(0, graph.graph().firstId())
            .set(1, graph.graph().lastId())
            .number(SocialGraph.NODES_LOADED_AT)
        * 1000;
  }

  private static Op anyCount(Table counts) {
    return new Op.Read("any_count", counts, Select.columns(GraphTables.ID), between(GraphTables.ID))
        .limit(1);
  }

  /** Counts the links of one list in a range of id2 and up to a time. */
  private static Op countLinks(Table links) {
    Predicate of =
        all(
            equal(GraphTables.LINK_TYPE),
            equal(GraphTables.ID1),
            between(GraphTables.ID2),
            new Predicate.Between(GraphTables.TIME, Value.literal(0), Value.slot("time")));
    return new Op.Read("count_links", links, new Select.Count(), of);
  }
}

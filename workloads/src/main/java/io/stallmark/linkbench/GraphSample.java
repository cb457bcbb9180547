package io.stallmark.linkbench;

import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;

/**
 * Sample of the loaded rows, looked up before and after a run. Requests never remove a link or a
 * count; a link that they delete becomes hidden. They remove nodes, uniformly.
 */
final class GraphSample {

  private static final int NODES = 64;
  private static final int LISTS = 16;

  /**
   * Tolerance for the share of missing nodes: for the error of the sample, and for hot nodes of
   * small graphs. Less if the sample was complete.
   */
  private static final double TOLERANCE = 0.5;

  private static final double TOLERANCE_OF_COMPLETE = 0.25;

  private final SocialGraph graph;
  private final List<Long> nodes = new ArrayList<>();
  private volatile double missingNodes = 1;

  GraphSample(SocialGraph graph) {
    this.graph = graph;
  }

  /** Looks up which nodes of the sample exist. */
  void begin(Session session) throws DbException {
    GraphShape shape = graph.graph();
    PreparedOperation node = PreparedOperation.of(session, graph.nodes().read());
    int sample = (int) Math.min(NODES, shape.nodes());
    nodes.clear();
    for (int i = 0; i < sample; i++) {
      long id = shape.firstId() + i * (shape.nodes() / sample);
      if (isThere(node, id)) {
        nodes.add(id);
      }
    }
    missingNodes =
        nodes.size() == sample
            ? TOLERANCE_OF_COMPLETE
            : (double) (sample - nodes.size()) / sample + TOLERANCE;
  }

  /**
   * Largest plausible share of requests to nodes that were missing at the start; 1 or more: all.
   */
  double missingNodes() {
    return missingNodes;
  }

  /**
   * Looks up the sample after a run.
   *
   * @param deleted largest share of the loaded nodes that the run can have deleted
   * @return a sentence for each table that lacks rows
   */
  List<String> missing(Session session, double deleted) throws DbException {
    List<String> sentences = new ArrayList<>();
    missingNodes(session, deleted, sentences);
    missingLists(session, sentences);
    return sentences;
  }

  private void missingNodes(Session session, double deleted, List<String> sentences)
      throws DbException {
    PreparedOperation node = PreparedOperation.of(session, graph.nodes().read());
    int missing = 0;
    for (long id : nodes) {
      missing += isThere(node, id) ? 0 : 1;
    }
    double expected = deleted * nodes.size();
    if (missing > expected + 5 * Math.sqrt(expected) + 3) {
      sentences.add(vanished(missing, nodes.size(), "nodes", graph.tables().nodes().name()));
    }
  }

  /** Looks up the counts and the first links of the nodes with the most links. */
  private void missingLists(Session session, List<String> sentences) throws DbException {
    GraphShape shape = graph.graph();
    PreparedOperation count = PreparedOperation.of(session, graph.links().readCount());
    PreparedOperation link = PreparedOperation.of(session, graph.links().some());
    int lists = 0;
    int counts = 0;
    int links = 0;
    for (long rank = 0; rank < Math.min(LISTS, shape.nodes()); rank++) {
      long id = shape.ofRank(rank);
      for (int type = 0; type < shape.types() && lists < LISTS; type++) {
        if (shape.links(id, type) > 0) {
          long linkType = GraphTables.FIRST_LINK_TYPE + type;
          count.args().set(0, id).set(1, linkType);
          link.args().set(0, linkType).set(1, id).list(2)[0] = graph.id2s().loaded(id, 0);
          link.args().length(2, 1);
          lists++;
          counts += count.execute() > 0 ? 1 : 0;
          links += link.execute() > 0 ? 1 : 0;
        }
      }
    }
    if (counts < lists) {
      sentences.add(vanished(lists - counts, lists, "counts", graph.tables().counts().name()));
    }
    if (links < lists && graph.id2s().follow()) { // the original's loader draws other random ids
      sentences.add(vanished(lists - links, lists, "links", graph.tables().links().name()));
    }
  }

  private static String vanished(int missing, int of, String rows, String table) {
    return Text.format(
        "%d of %d %s that were looked up after the run are missing: rows have vanished from table %s.",
        missing, of, rows, table);
  }

  private static boolean isThere(PreparedOperation node, long id) throws DbException {
    return node.set(0, id).execute() > 0;
  }
}

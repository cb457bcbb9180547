package io.stallmark.linkbench.verify;

import io.stallmark.linkbench.data.NodeContent;
import io.stallmark.linkbench.data.Payload;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.Arrays;

/** Looks at nodes: one that no request has changed must be as it was loaded. Not thread-safe. */
final class NodeCheck {

  private static final int PAGE = 1_000;

  private final Statement page;
  private final Args args;
  private final NodeContent content;
  private final long lastLoaded;
  private final byte[] stored = new byte[Payload.MOST_OF_NODE];
  private final byte[] loaded = new byte[Payload.MOST_OF_NODE];
  private final RowSink look = this::look;
  private Tally tally = new Tally();
  private long last;

  NodeCheck(SocialGraph graph, Session session) throws DbException {
    Op op = Reads.nodes(graph.tables().nodes(), PAGE);
    page = session.prepare(op);
    args = Args.of(op);
    content = graph.nodeContent();
    lastLoaded = graph.graph().lastId();
  }

  void check(GraphVerification.Range range, Tally into) throws DbException {
    tally = into;
    last = range.first() - 1;
    long to = range.last() == lastLoaded ? Long.MAX_VALUE : range.last(); // requests add nodes
    do {
      args.set(0, last + 1).set(1, to);
    } while (page.execute(args, look) == PAGE);
    miss(range.last() + 1);
  }

  /** Notes that no node is there between the last one read and the next. */
  private void miss(long next) {
    long to = Math.min(next - 1, lastLoaded);
    if (to > last) {
      String which =
          to == last + 1 ? "Node " + to + " is" : "Nodes %d to %d are".formatted(last + 1, to);
      tally.missing.add(which + " missing, and no row shows that requests were made.");
    }
  }

  private void look(Row row) throws DbException {
    long id = row.getLong(0);
    long type = row.getLong(1);
    boolean fresh = row.getLong(2) == 1 && row.getLong(3) == SocialGraph.NODES_LOADED_AT;
    miss(id);
    last = id;
    tally.nodes++;
    tally.added += id > lastLoaded ? 1 : 0;
    tally.traces += id > lastLoaded || !fresh ? 1 : 0;
    if (type != GraphTables.NODE_TYPE) {
      tally.find("Node %d has type %d, not %d.".formatted(id, type, GraphTables.NODE_TYPE));
    }
    if (fresh) {
      int length = row.getText(4, stored);
      content.turnTo(id);
      content.data(loaded);
      if (length == content.length() && Arrays.equals(stored, 0, length, loaded, 0, length)) {
        tally.nodesAsLoaded++;
      } else {
        tally.suspect("Node %d has other data than it was loaded with.".formatted(id));
      }
    }
  }
}

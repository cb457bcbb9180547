package io.stallmark.linkbench.verify;

import io.stallmark.linkbench.data.NodeContent;
import io.stallmark.linkbench.data.PayloadData;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.text.Text;
import io.stallmark.verification.ExpectedKeys;
import io.stallmark.verification.KeysetPager;
import java.util.Arrays;

/** Verifies nodes: a node that no request has changed must be as loaded. Not thread-safe. */
final class NodeCheck {

  private static final int PAGE = 1_000;

  private final KeysetPager pager;
  private final NodeContent content;
  private final long lastLoaded;
  private final byte[] stored = new byte[PayloadData.MOST_OF_NODE];
  private final byte[] loaded = new byte[PayloadData.MOST_OF_NODE];
  private final RowSink look = this::look;
  private final ExpectedKeys ids = new ExpectedKeys(this::miss);
  private GraphTally tally = new GraphTally();

  NodeCheck(SocialGraph graph, Session session) throws DbException {
    pager = new KeysetPager(session, GraphReads.nodes(graph.tables().nodes(), PAGE), 0);
    content = graph.nodeContent();
    lastLoaded = graph.graph().lastId();
  }

  void check(GraphVerification.Range range, GraphTally into) throws DbException {
    tally = into;
    long to = range.last() == lastLoaded ? Long.MAX_VALUE : range.last(); // requests add nodes
    ids.expect(range.first(), range.last());
    pager.start(range.first(), to);
    while (!pager.done()) {
      pager.page(look);
    }
    ids.end();
  }

  private void miss(long first, long last) {
    String which =
        first == last ? "Node " + last + " is" : Text.format("Nodes %d to %d are", first, last);
    tally.missing.add(which + " missing, and no row shows that requests were made.");
  }

  private void look(Row row) throws DbException {
    tally.compare(row);
    long id = row.getLong(0);
    long type = row.getLong(1);
    boolean fresh = row.getLong(2) == 1 && row.getLong(3) == SocialGraph.NODES_LOADED_AT;
    ids.at(id);
    tally.nodes++;
    tally.added += id > lastLoaded ? 1 : 0;
    tally.traces += id > lastLoaded || !fresh ? 1 : 0;
    if (type != GraphTables.NODE_TYPE) {
      tally.find(Text.format("Node %d has type %d, not %d.", id, type, GraphTables.NODE_TYPE));
    }
    if (fresh) {
      int length = row.getText(4, stored);
      content.turnTo(id);
      content.data(loaded);
      if (length == content.length() && Arrays.equals(stored, 0, length, loaded, 0, length)) {
        tally.nodesAsLoaded++;
      } else {
        tally.suspect(Text.format("Node %d has other data than it was loaded with.", id));
      }
    }
  }
}

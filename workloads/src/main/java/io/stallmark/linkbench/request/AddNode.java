package io.stallmark.linkbench.request;

import io.stallmark.linkbench.schema.NodeStatements;
import io.stallmark.linkbench.schema.PreparedOperation;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Slice;

/** ADD_NODE: inserts a node whose id the database or the client chooses. */
final class AddNode {

  private AddNode() {}

  static GraphRequest of(GraphRequests requests, Session session, Slice slice) throws DbException {
    NodeStatements statements = requests.graph().nodes();
    return requests.graph().numbered()
        ? new Numbered(
            new NodeData(requests, slice.rng()),
            PreparedOperation.of(session, statements.insertNumbered()))
        : new Own(
            new NodeData(requests, slice.rng()),
            PreparedOperation.of(session, statements.insert()),
            requests.nodeIds().of(slice));
  }

  /**
   * Reads the generated id, as the original does. The server has already sent it with the result.
   */
  private record Numbered(NodeData data, PreparedOperation insert) implements GraphRequest {
    @Override
    public void run() throws DbException {
      data.draw(insert.args());
      insert.execute();
      insert.statement().generatedKey();
    }
  }

  /**
   * Takes the id from the client's sequence. Uses the same id again only if the database rolled
   * back the insert ({@code RETRY}). After any other error the node may have been inserted, for
   * example if the connection was lost.
   */
  private record Own(NodeData data, PreparedOperation insert, NodeIds.Sequence ids)
      implements GraphRequest {
    @Override
    public void run() throws DbException {
      data.draw(insert.args());
      insert.args().set(2, ids.next());
      try {
        insert.execute();
      } catch (DbException e) {
        if (e.kind() != DbException.Kind.RETRY) {
          ids.used();
        }
        throw e;
      }
      ids.used();
    }
  }
}

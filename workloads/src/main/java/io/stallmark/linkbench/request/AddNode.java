package io.stallmark.linkbench.request;

import io.stallmark.linkbench.schema.NodeStatements;
import io.stallmark.linkbench.schema.PreparedOperation;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Slice;

/** ADD_NODE, numbered by the database or by the client. */
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

  /** The result is the id, as in the original; the database has sent it already. */
  private record Numbered(NodeData data, PreparedOperation insert) implements GraphRequest {
    @Override
    public void run() throws DbException {
      data.draw(insert.args());
      insert.execute();
      insert.statement().generatedKey();
    }
  }

  /**
   * An id is used up also when nobody knows whether the node came in, as when the connection was
   * lost. Only where the database has undone everything it is used once more.
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

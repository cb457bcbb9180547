package io.stallmark.linkbench.request;

import io.stallmark.data.Rng;
import io.stallmark.linkbench.data.RequestIds;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.PreparedOperation;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import java.util.concurrent.atomic.LongAdder;

/** Requests on loaded nodes, some of which earlier requests have deleted. */
final class NodeRequests {

  private NodeRequests() {}

  /** GET_NODE: reads a node. A node of another type counts as not found. */
  static final class Get implements GraphRequest, RowSink {

    private final RequestIds ids;
    private final Rng rng;
    private final PreparedOperation read;
    private byte[] data = new byte[1 << 14];
    private boolean found;
    private long id;
    private long version;
    private long time;
    private int length;

    Get(GraphRequests requests, Session session, Rng rng) throws DbException {
      ids = requests.ids();
      this.rng = rng;
      read = PreparedOperation.of(session, requests.graph().nodes().read());
      read.args().expect(1);
    }

    @Override
    public void run() throws DbException {
      read.args().set(0, ids.nodeRead().next(rng));
      found = false;
      read.execute(this);
    }

    @Override
    public void row(Row row) throws DbException {
      id = row.getLong(0);
      found = row.getLong(1) == GraphTables.NODE_TYPE;
      version = row.getLong(2);
      time = row.getLong(3);
      length = row.getText(4, data);
      if (length > data.length) {
        data = new byte[2 * length];
        length = row.getText(4, data);
      }
    }

    /** Describes the node that the last execution found. */
    @Override
    public String toString() {
      return found
          ? "node %d, version %d, time %d, %d bytes".formatted(id, version, time, length)
          : "none";
    }
  }

  /** UPDATE_NODE: writes new data to a node. */
  static final class Update implements GraphRequest {

    private final RequestIds ids;
    private final Rng rng;
    private final NodeData data;
    private final PreparedOperation change;

    Update(GraphRequests requests, Session session, Rng rng) throws DbException {
      ids = requests.ids();
      this.rng = rng;
      data = new NodeData(requests, rng);
      change = PreparedOperation.of(session, requests.graph().nodes().change());
      change.args().expect(1);
    }

    @Override
    public void run() throws DbException {
      long id = ids.nodeUpdate().next(rng);
      data.draw(change.args());
      change.args().set(2, id);
      change.execute();
    }
  }

  /** DELETE_NODE: deletes a node. */
  static final class Delete implements GraphRequest {

    private final RequestIds ids;
    private final Rng rng;
    private final PreparedOperation delete;
    private final LongAdder deletes;

    Delete(GraphRequests requests, Session session, Rng rng) throws DbException {
      ids = requests.ids();
      this.rng = rng;
      delete = PreparedOperation.of(session, requests.graph().nodes().delete());
      delete.args().expect(1);
      deletes = requests.deletes();
    }

    @Override
    public void run() throws DbException {
      delete.args().set(0, ids.nodeDelete().next(rng));
      deletes.increment();
      delete.execute();
    }
  }
}

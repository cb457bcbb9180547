package io.stallmark.linkbench.request;

import io.stallmark.linkbench.data.OperationMix;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Slice;
import java.nio.ByteBuffer;

/** The operations of one seed on a small graph: the same stream on every database. */
public final class OperationStream {

  private static final int OPERATIONS = 2_000;

  private OperationStream() {}

  /** What the tables must hold, and nothing else. */
  public static SocialGraph graph(boolean numbered) {
    return RequestGiven.graph(numbered);
  }

  /** Fills the tables. */
  public static void load(SocialGraph graph, Session session) throws DbException {
    PreparedOperation nodes = PreparedOperation.of(session, graph.nodes().load(1, Form.PLAIN));
    PreparedOperation links = PreparedOperation.of(session, graph.links().load(1, Form.PLAIN));
    PreparedOperation counts =
        PreparedOperation.of(session, graph.links().loadCounts(1, Form.PLAIN));
    GraphStore loaded = GraphStore.loaded(graph);
    for (var node : loaded.nodes.entrySet()) {
      bytes(nodes.args(), 1, node.getValue().data());
      nodes.args().set(0, node.getValue().time()).set(2, node.getKey());
      nodes.execute();
    }
    for (var list : loaded.links.entrySet()) {
      links.args().set(0, list.getKey().type()).set(1, list.getKey().id1());
      for (var link : list.getValue().entrySet()) {
        bytes(links.args(), 4, link.getValue().data());
        links.args().set(2, link.getKey()).set(3, link.getValue().time());
        links.execute();
      }
    }
    for (var count : loaded.counts.entrySet()) {
      counts.args().set(0, count.getKey().id1()).set(1, count.getKey().type());
      counts.args().set(2, count.getValue().count()).set(3, count.getValue().time());
      counts.execute();
    }
  }

  private static void bytes(Args args, int slot, ByteBuffer data) {
    int length = data.capacity();
    System.arraycopy(data.array(), 0, args.bytes(slot, length), 0, length);
    args.length(slot, length);
  }

  /** What {@link #send} comes to on tables in memory. */
  public static long inMemory(SocialGraph graph, long seed) throws DbException {
    return send(graph, seed, new StoreSession(GraphStore.loaded(graph)));
  }

  /**
   * Sends them. Which statements an operation consists of depends on what the database answers, so
   * that this is right only if all answers are.
   *
   * @param session whose tables hold the graph as it is loaded
   * @return a number that stands for all that was sent
   */
  public static long send(SocialGraph graph, long seed, Session session) throws DbException {
    RequestTrace trace = new RequestTrace();
    GraphRequests requests = RequestGiven.requests(graph, OperationMix.OF_2011, 10);
    RequestClient client = new RequestClient(requests, trace.of(session), Slice.of(0, 1, seed));
    for (int i = 0; i < OPERATIONS; i++) {
      client.transaction();
    }
    return trace.hash();
  }
}

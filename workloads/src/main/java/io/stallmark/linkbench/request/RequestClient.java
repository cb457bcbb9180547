package io.stallmark.linkbench.request;

import io.stallmark.data.Rng;
import io.stallmark.linkbench.data.GraphOperation;
import io.stallmark.linkbench.data.Id2Distribution;
import io.stallmark.linkbench.data.OperationMix;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;

/**
 * Sends the operations of a mix. The constructor prepares all statements and allocates the buffers.
 * An operation only draws its parameters, executes its statements and reads the whole result.
 */
public final class RequestClient implements Client {

  private final OperationMix mix;
  private final Rng rng;
  private final GraphRequest[] byOperation = new GraphRequest[GraphOperation.values().length];
  private int kind;

  /**
   * One of the ten operations. A failed execution leaves no state: the next one, which may repeat
   * it, starts from scratch.
   */
  @FunctionalInterface
  interface GraphRequest {
    void run() throws DbException;
  }

  public RequestClient(GraphRequests requests, Session session, Slice slice) throws DbException {
    mix = requests.mix();
    rng = slice.rng();
    LinkRequests links = new LinkRequests(requests, session, slice);
    NodeRequests nodes = new NodeRequests(requests, session, slice);
    for (GraphOperation operation : GraphOperation.values()) {
      byOperation[operation.ordinal()] =
          mix.percent(operation) > 0 ? request(operation, links, nodes) : RequestClient::never;
    }
  }

  private static GraphRequest request(
      GraphOperation operation, LinkRequests links, NodeRequests nodes) throws DbException {
    return switch (operation) {
      case ADD_LINK -> links.put(Id2Distribution.ADD);
      case UPDATE_LINK -> links.put(Id2Distribution.UPDATE);
      case DELETE_LINK -> links.hide();
      case COUNT_LINK -> links.count();
      case MULTIGET_LINK -> links.multiget();
      case GET_LINKS_LIST -> links.list();
      case ADD_NODE -> nodes.add();
      case UPDATE_NODE -> nodes.update();
      case DELETE_NODE -> nodes.delete();
      case GET_NODE -> nodes.get();
    };
  }

  private static void never() {
    throw new IllegalStateException("The mix has no such operation");
  }

  @Override
  public void transaction() throws DbException {
    kind = mix.next(rng).ordinal();
    byOperation[kind].run();
  }

  @Override
  public int kind() {
    return kind;
  }
}

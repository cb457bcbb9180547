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

  public RequestClient(GraphRequests requests, Session session, Slice slice) throws DbException {
    mix = requests.mix();
    rng = slice.rng();
    for (GraphOperation operation : GraphOperation.values()) {
      byOperation[operation.ordinal()] =
          requests.comes(operation)
              ? request(operation, requests, session, slice)
              : RequestClient::never;
    }
  }

  private static GraphRequest request(
      GraphOperation operation, GraphRequests requests, Session session, Slice slice)
      throws DbException {
    Rng rng = slice.rng();
    return switch (operation) {
      case ADD_LINK -> putLink(new PutLink(requests, session, rng), Id2Distribution.ADD);
      case UPDATE_LINK -> putLink(new PutLink(requests, session, rng), Id2Distribution.UPDATE);
      case DELETE_LINK -> new HideLink(requests, session, rng);
      case COUNT_LINK -> new LinkReads.Count(requests, session, rng);
      case MULTIGET_LINK -> new LinkReads.Multiget(requests, session, rng);
      case GET_LINKS_LIST -> new ListLinks(requests, session, slice);
      case ADD_NODE -> AddNode.of(requests, session, slice);
      case UPDATE_NODE -> new NodeRequests.Update(requests, session, rng);
      case DELETE_NODE -> new NodeRequests.Delete(requests, session, rng);
      case GET_NODE -> new NodeRequests.Get(requests, session, rng);
    };
  }

  private static GraphRequest putLink(PutLink link, double loaded) {
    return () -> link.run(loaded);
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

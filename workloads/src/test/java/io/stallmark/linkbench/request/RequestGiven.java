package io.stallmark.linkbench.request;

import io.stallmark.linkbench.data.FidelityOptions;
import io.stallmark.linkbench.data.GraphOperation;
import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.data.Id2Distribution;
import io.stallmark.linkbench.data.LinkSplit;
import io.stallmark.linkbench.data.OperationMix;
import io.stallmark.linkbench.data.RequestIds;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.GraphTables.Layout;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.workload.Slice;
import java.util.Map;

/** A small graph and clients on it. */
final class RequestGiven {

  static final long FIRST = 10;
  static final long NODES = 200;

  /** 2026-02-01 UTC, after all that is loaded. */
  static final long NOW = 1_769_904_000_000L;

  private RequestGiven() {}

  /** With lists of up to 30 links. */
  static SocialGraph graph(boolean numbered) {
    return graph(numbered, FidelityOptions.AS_DOCUMENTED);
  }

  static SocialGraph graph(boolean numbered, FidelityOptions fidelity) {
    return graph(numbered, fidelity, false);
  }

  /** With changes that return the old values, or not. */
  static SocialGraph graph(boolean numbered, FidelityOptions fidelity, boolean tells) {
    GraphShape graph = new GraphShape(FIRST, NODES, 2, LinkSplit.EXACT, 60);
    return new SocialGraph(
        GraphTables.of(Layout.KEYS, 0, numbered, tells),
        numbered,
        graph,
        new Id2Distribution(graph, 0, 1),
        fidelity,
        8,
        128,
        1);
  }

  static OperationMix only(GraphOperation operation) {
    return OperationMix.of(Map.of(operation, 100.0));
  }

  static GraphRequests requests(SocialGraph graph, OperationMix mix, int listLimit) {
    GraphRequests requests = new GraphRequests(graph, mix, listLimit, () -> NOW);
    requests.begin(FIRST + NODES);
    return requests;
  }

  /** Laws that always choose the same id. */
  static GraphRequests requests(GraphOperation operation, int listLimit, long linkId, long nodeId) {
    return requests(graph(true), operation, listLimit, linkId, nodeId);
  }

  static GraphRequests requests(
      SocialGraph graph, GraphOperation operation, int listLimit, long linkId, long nodeId) {
    RequestIds ids =
        new RequestIds(rng -> linkId, rng -> linkId, rng -> nodeId, rng -> nodeId, rng -> nodeId);
    return new GraphRequests(
        graph,
        only(operation),
        listLimit,
        ids,
        new NodeIds(),
        new ListTails.OfClients(graph.fidelity()),
        new NodeTally(),
        () -> NOW);
  }

  /** A client as the engine has it: repeated after a RETRY, made anew after a lost connection. */
  static final class Driven {

    private final GraphRequests requests;
    private final GraphStore store;
    private final Slice slice;
    private StoreSession session;
    private RequestClient client;

    Driven(GraphRequests requests, GraphStore store, Slice slice) throws DbException {
      this.requests = requests;
      this.store = store;
      this.slice = slice;
      connect();
    }

    private void connect() throws DbException {
      session = new StoreSession(store);
      client = new RequestClient(requests, session, slice);
    }

    void transactions(int count) throws DbException {
      for (int i = 0; i < count; i++) {
        slice.rng().mark();
        while (!attempt()) {
          slice.rng().rewind();
        }
      }
    }

    /** Returns whether the transaction is done with, for better or worse. */
    private boolean attempt() throws DbException {
      try {
        client.transaction();
        return true;
      } catch (DbException e) {
        session.rollback();
        if (e.kind() == Kind.CONNECTION) {
          connect();
        }
        return e.kind() != Kind.RETRY;
      }
    }
  }
}

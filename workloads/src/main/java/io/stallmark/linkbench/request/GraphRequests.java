package io.stallmark.linkbench.request;

import io.stallmark.linkbench.data.GraphOperation;
import io.stallmark.linkbench.data.OperationMix;
import io.stallmark.linkbench.data.RequestIds;
import io.stallmark.linkbench.schema.LinkStatements;
import io.stallmark.linkbench.schema.NodeStatements;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.model.Op;
import io.stallmark.spi.workload.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * State shared by all clients of a run. Thread-safe.
 *
 * @param listLimit maximum number of links that a range read returns
 * @param tally nodes that the run has added and deleted
 * @param milliseconds clock for the times of written rows, in ms since 1970
 */
public record GraphRequests(
    SocialGraph graph,
    OperationMix mix,
    int listLimit,
    RequestIds ids,
    NodeIds nodeIds,
    ListTails.OfClients tails,
    NodeTally tally,
    LongSupplier milliseconds) {

  /** Uses the system clock. */
  public GraphRequests(SocialGraph graph, OperationMix mix, int listLimit) {
    this(graph, mix, listLimit, System::currentTimeMillis);
  }

  public GraphRequests(
      SocialGraph graph, OperationMix mix, int listLimit, LongSupplier milliseconds) {
    this(
        graph,
        mix,
        listLimit,
        RequestIds.of(graph.graph(), graph.fidelity()),
        new NodeIds(),
        new ListTails.OfClients(graph.fidelity()),
        new NodeTally(),
        milliseconds);
  }

  /** Names of the operations, in the order of {@link GraphOperation}. */
  public static List<String> operations() {
    return List.of(GraphOperation.values()).stream().map(Setting::word).toList();
  }

  /** Statements of all operations of the mix, each once. */
  public List<Op> ops() {
    Map<String, Op> ops = new LinkedHashMap<>();
    for (GraphOperation operation : GraphOperation.values()) {
      if (mix.percent(operation) > 0) {
        statements(operation).forEach(op -> ops.putIfAbsent(op.name(), op));
      }
    }
    return List.copyOf(ops.values());
  }

  private List<Op> statements(GraphOperation operation) {
    LinkStatements links = graph.links();
    NodeStatements nodes = graph.nodes();
    return switch (operation) {
      case ADD_LINK, UPDATE_LINK ->
          links.tells()
              ? List.of(links.put(), links.raise())
              : List.of(links.put(), links.raise(), links.change());
      case DELETE_LINK ->
          links.tells()
              ? List.of(links.hide(), links.lower())
              : List.of(links.lock(), links.hide(), links.lower());
      case COUNT_LINK -> List.of(links.readCount());
      case MULTIGET_LINK -> List.of(links.some());
      case GET_LINKS_LIST -> List.of(links.list(listLimit), links.listOlder(listLimit));
      case ADD_NODE -> List.of(graph.numbered() ? nodes.insertNumbered() : nodes.insert());
      case UPDATE_NODE -> List.of(nodes.change());
      case DELETE_NODE -> List.of(nodes.delete());
      case GET_NODE -> List.of(nodes.read());
    };
  }

  /**
   * Resets the state for a run. Called before the first client is created.
   *
   * @param firstNode first id greater than the ids of all stored nodes
   */
  public void begin(long firstNode) {
    nodeIds.begin(firstNode);
    tails.begin();
    tally.begin(firstNode);
  }
}

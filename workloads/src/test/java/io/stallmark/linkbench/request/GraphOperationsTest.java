package io.stallmark.linkbench.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.linkbench.data.FidelityOptions;
import io.stallmark.linkbench.data.GraphOperation;
import io.stallmark.linkbench.data.RequestIds;
import io.stallmark.linkbench.request.GraphStore.Count;
import io.stallmark.linkbench.request.GraphStore.Link;
import io.stallmark.linkbench.request.GraphStore.ListKey;
import io.stallmark.linkbench.request.GraphStore.Node;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.workload.Slice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What each operation sends, and what becomes of the rows. */
class GraphOperationsTest {

  /** An id that nothing was loaded for, so that its one link leads to itself. */
  private static final long ID = 5_000;

  private final GraphStore store = new GraphStore();
  private final List<String> sent = new ArrayList<>();
  private final Slice slice = Slice.of(0, 1, 1);

  @BeforeEach
  void listen() {
    store.fault =
        (statement, done) -> {
          if (!done) {
            sent.add(statement);
          }
        };
  }

  private List<String> send(GraphOperation operation) throws Exception {
    sent.clear();
    GraphRequests requests = RequestGiven.requests(operation, 3, linkedNode(), ID);
    new RequestClient(requests, new StoreSession(store), slice).transaction();
    return List.copyOf(sent);
  }

  /** A loaded node without links: whatever the type, id2 = id1 is the only choice. */
  private static long linkedNode() {
    SocialGraph graph = RequestGiven.graph(true);
    long id = RequestGiven.FIRST;
    while (graph.graph().links(id, 0) + graph.graph().links(id, 1) > 0) {
      id++;
    }
    return id;
  }

  private List<ListKey> lists() {
    return List.of(
        new ListKey(GraphTables.FIRST_LINK_TYPE, linkedNode()),
        new ListKey(GraphTables.FIRST_LINK_TYPE + 1, linkedNode()));
  }

  private void store(long visibility, long count) {
    for (ListKey list : lists()) {
      store.put(list, linkedNode(), new Link(visibility, GraphStore.bytes(new byte[0], 0), 1, 0));
      store.put(list, new Count(count, 1, 7));
    }
    store.commit();
  }

  private ListKey touched() {
    return lists().stream()
        .filter(
            list -> store.counts.getOrDefault(list, new Count(0, 0, 0)).time() == RequestGiven.NOW)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(names = {"ADD_LINK", "UPDATE_LINK"})
  void putOfAMissingLink_insertsAndCountsIt(GraphOperation operation) throws Exception {
    assertThat(send(operation)).containsExactly("begin", "put_link", "raise_count", "commit");
    Link link = store.links.get(touched()).get(linkedNode());
    assertThat(link.visibility()).isEqualTo(1);
    assertThat(link.time()).isEqualTo(RequestGiven.NOW);
    assertThat(store.counts).hasSize(1).containsEntry(touched(), new Count(1, RequestGiven.NOW, 0));
  }

  @ParameterizedTest
  @EnumSource(names = {"ADD_LINK", "UPDATE_LINK"})
  void putOfAVisibleLink_changesItAlone(GraphOperation operation) throws Exception {
    store(1, 1);
    assertThat(send(operation)).containsExactly("begin", "put_link", "change_link", "commit");
    assertThat(store.counts.values()).containsOnly(new Count(1, 1, 7));
    assertThat(store.links.values())
        .anySatisfy(list -> assertThat(list.get(linkedNode()).time()).isEqualTo(RequestGiven.NOW));
  }

  @ParameterizedTest
  @EnumSource(names = {"ADD_LINK", "UPDATE_LINK"})
  void putOfAHiddenLink_showsCountsAndChangesIt(GraphOperation operation) throws Exception {
    store(0, 4);
    assertThat(send(operation))
        .containsExactly("begin", "put_link", "raise_count", "change_link", "commit");
    assertThat(store.counts).containsEntry(touched(), new Count(5, RequestGiven.NOW, 8));
    Link link = store.links.get(touched()).get(linkedNode());
    assertThat(link.visibility()).isEqualTo(1);
    assertThat(link.time()).isEqualTo(RequestGiven.NOW);
  }

  @Test
  void deleteOfAVisibleLink_hidesIt_andAgainDoesNothing() throws Exception {
    store(1, 1);
    assertThat(send(GraphOperation.DELETE_LINK))
        .containsExactly("begin", "lock_link", "hide_link", "lower_count", "commit");
    ListKey list = touched();
    assertThat(store.counts).containsEntry(list, new Count(0, RequestGiven.NOW, 8));
    assertThat(store.links.get(list).get(linkedNode()).visibility()).isZero();
    assertThat(store.links.get(list).get(linkedNode()).time()).isEqualTo(1);

    store(0, 0);
    assertThat(send(GraphOperation.DELETE_LINK)).containsExactly("begin", "lock_link", "commit");
    assertThat(store.counts.values()).containsOnly(new Count(0, 1, 7));
  }

  @Test
  void deleteOfAMissingLink_doesNothing() throws Exception {
    assertThat(send(GraphOperation.DELETE_LINK)).containsExactly("begin", "lock_link", "commit");
    assertThat(store.counts).isEmpty();
  }

  private List<String> sendTelling(GraphOperation operation) throws Exception {
    sent.clear();
    SocialGraph graph = RequestGiven.graph(true, FidelityOptions.AS_DOCUMENTED, true);
    GraphRequests requests = RequestGiven.requests(graph, operation, 3, linkedNode(), ID);
    new RequestClient(requests, new StoreSession(store), slice).transaction();
    return List.copyOf(sent);
  }

  /** LinkBench's statements on MongoDB: 2, 1, 2, 2 and 1 before the commit. */
  @Test
  void whereChangesTellWhatTheyReplaced_fewerStatementsHaveTheSameOutcome() throws Exception {
    assertThat(sendTelling(GraphOperation.ADD_LINK))
        .containsExactly("begin", "put_link", "raise_count", "commit");
    ListKey list = touched();
    assertThat(store.counts).containsEntry(list, new Count(1, RequestGiven.NOW, 1));

    store(1, 1);
    assertThat(sendTelling(GraphOperation.UPDATE_LINK))
        .containsExactly("begin", "put_link", "commit");
    assertThat(store.counts.values()).containsOnly(new Count(1, 1, 7));
    assertThat(store.links.values())
        .anySatisfy(
            links -> assertThat(links.get(linkedNode()).time()).isEqualTo(RequestGiven.NOW));

    store(0, 4);
    assertThat(sendTelling(GraphOperation.ADD_LINK))
        .containsExactly("begin", "put_link", "raise_count", "commit");
    assertThat(store.counts).containsEntry(touched(), new Count(5, RequestGiven.NOW, 8));

    store(1, 1);
    assertThat(sendTelling(GraphOperation.DELETE_LINK))
        .containsExactly("begin", "hide_link", "lower_count", "commit");
    assertThat(store.counts).containsEntry(touched(), new Count(0, RequestGiven.NOW, 8));
    assertThat(store.links.get(touched()).get(linkedNode()).visibility()).isZero();

    store(0, 0);
    assertThat(sendTelling(GraphOperation.DELETE_LINK))
        .containsExactly("begin", "hide_link", "commit");
    assertThat(store.counts.values()).containsOnly(new Count(0, 1, 7));
  }

  @ParameterizedTest
  @CsvSource({
    "COUNT_LINK, read_count",
    "MULTIGET_LINK, read_links",
    "GET_LINKS_LIST, list_links",
    "ADD_NODE, insert_node",
    "UPDATE_NODE, change_node",
    "DELETE_NODE, remove_node",
    "GET_NODE, read_node"
  })
  void otherOperations_areOneStatementOutsideOfTransactions(
      GraphOperation operation, String statement) throws Exception {
    assertThat(send(operation)).containsExactly(statement);
    assertThat(RequestGiven.requests(operation, 3, ID, ID).mix().changesLinks()).isFalse();
  }

  @Test
  void nodes_areAddedChangedAndDeleted() throws Exception {
    store.nodes.put(ID, new Node(GraphTables.NODE_TYPE, 1, 0, GraphStore.bytes(new byte[0], 0)));
    send(GraphOperation.UPDATE_NODE);
    assertThat(store.nodes.get(ID).version()).isEqualTo(2);
    send(GraphOperation.UPDATE_NODE);
    assertThat(store.nodes.get(ID).version()).isEqualTo(3);
    assertThat(store.nodes.get(ID).time()).isEqualTo(RequestGiven.NOW / 1000);
    send(GraphOperation.ADD_NODE);
    assertThat(store.nodes.get(ID + 1).version()).isEqualTo(1);
    assertThat(store.nodes.get(ID + 1).data().capacity()).isPositive();
    send(GraphOperation.DELETE_NODE);
    assertThat(store.nodes).containsOnlyKeys(ID + 1);
    send(GraphOperation.DELETE_NODE);
    assertThat(store.nodes).containsOnlyKeys(ID + 1);
  }

  @ParameterizedTest
  @CsvSource({"2048, 'node 5000, version 3, time 4, 40000 bytes'", "2047, none"})
  void nodeOfAnotherType_isNone_andLongOnesAreReadWhole(long type, String expected)
      throws Exception {
    store.nodes.put(ID, new Node(type, 3, 4, GraphStore.bytes(new byte[40_000], 40_000)));
    GraphRequests requests = RequestGiven.requests(GraphOperation.GET_NODE, 3, ID, ID);
    var get = new NodeRequests(requests, new StoreSession(store), slice).get();
    get.run();
    assertThat(get).hasToString(expected);
    store.nodes.clear();
    get.run();
    assertThat(get).hasToString("none");
  }

  /** Each class of operations has a law of its own. */
  @ParameterizedTest
  @CsvSource({
    "ADD_LINK, 2",
    "UPDATE_LINK, 2",
    "DELETE_LINK, 2",
    "COUNT_LINK, 1",
    "MULTIGET_LINK, 1",
    "GET_LINKS_LIST, 1",
    "GET_NODE, 3",
    "UPDATE_NODE, 4",
    "DELETE_NODE, 5"
  })
  void ids_comeFromTheLawOfTheOperationsClass(GraphOperation operation, long law) throws Exception {
    RequestIds ids =
        new RequestIds(
            rng -> RequestGiven.FIRST + 1,
            rng -> RequestGiven.FIRST + 2,
            rng -> RequestGiven.FIRST + 3,
            rng -> RequestGiven.FIRST + 4,
            rng -> RequestGiven.FIRST + 5);
    GraphRequests requests =
        new GraphRequests(
            RequestGiven.graph(true),
            RequestGiven.only(operation),
            3,
            ids,
            new NodeIds(),
            new ListTails.OfClients(FidelityOptions.AS_DOCUMENTED),
            new NodeTally(),
            () -> RequestGiven.NOW);
    List<Long> asked = new ArrayList<>();
    RequestClient client =
        new RequestClient(
            requests,
            new SlotSession(List.of("id1", "id"), (statement, id) -> asked.add(id)),
            slice);
    client.transaction();
    assertThat(asked).isNotEmpty().containsOnly(RequestGiven.FIRST + law);
  }

  @Test
  void statementsOfOperationsThatNeverCome_areNotDeclared() {
    GraphRequests reads = RequestGiven.requests(GraphOperation.COUNT_LINK, 3, ID, ID);
    assertThat(reads.ops()).extracting(op -> op.name()).containsExactly("read_count");
  }
}

package io.stallmark.linkbench.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.linkbench.GraphMemoryStore;
import io.stallmark.linkbench.data.GraphOperation;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.workload.Slice;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeTallyTest {

  private static final long NEW = RequestGiven.FIRST + RequestGiven.NODES;

  private final SocialGraph graph = RequestGiven.graph(false);
  private final GraphMemoryStore store = new GraphMemoryStore();
  private final GraphRequests requests =
      RequestGiven.requests(graph, RequestGiven.only(GraphOperation.ADD_NODE), 3);

  @BeforeEach
  void addNodes() throws Exception {
    RequestClient client = new RequestClient(requests, store, Slice.of(0, 1, 1));
    for (int i = 0; i < 5; i++) {
      client.transaction();
    }
  }

  private List<String> lost() throws Exception {
    return NodeTally.lost(graph, store, requests.tally().acknowledged());
  }

  @Test
  void addedNodes_areRecorded() throws Exception {
    assertThat(requests.tally().acknowledged())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("nodes.first", NEW, "nodes.last", NEW + 4, "nodes.added", 5L));
    assertThat(lost()).isEmpty();
  }

  @Test
  void lostNodes_areMissed() throws Exception {
    store.rows("nodetable").removeIf(node -> node.get("id") >= NEW + 3);
    assertThat(lost())
        .singleElement()
        .asString()
        .startsWith("2 or more acknowledged transactions are gone: of 5 nodes");
  }

  @Test
  void nodeThatReusesALostId_doesNotHideTheLoss() throws Exception {
    requests.tally().add(NEW + 4); // the server has lost this node and assigned its id again
    assertThat(lost()).singleElement().asString().startsWith("1 or more");
  }

  @Test
  void idOfADeletedNode_isNotRecorded() throws Exception {
    requests.tally().add(NEW - 1);
    assertThat(lost()).isEmpty();
  }
}

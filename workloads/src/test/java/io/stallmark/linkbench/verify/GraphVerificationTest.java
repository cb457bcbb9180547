package io.stallmark.linkbench.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.linkbench.GraphMemoryStore;
import io.stallmark.linkbench.GraphMemoryStore.Stored;
import io.stallmark.linkbench.LinkBenchGiven;
import io.stallmark.linkbench.LinkBenchWorkload;
import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphVerificationTest {

  private static final String[] SETTINGS = {"ids=100", "max-degree=40"};
  private static final long TYPE = 123_456_789L;

  private final GraphMemoryStore store = new GraphMemoryStore();
  private final GraphShape graph = LinkBenchGiven.graph(SETTINGS).graph();

  /** The node with the most links. */
  private final long big = graph.ofRank(0);

  @BeforeEach
  void fill() throws Exception {
    load(SETTINGS);
  }

  private void load(String... settings) throws Exception {
    Loader loader =
        LinkBenchGiven.scenario(settings).load(0, 1).loader(store, Slice.of(0, 1, 1), false);
    while (loader.step() > 0) {}
  }

  private Verification verify(String... settings) throws Exception {
    return verify(1, settings);
  }

  private Verification verify(int checkers, String... settings) throws Exception {
    Scenario scenario = LinkBenchGiven.scenario(settings);
    Verification verification = scenario.verification();
    List<Loader> working = new ArrayList<>();
    for (int i = 0; i < checkers; i++) {
      working.add(verification.checker(store, Slice.of(i, checkers, 1)));
    }
    while (!working.isEmpty()) {
      for (Loader checker : List.copyOf(working)) {
        if (checker.step() == 0) {
          working.remove(checker);
        }
      }
    }
    return verification;
  }

  private List<String> findings() throws Exception {
    return verify(SETTINGS).findings();
  }

  private Stored link(long id1, long i) {
    return store.row("linktable", TYPE, id1, id1 + i);
  }

  /** As a request would do it. */
  private void hide(long id1, long i) {
    link(id1, i).set("visibility", 0);
    Stored count = store.row("counttable", id1, TYPE);
    count.set("count", count.get("count") - 1);
    count.set("version", 1);
    count.set("time", SocialGraph.LOADED_BEFORE + 5);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void whatWasLoaded_isRight(int checkers) throws Exception {
    Verification verification = verify(checkers, SETTINGS);
    assertThat(verification.findings()).isEmpty();
    long links = graph.census().links();
    assertThat(verification.proven().get(0))
        .contains("100 nodes", links + " visible links", "0 links are hidden");
    assertThat(verification.proven().get(1))
        .isEqualTo("All " + links + " links and 100 nodes are as seed 1 loads them.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"random-id2=10000", "link-types=5", "split=as-coded", "first-id=1000000"})
  void otherGraphs_areRightToo(String setting) throws Exception {
    String[] settings = {"ids=100", "max-degree=40", setting};
    for (String table : List.of("linktable", "counttable", "nodetable")) {
      store.rows(table).clear();
    }
    load(settings);
    Verification verification = verify(settings);
    assertThat(verification.findings()).isEmpty();
    assertThat(verification.proven().get(1)).startsWith("All ");
  }

  @Test
  void longLists_areReadInPages() throws Exception {
    String[] settings = {"ids=100", "max-degree=24000", "first-id=1000"};
    SocialGraph social = LinkBenchGiven.graph(settings);
    store.rows("linktable").clear();
    store.rows("counttable").clear();
    store.rows("nodetable").clear();
    load(settings);
    assertThat(verify(settings).findings()).isEmpty();
    long id = social.graph().ofRank(0);
    store.row("linktable", TYPE, id, id + 11_999).set("visibility", 0);
    assertThat(verify(settings).findings())
        .containsExactly(
            String.format(
                Locale.ROOT,
                "Node %d has 11,999 visible links of type %d, but its count says 12,000.",
                id,
                TYPE));
  }

  @Test
  void whatRequestsDo_isRight() throws Exception {
    hide(big, 3);
    Stored updated = link(big, 4);
    updated.set("time", SocialGraph.LOADED_BEFORE + 5);
    updated.data = new byte[] {1};
    Stored added = GraphMemoryStore.copy(updated);
    added.set("id2", 7_000);
    store.put(added);
    Stored count = store.row("counttable", big, TYPE);
    count.set("count", count.get("count") + 1);
    Stored node = store.row("nodetable", 50);
    node.set("version", 2);
    node.data = new byte[0];
    Stored newNode = GraphMemoryStore.copy(node);
    newNode.set("id", 101);
    store.put(newNode);
    store.rows("nodetable").remove(store.row("nodetable", 60));

    Verification verification = verify(SETTINGS);
    assertThat(verification.findings()).isEmpty();
    assertThat(verification.proven().get(0)).contains("1 links are hidden");
    assertThat(verification.proven().get(1))
        .contains("2 links were added or changed since", "Of 100 nodes 99 are there, 98 of them")
        .endsWith("1 were added.");
  }

  @Test
  void wrongCount_isFound() throws Exception {
    Stored count = store.row("counttable", big, TYPE);
    count.set("count", 21);
    assertThat(findings())
        .containsExactly(
            String.format(
                Locale.ROOT,
                "Node %d has 20 visible links of type %d, but its count says 21.",
                big,
                TYPE));
  }

  @Test
  void countOfHiddenLinks_isFound() throws Exception {
    link(big, 0).set("visibility", 0);
    assertThat(findings())
        .containsExactly(
            String.format(
                Locale.ROOT,
                "Node %d has 19 visible links of type %d, but its count says 20.",
                big,
                TYPE));
  }

  @Test
  void missingCount_isFound() throws Exception {
    store.rows("counttable").remove(store.row("counttable", big, TYPE));
    assertThat(findings())
        .containsExactly(
            String.format(
                Locale.ROOT, "Node %d has 20 visible links of type %d, but no count.", big, TYPE));
  }

  @Test
  void countWithoutLinks_isFound_unlessItIsZero() throws Exception {
    long lonely = 0;
    for (long id = 1; lonely == 0; id++) {
      lonely = graph.links(id, 0) == 0 ? id : 0;
    }
    Stored count = GraphMemoryStore.copy(store.row("counttable", big, TYPE));
    count.set("id", lonely);
    count.set("count", 0);
    count.set("time", SocialGraph.LOADED_BEFORE + 5);
    store.put(count);
    assertThat(findings()).isEmpty();
    count.set("count", 2);
    assertThat(findings())
        .containsExactly(
            String.format(
                Locale.ROOT,
                "Node %d has 0 visible links of type %d, but its count says 2.",
                lonely,
                TYPE));
  }

  @Test
  void lostLink_isFound_evenWithTheRightCount() throws Exception {
    hide(big, 2);
    store.rows("linktable").remove(link(big, 2));
    assertThat(findings())
        .containsExactly(
            String.format(
                Locale.ROOT,
                "Node %d has 19 of the 20 links of type %d that it was loaded with.",
                big,
                TYPE));
  }

  @Test
  void missingNodes_areFound_whereNothingShowsARequest() throws Exception {
    store.rows("nodetable").removeIf(node -> node.get("id") < 4 || node.get("id") == 50);
    assertThat(findings())
        .containsExactly(
            "Nodes 1 to 3 are missing, and no row shows that requests were made.",
            "Node 50 is missing, and no row shows that requests were made.");
    store.rows("nodetable").clear();
    assertThat(findings())
        .containsExactly("Nodes 1 to 100 are missing, and no row shows that requests were made.");
  }

  @Test
  void emptyTables_areFound() throws Exception {
    for (String table : List.of("linktable", "counttable", "nodetable")) {
      store.rows(table).clear();
    }
    assertThat(findings())
        .contains("Nodes 1 to 100 are missing, and no row shows that requests were made.")
        .anyMatch(finding -> finding.contains("0 of the 20 links"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"link", "count", "node", "added"})
  void missingNodes_areRight_whereARowShowsARequest(String trace) throws Exception {
    store.rows("nodetable").remove(store.row("nodetable", 50));
    assertThat(findings()).hasSize(1);
    long now = SocialGraph.LOADED_BEFORE + 5;
    switch (trace) {
      case "link" -> link(big, 0).set("time", now);
      case "count" -> {
        store.row("counttable", big, TYPE).set("time", now);
        store.row("counttable", big, TYPE).set("version", 1);
      }
      case "node" -> store.row("nodetable", 60).set("version", 2);
      default -> {
        Stored added = GraphMemoryStore.copy(store.row("nodetable", 60));
        added.set("id", 101);
        added.set("time", SocialGraph.NODES_LOADED_AT + 5);
        store.put(added);
      }
    }
    assertThat(findings()).isEmpty();
  }

  /** Such requests leave no other trace. */
  @Test
  void missingNodes_areRight_afterRequestsThatRemoveNodesOnly() throws Exception {
    store.rows("nodetable").remove(store.row("nodetable", 50));
    assertThat(
            verify("ids=100", "max-degree=40", "mix=own", "delete-node=40", "get-node=60")
                .findings())
        .isEmpty();
    Scenario run = LinkBenchGiven.scenario(SETTINGS);
    assertThat(run.verification()).isNotNull();
    run.roles().get(0).clients().client(store, Slice.of(0, 1, 1));
    Verification afterwards = run.verification();
    Loader checker = afterwards.checker(store, Slice.of(0, 1, 1));
    while (checker.step() > 0) {}
    assertThat(afterwards.findings()).isEmpty();
  }

  @Test
  void countThatNeitherALoadNorARequestMakes_isFound() throws Exception {
    Stored count = store.row("counttable", big, TYPE);
    long time = count.get("time");
    String finding =
        "The count of links of type %d of node %d has time %d and version %d, which neither a load nor a request gives it.";
    count.set("time", 1);
    count.set("version", 99);
    assertThat(findings()).containsExactly(String.format(Locale.ROOT, finding, TYPE, big, 1, 99));
    count.set("version", 0);
    assertThat(findings()).containsExactly(String.format(Locale.ROOT, finding, TYPE, big, 1, 0));
    count.set("time", time);
    assertThat(findings()).isEmpty();
    Stored updated = link(big, 0);
    updated.set("time", SocialGraph.LOADED_BEFORE + 5); // its count stays as it was
    assertThat(findings()).isEmpty();
    count.set("time", SocialGraph.LOADED_BEFORE + 5);
    assertThat(findings())
        .containsExactly(
            String.format(Locale.ROOT, finding, TYPE, big, SocialGraph.LOADED_BEFORE + 5, 0));
    count.set("version", 1);
    assertThat(findings()).isEmpty();
  }

  @Test
  void otherData_isFound() throws Exception {
    Stored link = link(big, 1);
    link.data = new byte[] {9, 9, 9};
    store.row("nodetable", 10).data = new byte[] {5};
    assertThat(findings())
        .containsExactly(
            String.format(
                Locale.ROOT,
                "The link of type %d from %d to %d is older than any request, and was not loaded so.",
                TYPE,
                big,
                big + 1),
            "Node 10 has other data than it was loaded with.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mix=refresh", "link-data=9", "node-data=100", "motif=512"})
  void settingsThatTheTablesWereNotLoadedWith_areHintedAt(String setting) throws Exception {
    Verification verification = verify("ids=100", "max-degree=40", setting);
    assertThat(verification.findings()).isNotEmpty();
    assertThat(verification.hint().orElseThrow())
        .contains("mix, link-data, node-data, motif or fidelity");
    assertThat(verify(SETTINGS).hint()).isEmpty();
  }

  @Test
  void strangeVisibilityAndTypes_areFound() throws Exception {
    link(big, 0).set("visibility", 2);
    store.row("counttable", big, TYPE).set("count", 19);
    store.row("nodetable", 10).set("type", 1);
    assertThat(findings())
        .containsExactly(
            String.format(
                Locale.ROOT,
                "The link of type %d from %d to %d has visibility 2, which is neither 0 nor 1.",
                TYPE,
                big,
                big),
            "Node 10 has type 1, not 2048.");
  }

  @Test
  void rowsOfUnknownTypesAndNodes_areFound() throws Exception {
    Stored link = GraphMemoryStore.copy(link(big, 0));
    link.set("link_type", TYPE + 2);
    store.put(link);
    link = GraphMemoryStore.copy(link);
    link.set("id1", 101);
    store.put(link);
    Stored count = GraphMemoryStore.copy(store.row("counttable", big, TYPE));
    count.set("link_type", TYPE + 2);
    store.put(count);
    count = GraphMemoryStore.copy(count);
    count.set("id", 0);
    store.put(count);
    Stored node = GraphMemoryStore.copy(store.row("nodetable", 1));
    node.set("id", 0);
    store.put(node);
    long links = graph.census().links();
    long counts = graph.census().lists();
    assertThat(findings())
        .containsExactly(
            String.format(
                Locale.ROOT,
                "Node %d has a count of links of type 123456791, which is unknown.",
                big),
            String.format(
                Locale.ROOT,
                "Table linktable has %d rows, %d of them of nodes 1 to 100 and known types.",
                links + 2,
                links),
            String.format(
                Locale.ROOT,
                "Table counttable has %d rows, %d of them of nodes 1 to 100.",
                counts + 2,
                counts + 1),
            "Table nodetable has 101 rows, 100 of them of ids from 1.");
  }

  @Test
  void dataOfAnotherSeed_isNotJudged_butCountsAre() throws Exception {
    Verification verification =
        new LinkBenchWorkload()
            .scenario(LinkBenchGiven.settings(SETTINGS), 2, LinkBenchGiven.ALL)
            .verification();
    Loader checker = verification.checker(store, Slice.of(0, 1, 1));
    while (checker.step() > 0) {}
    assertThat(verification.findings()).isEmpty();
    assertThat(verification.proven().get(1)).contains("No row matches seed 2");
  }

  @Test
  void manyFindings_areCounted() throws Exception {
    String[] settings = {"ids=3000", "max-degree=4", "link-types=1", "first-id=10000"};
    for (String table : List.of("linktable", "counttable", "nodetable")) {
      store.rows(table).clear();
    }
    load(settings);
    int counts = store.rows("counttable").size();
    store.rows("counttable").clear();
    Verification verification = verify(settings);
    assertThat(verification.findings()).hasSize(1000);
    assertThat(verification.found()).isEqualTo(counts);
    assertThat(verification.hint()).isEmpty();
  }

  @Test
  void halfACheck_provesNothing() throws Exception {
    String[] settings = {"ids=10000", "max-degree=4", "first-id=10000"};
    Verification verification = LinkBenchGiven.scenario(settings).verification();
    verification.checker(new GraphMemoryStore(), Slice.of(0, 1, 1));
    assertThat(verification.findings()).anyMatch(f -> f.contains("is incomplete"));
  }
}

package io.stallmark.linkbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.linkbench.GraphMemoryStore.Stored;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExistingGraphCheckTest {

  private static final long YEAR = 31_536_000_000L;

  private final GraphMemoryStore store = new GraphMemoryStore();

  @BeforeEach
  void load() throws Exception {
    load("ids=100", "max-degree=40");
  }

  private void load(String... settings) throws Exception {
    Loader loader =
        LinkBenchGiven.scenario(settings).load(0, 1).loader(store, Slice.of(0, 1, 1), false);
    while (loader.step() > 0) {}
  }

  private long take(String... settings) throws Exception {
    return new ExistingGraphCheck(LinkBenchGiven.graph(settings), store).take();
  }

  @Test
  void newNodes_comeAfterAllThatWereLoaded() throws Exception {
    store.rows("nodetable").remove(store.row("nodetable", 100));
    assertThat(take("ids=100", "max-degree=40")).isEqualTo(101);
  }

  @Test
  void tablesWithoutNodes_areRefused_unlessRequestsAddedSome() throws Exception {
    Stored node = GraphMemoryStore.copy(store.row("nodetable", 1));
    store.rows("nodetable").clear();
    assertThatThrownBy(() -> take("ids=100", "max-degree=40"))
        .hasMessageContaining("has no row of the nodes 1 to 100")
        .hasMessageContaining("stallmark drop");
    node.set("id", 777);
    store.put(node);
    assertThat(take("ids=100", "max-degree=40")).isEqualTo(778);
  }

  @Test
  void newNodes_comeAfterThoseOfEarlierRuns() throws Exception {
    Stored node = GraphMemoryStore.copy(store.row("nodetable", 1));
    node.set("id", 777);
    store.put(node);
    assertThat(take("ids=100", "max-degree=40")).isEqualTo(778);
  }

  @Test
  void countsThatRequestsMade_areNoMatter() throws Exception {
    for (long id = 1; id <= 100; id++) {
      for (long type = 123_456_789L; type < 123_456_791L; type++) {
        if (store.row("counttable", id, type) == null) {
          Stored count = GraphMemoryStore.copy(store.rows("counttable").iterator().next());
          count.set("id", id);
          count.set("link_type", type);
          store.put(count);
        }
      }
    }
    assertThat(take("ids=100", "max-degree=40")).isEqualTo(101);
  }

  /** Counts alone, of ten thousand nodes. */
  private void loadCounts() {
    store.rows("counttable").clear();
    SocialGraph graph = LinkBenchGiven.graph("ids=10000", "max-degree=40");
    for (long id = 1; id <= 10_000; id++) {
      for (int type = 0; type < 2; type++) {
        if (graph.graph().links(id, type) > 0) {
          Stored count = new Stored(graph.tables().counts());
          count.set("id", id);
          count.set("link_type", 123_456_789L + type);
          store.put(count);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {9_000, 9_980, 10_020, 11_000, 20_000})
  void anyOtherNumberOfIds_isRefused(long ids) {
    loadCounts();
    assertThatThrownBy(() -> take("ids=" + ids, "max-degree=40"))
        .hasMessageContaining("Give the ids, first-id");
  }

  @Test
  void fewReadsTellTheNumberOfIds() {
    loadCounts();
    // What it is about is the longest list, which is not in this store.
    assertThatThrownBy(() -> take("ids=10000", "max-degree=40"))
        .hasMessageContaining("Give the max-degree");
    assertThat(store.executed.stream().filter("read_count"::equals)).hasSizeBetween(50, 250);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ids=50", "ids=200", "first-id=2", "link-types=3"})
  void anotherGraph_isRefused(String setting) {
    String[] settings =
        setting.startsWith("ids")
            ? new String[] {setting, "max-degree=40"}
            : new String[] {"ids=100", "max-degree=40", setting};
    assertThatThrownBy(() -> take(settings))
        .hasMessageContaining("Give the ids, first-id")
        .hasMessageContaining("stallmark drop");
  }

  @ParameterizedTest
  @ValueSource(strings = {"max-degree=38", "max-degree=42", "split=as-coded", "link-types=1"})
  void sameIdsWithOtherLists_areRefused(String setting) {
    String[] settings = {"ids=100", setting.startsWith("max") ? setting : "max-degree=40", setting};
    assertThatThrownBy(() -> take(settings))
        .hasMessageContaining("Give the max-degree, split and link-types");
  }

  @Test
  void randomIds_ofALongerList_areRefused() throws Exception {
    store.rows("linktable").clear();
    store.rows("counttable").clear();
    store.rows("nodetable").clear();
    load("ids=100", "max-degree=40", "random-id2=1000");
    assertThat(take("ids=100", "max-degree=40", "random-id2=1000")).isEqualTo(101);
    assertThatThrownBy(() -> take("ids=100", "max-degree=38", "random-id2=1000"))
        .hasMessageContaining("Give the max-degree");
  }

  /**
   * The longest list, with all that requests do: its last link changed and hidden, others added.
   */
  @Test
  void listsThatRequestsChanged_areNoMatter() throws Exception {
    long id = LinkBenchGiven.graph("ids=100", "max-degree=40").graph().ofRank(0);
    Stored last = store.row("linktable", 123_456_789L, id, id + 19);
    last.set("time", SocialGraph.LOADED_BEFORE);
    last.set("visibility", 0);
    for (int i = 20; i < 30; i++) {
      Stored added = GraphMemoryStore.copy(last);
      added.set("id2", id + i);
      store.put(added);
    }
    assertThat(take("ids=100", "max-degree=40")).isEqualTo(101);
  }

  /** As LinkBench of 2015 leaves them: all that it loads and adds is of its own clock's time. */
  @Test
  void anEarlierYearsLoadAndRequests_areNoMatter() throws Exception {
    loadLater(-YEAR);
    long id = LinkBenchGiven.graph("ids=100", "max-degree=40").graph().ofRank(0);
    Stored added = GraphMemoryStore.copy(store.row("linktable", 123_456_789L, id, id + 19));
    added.set("id2", id + 20);
    added.set("time", SocialGraph.LOADED_BEFORE - YEAR + 1);
    store.put(added);
    Stored changed = store.row("nodetable", 1);
    changed.set("version", 2);
    changed.set("time", SocialGraph.NODES_LOADED_AT - YEAR / 1000 + 1);
    assertThat(take("ids=100", "max-degree=40")).isEqualTo(101);
  }

  @ParameterizedTest
  @ValueSource(longs = {-YEAR, YEAR})
  void aLongerListOfAnotherYear_isRefused(long shift) throws Exception {
    loadLater(shift);
    assertThatThrownBy(() -> take("ids=100", "max-degree=38"))
        .hasMessageContaining("Give the max-degree");
  }

  /** As if it had been loaded so many ms later. */
  private void loadLater(long shift) {
    store.rows("linktable").forEach(row -> row.set("time", row.get("time") + shift));
    store.rows("nodetable").forEach(row -> row.set("time", row.get("time") + shift / 1000));
  }
}

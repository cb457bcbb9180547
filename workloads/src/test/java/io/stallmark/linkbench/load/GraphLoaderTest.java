package io.stallmark.linkbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.linkbench.GraphMemoryStore;
import io.stallmark.linkbench.GraphMemoryStore.Stored;
import io.stallmark.linkbench.LinkBenchGiven;
import io.stallmark.linkbench.LinkBenchWorkload;
import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraphLoaderTest {

  private static final String[] SMALL = {
    "ids=300", "max-degree=40", "batch=16", "chunk=20", "first-id=5"
  };

  private final GraphMemoryStore store = new GraphMemoryStore();

  /** Loaders take turns. Returns the rows they say they wrote. */
  private long load(int loaders, String... settings) throws Exception {
    return load(store, loaders, settings);
  }

  static long load(GraphMemoryStore store, int loaders, String... settings) throws Exception {
    Scenario.Load load = LinkBenchGiven.scenario(settings).load(0, 1);
    List<Loader> working = new ArrayList<>();
    for (int i = 0; i < loaders; i++) {
      working.add(load.loader(store, Slice.of(i, loaders, 99 + i), false));
    }
    long rows = 0;
    while (!working.isEmpty()) {
      for (Loader loader : List.copyOf(working)) {
        long step = loader.step();
        rows += step;
        if (step == 0) {
          working.remove(loader);
        }
      }
    }
    return rows;
  }

  static List<String> content(GraphMemoryStore store) {
    List<String> content = new ArrayList<>();
    for (String table : List.of("linktable", "counttable", "nodetable")) {
      store.rows(table).forEach(row -> content.add(table + row));
    }
    return content;
  }

  @ParameterizedTest
  @CsvSource({"exact, 0", "as-coded, 0", "exact, 1000"})
  void everyLinkCountAndNode_isThere(String split, int randomId2) throws Exception {
    String[] settings = {
      "ids=300", "max-degree=40", "split=" + split, "random-id2=" + randomId2, "link-types=3"
    };
    GraphShape graph = LinkBenchGiven.graph(settings).graph();
    long rows = load(1, settings);

    GraphShape.Census census = graph.census();
    assertThat(store.rows("linktable")).hasSize((int) census.links());
    assertThat(store.rows("counttable")).hasSize((int) census.lists());
    assertThat(store.rows("nodetable")).hasSize(300);
    assertThat(rows).isEqualTo(census.links() + census.lists() + 300);
    for (Stored count : store.rows("counttable")) {
      List<Stored> links =
          store.rows("linktable").stream()
              .filter(
                  link ->
                      link.get("id1") == count.get("id")
                          && link.get("link_type") == count.get("link_type"))
              .toList();
      assertThat(count.get("count")).isEqualTo(links.size());
      assertThat(count.get("time"))
          .isEqualTo(links.stream().mapToLong(link -> link.get("time")).max().orElseThrow());
    }
  }

  @Test
  void rows_areLinkBenchs() throws Exception {
    load(1, SMALL);
    for (Stored link : store.rows("linktable")) {
      assertThat(link.get("visibility")).isEqualTo(1);
      assertThat(link.get("version")).isZero();
      assertThat(link.get("link_type")).isBetween(123_456_789L, 123_456_790L);
      assertThat(link.data.length).isLessThan(255);
    }
    for (Stored node : store.rows("nodetable")) {
      assertThat(node.get("id")).isBetween(5L, 304L);
      assertThat(node.get("type")).isEqualTo(2048);
      assertThat(node.get("version")).isEqualTo(1);
      assertThat(node.get("time")).isEqualTo(1_767_225_600L);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 17})
  void numberOfLoaders_doesNotChangeTheData(int loaders) throws Exception {
    load(loaders, SMALL);
    GraphMemoryStore several = store;
    GraphLoaderTest alone = new GraphLoaderTest();
    alone.load(1, SMALL);
    assertThat(content(several)).isEqualTo(content(alone.store)).hasSizeGreaterThan(600);
  }

  @Test
  void longLists_areWrittenInPieces_andCountedOnce() throws Exception {
    String[] settings = {"ids=50", "max-degree=70000"};
    load(3, settings);
    GraphShape graph = LinkBenchGiven.graph(settings).graph();
    assertThat(store.rows("linktable")).hasSize((int) graph.census().links());
    Stored count = store.row("counttable", graph.ofRank(0), 123_456_789L);
    assertThat(count.get("count")).isEqualTo(35_000);
    assertThat(count.get("time"))
        .isEqualTo(
            store.rows("linktable").stream()
                .filter(link -> link.get("id1") == graph.ofRank(0))
                .filter(link -> link.get("link_type") == 123_456_789L)
                .mapToLong(link -> link.get("time"))
                .max()
                .orElseThrow());
  }

  @Test
  void batches_areFullAndInTheOrderOfTheKeys() throws Exception {
    load(1, "ids=300", "max-degree=40", "batch=16", "chunk=300");
    String last = "";
    int links = 0;
    for (List<Stored> insert : store.inserts) {
      assertThat(insert.size()).isBetween(1, 16);
      if (insert.get(0).table().equals("linktable")) {
        for (Stored link : insert) {
          assertThat(link.key()).isGreaterThan(last);
          last = link.key();
        }
        links += insert.size() == 16 ? 0 : 1;
      }
    }
    assertThat(links).isLessThanOrEqualTo(1); // the last one is what is left
  }

  @ParameterizedTest
  @ValueSource(strings = {"load_links", "load_counts", "load_nodes", "count_links"})
  void stepThatFailed_canBeRepeated(String statement) throws Exception {
    GraphLoaderTest undisturbed = new GraphLoaderTest();
    undisturbed.load(1, SMALL);
    int[] failures = {0};
    store.fault =
        (name, execution) -> {
          boolean again = statement.equals("count_links") && name.equals("load_links");
          if ((name.equals(statement) || again) && execution % 7 == 0 && failures[0] < 20) {
            failures[0]++;
            throw new DbException(DbException.Kind.RETRY, "1213", "Deadlock", null);
          }
        };
    Loader loader =
        LinkBenchGiven.scenario(SMALL).load(0, 1).loader(store, Slice.of(0, 1, 1), false);
    for (long rows = 1; rows > 0; ) {
      try {
        rows = loader.step();
      } catch (DbException e) {
        rows = 1;
      }
    }
    assertThat(failures[0]).isPositive();
    assertThat(content(store)).isEqualTo(content(undisturbed.store));
  }

  /** So that no loader takes it for the end of its share. */
  @Test
  void chunkWithoutLinks_isPassedOver() throws Exception {
    long rows = load(2, "ids=300", "max-degree=40", "chunk=1");
    assertThat(store.rows("nodetable")).hasSize(300);
    assertThat(rows).isEqualTo(content(store).size());
  }

  @ParameterizedTest
  @CsvSource({
    "auto, PLAIN STREAM BULK, BULK",
    "auto, PLAIN STREAM, STREAM",
    "auto, PLAIN, PLAIN",
    "insert, PLAIN STREAM BULK, PLAIN"
  })
  void rowsTravelInTheCheapestForm_thatTheDatabaseTakes(String word, String taken, Form form)
      throws Exception {
    store.accepted = Stream.of(taken.split(" ")).map(Form::valueOf).collect(Collectors.toSet());
    load(1, "ids=100", "max-degree=9", "insert-form=" + word);
    assertThat(store.forms).containsOnly(form);
  }

  @Test
  void rowThatAStreamLeavesOut_endsTheLoad() throws Exception {
    load(1, SMALL);
    assertThatThrownBy(() -> load(1, SMALL)).hasMessageContaining("were there already");
  }

  @Test
  void otherFailures_areHandedOn() throws Exception {
    store.fault =
        (name, execution) -> {
          throw new DbException(DbException.Kind.CONNECTION, "08S01", "It is gone", null);
        };
    Loader loader =
        LinkBenchGiven.scenario(SMALL).load(0, 1).loader(store, Slice.of(0, 1, 1), false);
    assertThatThrownBy(loader::step).hasMessage("It is gone");
  }

  @Test
  void anotherSeed_givesOtherData() throws Exception {
    load(1, SMALL);
    GraphMemoryStore other = new GraphMemoryStore();
    Scenario scenario =
        new LinkBenchWorkload().scenario(LinkBenchGiven.settings(SMALL), 2, LinkBenchGiven.ALL);
    Loader loader = scenario.load(0, 1).loader(other, Slice.of(0, 1, 1), false);
    while (loader.step() > 0) {}
    assertThat(content(other)).hasSameSizeAs(content(store)).isNotEqualTo(content(store));
  }
}

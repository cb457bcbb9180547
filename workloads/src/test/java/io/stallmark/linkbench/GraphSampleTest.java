package io.stallmark.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphSampleTest {

  private static final String[] SETTINGS = {"ids=100", "max-degree=40"};

  private final GraphMemoryStore store = new GraphMemoryStore();
  private final GraphSample sample = new GraphSample(LinkBenchGiven.graph(SETTINGS));

  @BeforeEach
  void load() throws Exception {
    Loader loader =
        LinkBenchGiven.scenario(SETTINGS).load(0, 1).loader(store, Slice.of(0, 1, 1), false);
    while (loader.step() > 0) {}
    sample.begin(store);
  }

  @Test
  void loadedGraph_lacksNothing() throws Exception {
    assertThat(sample.missing(store, 0)).isEmpty();
    assertThat(sample.missingNodes()).isEqualTo(0.25);
  }

  @ParameterizedTest
  @ValueSource(strings = {"linktable", "counttable", "nodetable"})
  void emptyTable_isNamed(String table) throws Exception {
    store.rows(table).clear();
    assertThat(sample.missing(store, 0.01))
        .singleElement()
        .asString()
        .endsWith("rows have vanished from table " + table + ".");
  }

  @Test
  void hiddenLinks_areNotMissing() throws Exception {
    store.rows("linktable").forEach(link -> link.set("visibility", 0));
    assertThat(sample.missing(store, 0)).isEmpty();
  }

  @Test
  void nodesThatTheRunDeleted_areNotMissing() throws Exception {
    List.copyOf(store.rows("nodetable")).stream()
        .limit(20)
        .forEach(node -> store.rows("nodetable").remove(node));
    assertThat(sample.missing(store, 0.2)).isEmpty();
    assertThat(sample.missing(store, 0)).hasSize(1);
  }

  @Test
  void nodesThatEarlierRunsDeleted_areExpectedToBeMissing() throws Exception {
    List.copyOf(store.rows("nodetable")).stream()
        .limit(70)
        .forEach(node -> store.rows("nodetable").remove(node));
    sample.begin(store);
    assertThat(sample.missingNodes()).isGreaterThan(1);
    assertThat(sample.missing(store, 0)).isEmpty();
  }
}

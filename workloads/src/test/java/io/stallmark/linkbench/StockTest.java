package io.stallmark.linkbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.linkbench.MemoryStore.Stored;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StockTest {

  private final MemoryStore store = new MemoryStore();

  @BeforeEach
  void load() throws Exception {
    Loader loader = Given.scenario("ids=100", "max-degree=40").loader(store, Slice.of(0, 1, 1));
    while (loader.step() > 0) {}
  }

  private long take(String... settings) throws Exception {
    return new Stock(Given.graph(settings), store).take();
  }

  @Test
  void newNodes_comeAfterAllThatWereLoaded() throws Exception {
    store.rows("nodetable").remove(store.row("nodetable", 100));
    assertThat(take("ids=100", "max-degree=40")).isEqualTo(101);
    store.rows("nodetable").clear();
    assertThat(take("ids=100", "max-degree=40")).isEqualTo(101);
  }

  @Test
  void newNodes_comeAfterThoseOfEarlierRuns() throws Exception {
    Stored node = MemoryStore.copy(store.row("nodetable", 1));
    node.set("id", 777);
    store.put(node);
    assertThat(take("ids=100", "max-degree=40")).isEqualTo(778);
  }

  @Test
  void countsThatRequestsMade_areNoMatter() throws Exception {
    for (long id = 1; id <= 100; id++) {
      for (long type = 123_456_789L; type < 123_456_791L; type++) {
        if (store.row("counttable", id, type) == null) {
          Stored count = MemoryStore.copy(store.rows("counttable").iterator().next());
          count.set("id", id);
          count.set("link_type", type);
          store.put(count);
        }
      }
    }
    assertThat(take("ids=100", "max-degree=40")).isEqualTo(101);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ids=50", "ids=200", "first-id=2", "link-types=3"})
  void anotherGraph_isRefused(String setting) {
    String[] settings =
        setting.startsWith("ids")
            ? new String[] {setting, "max-degree=40"}
            : new String[] {"ids=100", "max-degree=40", setting};
    assertThatThrownBy(() -> take(settings))
        .hasMessageContaining("another number of ids")
        .hasMessageContaining("stallmark drop");
  }
}

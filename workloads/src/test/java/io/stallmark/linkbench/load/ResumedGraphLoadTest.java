package io.stallmark.linkbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.linkbench.GraphMemoryStore;
import io.stallmark.linkbench.GraphMemoryStore.Stored;
import io.stallmark.linkbench.LinkBenchGiven;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Loader;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResumedGraphLoadTest {

  private static final String[] SMALL = {"ids=300", "max-degree=40", "batch=16", "chunk=20"};

  private final GraphMemoryStore store = new GraphMemoryStore();

  /** As after a kill: loaders stop between any two statements, and others go on. */
  @ParameterizedTest
  @CsvSource({
    "3, 0, 40, IGNORE",
    "10, 0, 40, UNORDERED",
    "40, 0, 40, IGNORE",
    "60, 0, 40, UNORDERED",
    "25, 100000, 40, IGNORE",
    "1200, 0, 36000, IGNORE",
    "1200, 0, 36000, UNORDERED"
  })
  void loadThatEndedEarly_goesOn_withoutADuplicate(
      int statements, int randomId2, int maxDegree, Form leavesOut) throws Exception {
    store.accepted = Set.of(Form.PLAIN, leavesOut);
    String[] settings = {
      "ids=300", "max-degree=" + maxDegree, "chunk=20", "batch=16", "random-id2=" + randomId2
    };
    GraphMemoryStore undisturbed = new GraphMemoryStore();
    long rows = GraphLoaderTest.load(undisturbed, 2, settings);
    store.fault =
        (name, execution) -> {
          if (execution > statements) {
            throw new DbException(DbException.Kind.CONNECTION, "08S01", "It is gone", null);
          }
        };
    assertThatThrownBy(() -> GraphLoaderTest.load(store, 3, settings)).hasMessage("It is gone");
    int there = GraphLoaderTest.content(store).size();
    store.fault = (name, execution) -> {};
    store.inserts.clear();

    SocialGraph graph = LinkBenchGiven.graph(settings);
    LoadPieces pieces = new LoadPieces(graph, 17, 0, 1);
    Loader one = new GraphLoader(graph, pieces, 50, true, true, store);
    Loader other = new GraphLoader(graph, pieces, 50, true, true, store);
    long handled = one.step();
    while (other.step() > 0) {
      handled++;
    }
    assertThat(one.step()).isZero();
    assertThat(handled).isPositive();
    assertThat(GraphLoaderTest.content(store)).isEqualTo(GraphLoaderTest.content(undisturbed));
    int written = store.inserts.stream().mapToInt(List::size).sum();
    assertThat(there).isPositive();
    assertThat(written).as("what was missing and nothing else").isEqualTo((int) rows - there);
  }

  @Test
  void loadThatWasComplete_writesNothingMore_andFindsEveryRow() throws Exception {
    long rows = GraphLoaderTest.load(store, 1, SMALL);
    store.inserts.clear();
    SocialGraph graph = LinkBenchGiven.graph(SMALL);
    Loader loader = new GraphLoader(graph, new LoadPieces(graph, 64, 0, 1), 16, true, true, store);
    long handled = 0;
    for (long step = loader.step(); step > 0; step = loader.step()) {
      handled += step;
      assertThat(loader.found()).isEqualTo(step);
    }
    assertThat(handled).isEqualTo(rows);
    assertThat(store.inserts).isEmpty();
  }

  /** As a server may lose it that had acknowledged it, though what came after it stayed. */
  @ParameterizedTest
  @ValueSource(ints = {0, 7})
  void linkOfAShortList_thatWasLost_isWrittenAgain(int lost) throws Exception {
    GraphLoaderTest.load(store, 1, SMALL);
    List<String> whole = GraphLoaderTest.content(store);
    Iterator<Stored> links = store.rows("linktable").iterator();
    for (int i = 0; i <= lost; i++) {
      links.next();
    }
    links.remove();
    store.inserts.clear();
    SocialGraph graph = LinkBenchGiven.graph(SMALL);
    Loader loader = new GraphLoader(graph, new LoadPieces(graph, 20, 0, 1), 16, true, true, store);
    long written = 0;
    for (long step = loader.step(); step > 0; step = loader.step()) {
      written += step - loader.found();
    }
    assertThat(written).as("the piece with the link").isBetween(1L, whole.size() / 2L);
    assertThat(GraphLoaderTest.content(store)).isEqualTo(whole);
    assertThat(store.inserts.stream().flatMap(List::stream)).hasSize(1);
  }
}

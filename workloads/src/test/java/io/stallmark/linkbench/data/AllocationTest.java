package io.stallmark.linkbench.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.stallmark.data.Rng;
import java.lang.management.ManagementFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class AllocationTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Graph graph = new Graph(1, 200_000, 2, Split.EXACT, Graph.MOST_DEGREE);
  private final Rng rng = Rng.of(1, 1);
  private final byte[] data = new byte[1 << 16];

  static Stream<Fidelity> fidelities() {
    return Stream.of(Fidelity.AS_DOCUMENTED, Fidelity.AS_CODED);
  }

  @ParameterizedTest
  @MethodSource("fidelities")
  void choosingARequestAllocatesNothing(Fidelity fidelity) {
    RequestIds ids = RequestIds.of(graph, fidelity);
    Id2Law id2s = new Id2Law(graph, 0, 1);
    MultigetSize size = new MultigetSize(fidelity);
    Payload payload = Payload.ofLinks(8, fidelity, 1);
    long[] several = new long[MultigetSize.MOST];
    assertAllocatesNothing(
        () -> {
          OperationMix.OF_2011.next(rng);
          long id = ids.linkRead().next(rng);
          id2s.several(rng, id, 1, several, (int) size.next(rng));
          id2s.next(rng, ids.linkWrite().next(rng), 0, Id2Law.ADD);
          payload.fill(rng, data, payload.length(rng));
          ids.nodeRead().next(rng);
          ids.nodeUpdate().next(rng);
          ids.nodeDelete().next(rng);
        });
  }

  @ParameterizedTest
  @EnumSource(Split.class)
  void makingRowsAllocatesNothing(Split split) {
    Graph split2 = new Graph(1, 200_000, 2, split, Graph.MOST_DEGREE);
    LinkContent links =
        new LinkContent(
            new Id2Law(split2, 0, 1), Payload.ofLinks(8, Fidelity.AS_CODED, 1), 1, 1L << 40);
    NodeContent nodes = new NodeContent(Payload.ofNodes(128, 1), 1);
    assertAllocatesNothing(
        () -> {
          long id = rng.uniform(1, 200_000);
          links.turnTo(id, 0, split2.links(id, 0));
          links.data(data);
          nodes.turnTo(id);
          nodes.data(data);
        });
  }

  @Test
  void randomIdsAllocateNothing() {
    Id2Law id2s = new Id2Law(graph, 10_000_000, 1);
    long[] several = new long[MultigetSize.MOST];
    assertAllocatesNothing(
        () -> {
          long id = rng.uniform(1, 200_000);
          id2s.loaded(id, 3);
          id2s.several(rng, id, 1, several, 5);
        });
  }

  private static void assertAllocatesNothing(Runnable work) {
    repeat(work);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    repeat(work);

    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000);
  }

  private static void repeat(Runnable work) {
    for (int i = 0; i < 1_000; i++) {
      work.run();
    }
  }
}

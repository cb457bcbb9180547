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

class DataAllocationTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final GraphShape graph =
      new GraphShape(1, 200_000, 2, LinkSplit.EXACT, GraphShape.MOST_DEGREE);
  private final Rng rng = Rng.of(1, 1);
  private final byte[] data = new byte[1 << 16];

  static Stream<FidelityOptions> fidelities() {
    return Stream.of(FidelityOptions.AS_DOCUMENTED, FidelityOptions.AS_CODED);
  }

  @ParameterizedTest
  @MethodSource("fidelities")
  void choosingARequestAllocatesNothing(FidelityOptions fidelity) {
    RequestIds ids = RequestIds.of(graph, fidelity);
    Id2Distribution id2s = new Id2Distribution(graph, 0, 1);
    MultigetSize size = new MultigetSize(fidelity);
    PayloadData payload = PayloadData.ofLinks(8, fidelity, 1);
    long[] several = new long[MultigetSize.MOST];
    assertAllocatesNothing(
        () -> {
          OperationMix.OF_2011.next(rng);
          long id = ids.linkRead().next(rng);
          id2s.several(rng, id, 1, several, (int) size.next(rng));
          id2s.next(rng, ids.linkWrite().next(rng), 0, Id2Distribution.ADD);
          payload.fill(rng, data, payload.length(rng));
          ids.nodeRead().next(rng);
          ids.nodeUpdate().next(rng);
          ids.nodeDelete().next(rng);
        });
  }

  @ParameterizedTest
  @EnumSource(LinkSplit.class)
  void makingRowsAllocatesNothing(LinkSplit split) {
    GraphShape split2 = new GraphShape(1, 200_000, 2, split, GraphShape.MOST_DEGREE);
    LinkContent links =
        new LinkContent(
            new Id2Distribution(split2, 0, 1),
            PayloadData.ofLinks(8, FidelityOptions.AS_CODED, 1),
            1,
            1L << 40);
    NodeContent nodes = new NodeContent(PayloadData.ofNodes(128, 1), 1);
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
    Id2Distribution id2s = new Id2Distribution(graph, 10_000_000, 1);
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

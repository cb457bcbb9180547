package io.stallmark.linkbench.data;

import static io.stallmark.linkbench.data.DistributionSample.assertShare;
import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.data.Distribution;
import io.stallmark.data.Rng;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestIdsTest {

  private static final long FIRST = 1_000;
  private static final int NODES = 20_000;
  private static final GraphShape GRAPH = new GraphShape(FIRST, NODES, 2, LinkSplit.EXACT, 10_000);

  private static final RequestIds DOCUMENTED = RequestIds.of(GRAPH, FidelityOptions.AS_DOCUMENTED);
  private static final RequestIds CODED = RequestIds.of(GRAPH, FidelityOptions.AS_CODED);

  private static final long BIGGEST = FIRST + GRAPH.byDegree().to(0);
  private static final long HOT_LINK = FIRST + new GroupRotation(NODES, 53_238_253_823_453L).to(0);
  private static final long HOT_NODE =
      FIRST + new GroupRotation(NODES, 4_766_565_305_853_767_165L).to(0);

  /** The share of an id that has first rank with some probability, and another one otherwise. */
  private static double share(
      double first, double shape, double other, double otherShape, long rank) {
    return first * weight(shape, 1) + other * weight(otherShape, rank + 1.0);
  }

  private static double weight(double shape, double k) {
    double sum = 0;
    for (int i = 1; i <= NODES; i++) {
      sum += Math.pow(i, -shape);
    }
    return Math.pow(k, -shape) / sum;
  }

  private static long scatteredRankOfBiggest() {
    return new GroupRotation(NODES, 53_238_253_823_453L).from(BIGGEST - FIRST);
  }

  private static long degreeRankOfHot() {
    return GRAPH.byDegree().from(HOT_LINK - FIRST);
  }

  @Test
  void linkReads_areNearlyAlwaysScattered() {
    for (Distribution reads : List.of(DOCUMENTED.linkRead(), CODED.linkRead())) {
      assertShare(
          reads, share(0.995, 0.8, 0.005, 0.8, degreeRankOfHot()), 1e-3, id -> id == HOT_LINK);
      assertShare(
          reads,
          share(0.005, 0.8, 0.995, 0.8, scatteredRankOfBiggest()),
          1e-5,
          id -> id == BIGGEST);
    }
  }

  @Test
  void linkWrites_favourTheBiggestListMoreAsDocumentedThanAsCoded() {
    double documented = share(0.05, 0.741, 0.95, 0.741, scatteredRankOfBiggest());
    double coded = share(0.005, 0.741, 0.995, 0.8, scatteredRankOfBiggest());
    assertThat(documented).isGreaterThan(2 * coded);

    assertShare(DOCUMENTED.linkWrite(), documented, 1e-5, id -> id == BIGGEST);
    assertShare(CODED.linkWrite(), coded, 1e-5, id -> id == BIGGEST);
  }

  @Test
  void scatteredLinkWrites_areAsSkewAsReadsAsCoded_andLessSoAsDocumented() {
    double documented = share(0.95, 0.741, 0.05, 0.741, degreeRankOfHot());
    double coded = share(0.995, 0.8, 0.005, 0.741, degreeRankOfHot());
    assertThat(coded).isGreaterThan(1.15 * documented);

    assertShare(DOCUMENTED.linkWrite(), documented, 1e-3, id -> id == HOT_LINK);
    assertShare(CODED.linkWrite(), coded, 1e-3, id -> id == HOT_LINK);
  }

  @Test
  void nodesThatAreReadMostAreUpdatedMost_andDeletedLikeAnyOther() {
    assertShare(DOCUMENTED.nodeRead(), weight(0.625, 1), 1e-4, id -> id == HOT_NODE);
    assertShare(DOCUMENTED.nodeUpdate(), weight(0.606, 1), 1e-4, id -> id == HOT_NODE);
    assertShare(DOCUMENTED.nodeDelete(), 1.0 / NODES, id -> id == HOT_NODE);
    assertShare(DOCUMENTED.nodeDelete(), 0.25, id -> id < FIRST + NODES / 4);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 1_023, 5_000, 1_000_000_000_000L, GraphShape.MOST_ID - FIRST + 1})
  void allIdsAreOfLoadedNodes(long nodes) {
    GraphShape graph = new GraphShape(FIRST, nodes, 2, LinkSplit.EXACT, 10_000);
    RequestIds ids = RequestIds.of(graph, FidelityOptions.AS_DOCUMENTED);
    Rng rng = Rng.of(5, 5);
    for (Distribution distribution :
        List.of(
            ids.linkRead(), ids.linkWrite(), ids.nodeRead(), ids.nodeUpdate(), ids.nodeDelete())) {
      for (int i = 0; i < 2_000; i++) {
        assertThat(distribution.next(rng)).isBetween(FIRST, FIRST + nodes - 1);
      }
    }
  }
}

package io.stallmark.linkbench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.linkbench.data.GraphShape.Census;
import java.util.function.LongPredicate;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraphShapeTest {

  private static final int MILLION = 1_000_000;

  private static GraphShape graph(long nodes, LinkSplit split) {
    return new GraphShape(1, nodes, 2, split, GraphShape.MOST_DEGREE);
  }

  @ParameterizedTest
  @CsvSource({
    "10000, 995140",
    "20000, 1034669",
    "50000, 1158184",
    "100000, 1368899",
    "200000, 1795769",
    "1000000, 5249370",
    "10000000, 44458555",
    "100000000, 437452202",
    "1000000000, 4371383928"
  })
  void asCoded_hasAsManyLinksAsTheOriginalLoads(long nodes, long links) {
    assertThat(graph(nodes, LinkSplit.AS_CODED).census().links()).isEqualTo(links);
  }

  @ParameterizedTest
  @CsvSource({
    "10000, 6051",
    "20000, 9946",
    "50000, 16865",
    "100000, 24000",
    "200000, 33136",
    "1000000, 64914",
    "10000000, 196788"
  })
  void theSecondNode_hasAsManyLinksAsInTheOriginal(long nodes, long links) {
    assertThat(DegreeTable.degree(1, nodes)).isEqualTo(links);
  }

  @Test
  void exactSplit_keepsTheDegrees() {
    GraphShape graph = graph(MILLION, LinkSplit.EXACT);

    assertThat(graph.census().links()).isEqualTo(4_975_697);
    for (int types = 1; types < 5; types++) {
      assertThat(new GraphShape(7, 9_999, types, LinkSplit.EXACT, 500).census().links())
          .isEqualTo(new GraphShape(7, 9_999, 1, LinkSplit.EXACT, 500).census().links());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "100000, 13.415",
    "1000000, 4.976",
    "10000000, 4.172",
    "100000000, 4.101",
    "1000000000, 4.098"
  })
  void smallGraphsHaveMoreLinksANode(long nodes, double each) {
    assertThat((double) graph(nodes, LinkSplit.EXACT).census().links() / nodes)
        .isCloseTo(each, Offset.offset(0.0005));
  }

  @Test
  void millionNodesOneByOne_haveLinksAndListsAsTheOriginalLoads() {
    GraphShape graph = graph(MILLION, LinkSplit.AS_CODED);
    long[] links = new long[2];
    long[] lists = new long[2];
    int long10000 = 0;
    for (int id = 1; id <= MILLION; id++) {
      for (int type = 0; type < 2; type++) {
        long count = graph.links(id, type);
        links[type] += count;
        lists[type] += count > 0 ? 1 : 0;
        long10000 += type == 0 && count >= 10_000 ? 1 : 0;
      }
    }

    assertThat(links).containsExactly(2_832_817, 2_416_553);
    assertThat(lists[0] + lists[1]).isEqualTo(772_059);
    assertThat(MILLION - lists[0]).isEqualTo(453_316); // 45.33 % have no links
    assertThat(long10000).isEqualTo(15);
    assertThat(graph.census()).isEqualTo(new Census(5_249_370, 772_059));
  }

  @ParameterizedTest
  @CsvSource({"100000, 2", "1000000, 15", "10000000, 147", "100000000, 1463", "1000000000, 14626"})
  void listsOfTenThousandLinksAreAsManyAsInTheOriginal(long nodes, long lists) {
    GraphShape graph = graph(nodes, LinkSplit.AS_CODED);
    long last = graph.byDegree().to(lists - 1);
    long next = graph.byDegree().to(lists);

    assertThat(graph.links(1 + last, 0)).isGreaterThanOrEqualTo(10_000);
    assertThat(graph.links(1 + next, 0)).isLessThan(10_000);
  }

  /** Shares of ten million nodes with more links than so many. */
  @ParameterizedTest
  @CsvSource({
    "0, 0.546684, 1e-6",
    "1, 0.225374, 1e-6",
    "2, 0.130419, 1e-6",
    "3, 0.080069, 1e-6",
    "10, 0.01672, 1e-6",
    "26, 5e-3, 2e-4",
    "76, 2e-3, 4e-5",
    "263, 1e-3, 1e-5",
    "978, 5e-4, 5e-6",
    "3226, 2e-4, 3e-6",
    "6050, 1e-4, 2e-6",
    "9999, 4.96e-5, 1e-7",
    "23999, 1e-5, 2e-7",
    "64913, 1e-6, 1e-7"
  })
  void degreesFollowTheOriginalsDistribution(long more, double share, double within) {
    long nodes = 10 * MILLION;
    assertThat((double) first(nodes, degree -> degree <= more) / nodes)
        .isCloseTo(share, Offset.offset(within));
  }

  @Test
  void hundredthOfTheNodesHasThreeQuartersOfTheLinks() {
    long nodes = 10 * MILLION;
    long top = 0;
    for (long rank = 0; rank < nodes / 100; rank++) {
      top += DegreeTable.degree(rank, nodes);
    }

    assertThat((double) top / graph(nodes, LinkSplit.EXACT).census().links())
        .isCloseTo(0.737, Offset.offset(0.0015));
  }

  @Test
  void nodeOfTheFirstRankHasMost_unlessLimited() {
    assertThat(graph(10, LinkSplit.EXACT).links(1 + graph(10, LinkSplit.EXACT).byDegree().to(0), 0))
        .isEqualTo(480_982);
    assertThat(graph(MILLION, LinkSplit.EXACT).longestList()).isEqualTo(480_982);

    GraphShape limited = new GraphShape(5, 10_000, 2, LinkSplit.EXACT, 1_000);
    long most = 0;
    for (long id = 5; id < 10_005; id++) {
      most = Math.max(most, limited.links(id, 0) + limited.links(id, 1));
    }
    assertThat(most).isEqualTo(1_000);
    assertThat(limited.longestList()).isEqualTo(500);
  }

  @Test
  void degreesNeverGrowWithTheRank() {
    for (long nodes : new long[] {1_000, 1L << 53, GraphShape.MOST_ID}) {
      long before = DegreeTable.MOST;
      for (long step = 0; step < 1_000; step++) {
        long degree = DegreeTable.degree(step * (nodes / 1_000), nodes);
        assertThat(degree).isBetween(0L, before);
        before = degree;
      }
    }
    assertThat(DegreeTable.degree(1, 1L << 53)).isBetween(950_000L, DegreeTable.MOST);
  }

  /** Nobody loads them, but a chunk of ids can be looked at anywhere. */
  @ParameterizedTest
  @ValueSource(longs = {1L << 54, 1L << 60, GraphShape.MOST_ID})
  void idsOfManyBits_haveTheDegreesOfTheLaw(long nodes) {
    GraphShape graph = graph(nodes, LinkSplit.EXACT);
    int empty = 0;
    long links = 0;
    int sample = 100_000;
    for (int i = 0; i < sample; i++) {
      long id = 1 + i * (nodes / sample);
      long degree = graph.links(id, 0) + graph.links(id, 1);
      empty += degree == 0 ? 1 : 0;
      links += Math.min(100, degree);
      long rank = graph.byDegree().from(id - 1);
      assertThat(graph.ofRank(rank)).isEqualTo(id);
    }
    assertThat((double) empty / sample).isCloseTo(0.453316, Offset.offset(0.008));
    double average = 0;
    for (long rank = 0; rank < sample; rank++) {
      average += Math.min(100.0, DegreeTable.degree(rank, sample)) / sample;
    }
    assertThat((double) links / sample).isCloseTo(average, Offset.offset(0.15));
    assertThat(graph.longestList()).isEqualTo(480_982);
  }

  @Test
  void censusOfManyBits_isInProportion_orAllThatFits() {
    long nodes = 1L << 58;
    Census few = new GraphShape(1, 100L * MILLION, 2, LinkSplit.EXACT, 900).census();
    Census many = new GraphShape(1, nodes, 2, LinkSplit.EXACT, 900).census();
    assertThat((double) many.links() / nodes)
        .isCloseTo((double) few.links() / (100L * MILLION), Offset.offset(1e-5));
    assertThat((double) many.lists() / nodes).isCloseTo(0.772058, Offset.offset(1e-6));
    Census most = new GraphShape(1, GraphShape.MOST_ID, 2, LinkSplit.AS_CODED, 900).census();
    assertThat(most.links()).isEqualTo(Long.MAX_VALUE);
    assertThat((double) most.lists() / GraphShape.MOST_ID).isCloseTo(0.772058, Offset.offset(1e-6));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 0, 0",
    "1, 1, 0, 1, 0",
    "2, 1, 1, 2, 1",
    "3, 2, 1, 2, 2",
    "4, 2, 2, 3, 3",
    "5, 3, 2, 3, 3",
    "6, 3, 3, 4, 4"
  })
  void splitBetweenTwoTypes(long degree, long exact0, long exact1, long coded0, long coded1) {
    assertThat(LinkSplit.EXACT.count(degree, 0, 2)).isEqualTo(exact0);
    assertThat(LinkSplit.EXACT.count(degree, 1, 2)).isEqualTo(exact1);
    assertThat(LinkSplit.AS_CODED.count(degree, 0, 2)).isEqualTo(coded0);
    assertThat(LinkSplit.AS_CODED.count(degree, 1, 2)).isEqualTo(coded1);
  }

  @Test
  void splitsOfAllTypes_areTheSumOfEach() {
    for (LinkSplit split : LinkSplit.values()) {
      for (int types = 1; types < 7; types++) {
        for (long degree = 0; degree < 50; degree++) {
          long links = 0;
          long lists = 0;
          for (int type = 0; type < types; type++) {
            links += split.count(degree, type, types);
            lists += split.count(degree, type, types) > 0 ? 1 : 0;
          }
          assertThat(split.links(degree, types)).isEqualTo(links);
          assertThat(split.lists(degree, types)).isEqualTo(lists);
        }
      }
    }
  }

  @Test
  void impossibleGraphsAreRefused() {
    assertRefused(-1, 1, 1, 1);
    assertRefused(1, 0, 1, 1);
    assertRefused(1, GraphShape.MOST_ID + 1, 1, 1);
    assertRefused(2, GraphShape.MOST_ID, 1, 1);
    assertRefused(Long.MAX_VALUE, Long.MAX_VALUE, 1, 1);
    assertRefused(1, 1, 0, 1);
    assertRefused(1, 1, 1, -1);
  }

  private static void assertRefused(long first, long nodes, int types, long most) {
    assertThatThrownBy(() -> new GraphShape(first, nodes, types, LinkSplit.EXACT, most))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("No graph of");
  }

  /** The first rank whose degree is so: degrees fall. */
  private static long first(long nodes, LongPredicate so) {
    long no = -1;
    long yes = nodes;
    while (yes - no > 1) {
      long middle = no + (yes - no) / 2;
      if (so.test(DegreeTable.degree(middle, nodes))) {
        yes = middle;
      } else {
        no = middle;
      }
    }
    return yes;
  }

  @ParameterizedTest
  @CsvSource({"10000, 6051", "200000, 33136", "10, 3", "10000000, 961963"})
  void mostBySize_isTheSecondNodes_inASmallGraph_andLeavesTheOthersAsTheyAre(
      long nodes, long most) {
    GraphShape graph = new GraphShape(1, nodes, 1, LinkSplit.EXACT, GraphShape.MOST_BY_SIZE);
    GraphShape whole = new GraphShape(1, nodes, 1, LinkSplit.EXACT, GraphShape.MOST_DEGREE);

    assertThat(graph.mostDegree()).isEqualTo(most);
    assertThat(graph.longestList()).isEqualTo(most);
    assertThat(graph.links(graph.ofRank(1), 0)).isEqualTo(whole.links(whole.ofRank(1), 0));
    assertThat(graph.census().links())
        .isEqualTo(whole.census().links() - GraphShape.MOST_DEGREE + most);
  }
}

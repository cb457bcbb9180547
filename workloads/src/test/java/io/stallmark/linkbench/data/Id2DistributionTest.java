package io.stallmark.linkbench.data;

import static io.stallmark.linkbench.data.DistributionSample.assertShare;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.data.Rng;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Id2DistributionTest {

  private static final GraphShape GRAPH = new GraphShape(1, 10_000, 2, LinkSplit.EXACT, 2_000);
  private static final Id2Distribution NEXT = new Id2Distribution(GRAPH, 0, 1);

  /** The id of the first rank that has so many links of type 0. */
  private static long idWith(long links) {
    for (long rank = 0; ; rank++) {
      long id = 1 + GRAPH.byDegree().to(rank);
      if (GRAPH.links(id, 0) == links) {
        return id;
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        Id2Distribution.ADD,
        Id2Distribution.UPDATE,
        Id2Distribution.DELETE,
        Id2Distribution.GET
      })
  void operationsMeetLoadedLinksWithTheirProbability(double loaded) {
    long id = idWith(1_000);

    assertShare(rng -> NEXT.next(rng, id, 0, loaded), loaded, 0.001, id2 -> id2 < id + 1_000);
    assertShare(rng -> NEXT.next(rng, id, 0, loaded), 0, id2 -> id2 < id);
    assertShare(rng -> NEXT.next(rng, id, 0, loaded), 0, id2 -> id2 > id + 1_000 / loaded);
  }

  @Test
  void fewLinks_areRoundedUpToAWholeRange() {
    long id = idWith(1);

    assertShare(rng -> NEXT.next(rng, id, 0, Id2Distribution.DELETE), 0.5, id2 -> id2 == id);
    assertShare(rng -> NEXT.next(rng, id, 0, Id2Distribution.ADD), 0.05, id2 -> id2 == id + 19);
  }

  @Test
  void nodeWithoutLinks_alwaysHasItself() {
    long id = idWith(0);
    Rng rng = Rng.of(1, 2);
    for (int i = 0; i < 100; i++) {
      assertThat(NEXT.next(rng, id, 0, Id2Distribution.ADD)).isEqualTo(id);
    }
  }

  @Test
  void loadedLinksFollowTheirNode() {
    assertThat(NEXT.loaded(77, 0)).isEqualTo(77);
    assertThat(NEXT.loaded(77, 9)).isEqualTo(86);
    assertThat(NEXT.number(77, 86)).isEqualTo(9);
    assertThat(NEXT.number(77, 70)).isNegative();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 20, 128})
  void severalAreAllDifferentAndAmongTheChoices(int count) {
    long id = idWith(10);
    Rng rng = Rng.of(3, 4);
    long[] into = new long[128];
    for (int i = 0; i < 500; i++) {
      NEXT.several(rng, id, 0, into, count);
      assertThat(Arrays.stream(into, 0, count).distinct()).hasSize(count);
      assertThat(Arrays.stream(into, 0, count))
          .allMatch(id2 -> id2 >= id && id2 < id + Math.max(20, count));
    }
  }

  @Test
  void everyChoiceIsAsLikelyToBeAmongSeveral() {
    long id = idWith(5);
    long[] into = new long[4];
    int[] counts = new int[10];
    Rng rng = Rng.of(5, 6);
    int draws = 50_000;
    for (int i = 0; i < draws; i++) {
      NEXT.several(rng, id, 0, into, 4);
      for (long id2 : into) {
        counts[(int) (id2 - id)]++;
      }
    }
    double error = Math.sqrt(0.4 * 0.6 / draws);
    for (int count : counts) {
      assertThat((double) count / draws).isBetween(0.4 - 5 * error, 0.4 + 5 * error);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1_000, 1_024, 99_991, Integer.MAX_VALUE, 3L << 40, Long.MAX_VALUE})
  void randomIdsOfANodeAreDifferentAndFillTheirRange(long max) {
    Id2Distribution law = new Id2Distribution(GRAPH, max, 1);
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      assertThat(law.loaded(42, i)).isBetween(0L, max - 1);
      assertThat(law.loaded(42, i)).isEqualTo(new Id2Distribution(GRAPH, max, 1).loaded(42, i));
      seen.add(law.loaded(42, i));
      assertThat(law.number(42, law.loaded(42, i))).isEqualTo(i);
    }
    assertThat(seen).hasSize(1_000);
    assertThat(law.loaded(43, 0)).isNotEqualTo(law.loaded(42, 0));

    assertShare(rng -> law.loaded(rng.nextLong(), 3), 0.25, 0.001, id2 -> id2 < max / 4);
    assertShare(
        rng -> law.next(rng, 42, 0, Id2Distribution.ADD), 0.25, 0.001, id2 -> id2 < max / 4);
  }

  /** BigInteger says what the steps are: where they fit into 64 bits, at their edge and beyond. */
  @ParameterizedTest
  @ValueSource(longs = {99_991, 1L << 31, 1L << 43, (1L << 62) + 7, Long.MAX_VALUE - 1})
  void randomIdsAreInEvenStepsAroundTheRange(long max) {
    Id2Distribution law = new Id2Distribution(GRAPH, max, 1);
    BigInteger step = BigInteger.valueOf(law.loaded(42, 1) - law.loaded(42, 0));
    for (long i : new long[] {2, 999, max / 2, max - 1}) {
      BigInteger far = step.multiply(BigInteger.valueOf(i));
      assertThat(law.loaded(42, i))
          .isEqualTo(
              far.add(BigInteger.valueOf(law.loaded(42, 0)))
                  .mod(BigInteger.valueOf(max))
                  .longValue());
      assertThat(law.number(42, law.loaded(42, i))).isEqualTo(i);
    }
  }

  @Test
  void severalRandomIdsAreDifferentToo() {
    Id2Distribution law = new Id2Distribution(GRAPH, 1_000, 1);
    long[] into = new long[128];
    law.several(Rng.of(1, 1), 42, 0, into, 128);

    assertThat(Arrays.stream(into).distinct()).hasSize(128).allMatch(id2 -> id2 < 1_000);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 1, 999})
  void rangeThatCannotHoldTheLongestListIsRefused(long max) {
    assertThatThrownBy(() -> new Id2Distribution(GRAPH, max, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("longest list has 1,000 links");
  }
}

package io.stallmark.linkbench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupRotationTest {

  /** Computed by the original's arithmetic, with java.util.Random written anew. */
  @ParameterizedTest
  @CsvSource({
    "1000000, 20343988438726021, 389120, 512001, 390144, 596543, 611328",
    "1000000, 53238253823453, 692224, 477185, 693248, 361023, 308224",
    "1000000, 4766565305853767165, 963584, 648193, 964608, 152127, 36864",
    "10000000, 20343988438726021, 355328, 5764097, 356352, 3297919, 9645056",
    "10000000, 53238253823453, 5915648, 7568385, 5916672, 3851903, 4084736",
    "10000000, 4766565305853767165, 6192128, 7244801, 6193152, 3749503, 3808256"
  })
  void numbersGoWhereTheOriginalPutsThem(
      long n, long seed, long zero, long one, long nextInGroup, long last, long toZero) {
    GroupRotation rotation = new GroupRotation(n, seed);

    assertThat(rotation.to(0)).isEqualTo(zero);
    assertThat(rotation.to(1)).isEqualTo(one);
    assertThat(rotation.to(1024)).isEqualTo(nextInGroup);
    assertThat(rotation.to(n - 1)).isEqualTo(last);
    assertThat(rotation.from(0)).isEqualTo(toZero);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 1023, 1024, 1025, 2047, 2048, 5000, 10_240})
  void everyNumberIsHitOnceAndFoundAgain(int n) {
    GroupRotation rotation = new GroupRotation(n, 42);
    BitSet hit = new BitSet();
    for (int i = 0; i < n; i++) {
      long to = rotation.to(i);
      assertThat(rotation.from(to)).isEqualTo(i);
      hit.set((int) to);
    }

    assertThat(hit.cardinality()).isEqualTo(n);
    assertThat(hit.length()).isEqualTo(n);
  }

  @Test
  void permutationsOfVeryManyNumbersCanBeTurnedBack() {
    for (long n : new long[] {(1L << 53) - 7, GraphShape.MOST_ID}) {
      GroupRotation rotation = new GroupRotation(n, 42);
      for (long i = 0; i < n - n / 1000; i += n / 1000) {
        assertThat(rotation.to(i)).isBetween(0L, n - 1);
        assertThat(rotation.from(rotation.to(i))).isEqualTo(i);
      }
    }
  }

  @Test
  void nothingToPermuteIsRefused() {
    assertThatThrownBy(() -> new GroupRotation(0, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}

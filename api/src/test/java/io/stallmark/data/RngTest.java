package io.stallmark.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RngTest {

  @Test
  void rewindRepeatsTheDrawsSinceTheMark() {
    Rng rng = Rng.of(1, 2);
    rng.nextLong();
    rng.mark();
    long first = rng.nextLong();
    double second = rng.nextDouble();

    rng.rewind();

    assertThat(rng.nextLong()).isEqualTo(first);
    assertThat(rng.nextDouble()).isEqualTo(second);
  }

  @Test
  void reseedingStartsTheStreamAnew() {
    Rng rng = Rng.of(9, 9);
    rng.reseed(1, 2);

    assertThat(rng.nextLong()).isEqualTo(Rng.of(1, 2).nextLong());
    assertThat(Rng.of(1, 2).nextLong()).isNotEqualTo(Rng.of(1, 3).nextLong());
    assertThat(Rng.of(1, 2).nextLong()).isNotEqualTo(Rng.of(2, 2).nextLong());
  }

  @Test
  void uniformReachesBothEnds() {
    Rng rng = Rng.of(4, 4);
    long seen = 0;
    for (int i = 0; i < 1_000; i++) {
      seen |= 1L << rng.uniform(3, 7);
    }

    assertThat(seen).isEqualTo(0b11111000);
  }

  /** Doubles of 53 bits would leave the last ten of these always alike. */
  @Test
  void uniformOfManyBits_isEvenInTheFirstAndInTheLast() {
    Rng rng = Rng.of(4, 4);
    long size = 3L << 61;
    int[] thirds = new int[3];
    int[] lowest = new int[8];
    for (int i = 0; i < 24_000; i++) {
      long number = rng.uniform(5, 5 + size - 1) - 5;
      thirds[(int) (number / (1L << 61))]++;
      lowest[(int) (number & 7)]++;
    }
    assertThat(Arrays.stream(thirds)).allMatch(count -> Math.abs(count - 8_000) < 400);
    assertThat(Arrays.stream(lowest)).allMatch(count -> Math.abs(count - 3_000) < 260);
  }
}

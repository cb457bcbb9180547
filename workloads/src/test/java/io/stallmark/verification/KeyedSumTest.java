package io.stallmark.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.verification.KeyedSum.Difference;
import org.junit.jupiter.api.Test;

final class KeyedSumTest {

  private static KeyedSum sum(long... keysAndAmounts) {
    KeyedSum sum = new KeyedSum();
    for (int i = 0; i < keysAndAmounts.length; i += 2) {
      sum.add(keysAndAmounts[i], keysAndAmounts[i + 1]);
    }
    return sum;
  }

  @Test
  void equalAmounts_inAnyOrder_doNotDiffer() {
    assertThat(sum(1, 30, 2, -5).difference(sum(2, -7, 1, 10, 2, 2, 1, 20))).isNull();
  }

  @Test
  void oneKeyThatDiffers_isNamed() {
    assertThat(sum(7, 30, 9, 4).difference(sum(7, 31, 9, 4)))
        .isEqualTo(new Difference(-1, 7, true));
  }

  @Test
  void amountsOfTwoKeysThatWereExchanged_differ() {
    assertThat(sum(7, 4, 9, 30).difference(sum(7, 30, 9, 4)))
        .isEqualTo(new Difference(0, -1, false));
  }

  @Test
  void parts_addUp() {
    KeyedSum whole = sum(1, 5);
    whole.add(sum(2, 6, 3, 1));
    assertThat(whole.total()).isEqualTo(12);
    assertThat(whole.difference(sum(1, 5, 2, 6, 3, 1))).isNull();
  }
}

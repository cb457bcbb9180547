package io.stallmark.tpcb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BalanceSumTest {

  private static BalanceSum sum(long... accountsAndAmounts) {
    BalanceSum sum = new BalanceSum();
    for (int i = 0; i < accountsAndAmounts.length; i += 2) {
      sum.add(accountsAndAmounts[i], accountsAndAmounts[i + 1]);
    }
    return sum;
  }

  @Test
  void balancesThatEqualTheirHistory_inAnyOrder_doNotDiffer() {
    assertThat(sum(1, 30, 2, -5).difference(sum(2, -7, 1, 10, 2, 2, 1, 20))).isNull();
  }

  @Test
  void oneAccountThatDiffers_isNamed() {
    assertThat(sum(7, 30, 9, 4).difference(sum(7, 31, 9, 4)))
        .isEqualTo("The balance of account aid=7 differs from its history by -1");
  }

  @Test
  void amountsOfTwoAccountsThatWereExchanged_differ() {
    assertThat(sum(7, 4, 9, 30).difference(sum(7, 30, 9, 4)))
        .isEqualTo("The balances of several accounts differ from their history, by 0 in all");
  }

  @Test
  void parts_addUp() {
    BalanceSum whole = sum(1, 5);
    whole.add(sum(2, 6, 3, 1));
    assertThat(whole.total()).isEqualTo(12);
    assertThat(whole.difference(sum(1, 5, 2, 6, 3, 1))).isNull();
  }
}

package io.stallmark.tpcc.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.data.Rng;
import io.stallmark.text.RefusedException;
import io.stallmark.tpcc.data.CustomerData;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MixTest {

  private static int[] draw(Mix mix, int draws) {
    Mix.Draw draw = mix.draw(Rng.of(7, 7));
    int[] counts = new int[5];
    for (int i = 0; i < draws; i++) {
      counts[draw.type()]++;
      assertThat(draw.type()).isEqualTo(draw.type());
      draw.done();
    }
    return counts;
  }

  @Test
  void deck_isDrawnToItsEnd() {
    assertThat(draw(Mix.of("deck"), 23)).containsExactly(10, 10, 1, 1, 1);
    assertThat(draw(Mix.of("deck"), 2300)).containsExactly(1000, 1000, 100, 100, 100);
  }

  @Test
  void weights_areShares() {
    int[] counts = draw(Mix.of("45:43:4:4:4"), 100_000);
    assertThat(counts[0]).isBetween(44_500, 45_500);
    assertThat(counts[4]).isBetween(3_800, 4_200);
    assertThat(draw(Mix.of("0:0:1:0:0"), 9)).containsExactly(0, 0, 9, 0, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "cards", "1:2:3", "0:0:0:0:0", "1:1:1:1:-1", "1000:1:1:1:1"})
  void others_areRefused(String text) {
    assertThatThrownBy(() -> Mix.of(text))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("give deck, or five weights");
  }

  @Test
  void dataOfACustomerWithBadCredit_beginsWithThePayment() {
    byte[] into = new byte[40];
    byte[] old = "abcdefghijklmnopqrstuvwxyz".getBytes(StandardCharsets.US_ASCII);
    CustomerData data = new CustomerData().begin(into).add(2999).add(10).add(1).add(3).add(12);
    data.cents(123_405);
    int length = data.end(old, old.length);
    assertThat(new String(into, 0, length, StandardCharsets.US_ASCII))
        .isEqualTo("2999 10 1 3 12 1234.05 abcdefghijklmnopq");
  }
}

package io.stallmark.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class QuantityTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "10k, 10000",
    "10K, 10000",
    "10M, 10000000",
    "1G, 1000000000",
    "1.5M, 1500000",
    "1_000_000, 1000000",
    "-3, -3",
    "9223372036854775807, 9223372036854775807"
  })
  void count_readsWholeNumbers(String text, long number) throws SpecException {
    assertThat(Quantity.count(text)).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "k",
        "10x",
        "1e6",
        "1.5",
        "0x10",
        "10 k",
        "9223372036854775808",
        "10000000000G"
      })
  void count_refusesAllElse(String text) {
    assertThatThrownBy(() -> Quantity.count(text))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("whole number");
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.5", "10k, 10000", "1e3, 1000", "-2, -2", ".5, 0.5"})
  void real_readsNumbers(String text, double number) throws SpecException {
    assertThat(Quantity.real(text)).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "NaN", "Infinity", "1e999", "half", "10d", "10f", "0x1p3", " 10"})
  void real_refusesAllElse(String text) {
    assertThatThrownBy(() -> Quantity.real(text)).isInstanceOf(SpecException.class);
  }

  @Test
  void percent_readsNumbersWithAndWithoutTheSign() throws SpecException {
    assertThat(Quantity.percent("99%")).isEqualTo(99);
    assertThat(Quantity.percent("0.5")).isEqualTo(0.5);
    assertThatThrownBy(() -> Quantity.percent("%")).isInstanceOf(SpecException.class);
    assertThatThrownBy(() -> Quantity.percent("9%%")).isInstanceOf(SpecException.class);
  }

  @Test
  void real_refusesWhatNoDoubleHolds() {
    assertThatThrownBy(() -> Quantity.real("9".repeat(400))).isInstanceOf(SpecException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "60, 60000000000",
    "0.1, 100000000",
    "0, 0",
    "-1, -1000000000",
    "1m, 60000000000",
    "1.5h, 5400000000000",
    "500ms, 500000000"
  })
  void seconds_becomeNanoseconds(String text, long nanos) throws SpecException {
    assertThat(Quantity.seconds(text)).isEqualTo(nanos);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1e999999999", "60d", "1 m", "-1m", "ten", "99999999999", "9999999999h"})
  void seconds_refuseAllElse(String text) {
    assertThatThrownBy(() -> Quantity.seconds(text))
        .isInstanceOf(SpecException.class)
        .hasMessageMatching(".*(is not a time such as 60, |seconds are more).*");
  }
}

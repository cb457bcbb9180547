package io.stallmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FigureFormatTest {

  @ParameterizedTest
  @CsvSource({
    "0, 3, 0",
    "1.0004, 3, 1",
    "1.0006, 3, 1.001",
    "-2.25, 3, -2.25",
    "1234567.125, 9, 1234567.125",
    "0.000000001, 9, 0.000000001",
    "123456789012345.5, 9, 123456789012345.5",
    "1e20, 3, 100000000000000000000",
    "NaN, 3, ''",
    "-Infinity, 3, ''"
  })
  void decimal_hasAtMostItsDigits_andNoNeedlessZeros(double number, int digits, String text) {
    assertThat(FigureFormat.decimal(number, digits)).isEqualTo(text);
  }
}

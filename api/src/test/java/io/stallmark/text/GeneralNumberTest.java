package io.stallmark.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts are those of {@code printf '%.15g'}. */
final class GeneralNumberTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, -0",
    "1, 1",
    "-2.5, -2.5",
    "1000000, 1000000",
    "0.1, 0.1",
    "1e-4, 0.0001",
    "1e-5, 1e-05",
    "1e15, 1e+15",
    "123456789012345, 123456789012345",
    "1e300, 1e+300",
    "0.30000000000000004, 0.3",
    "3.141592653589793, 3.14159265358979",
    "9.9999999999999995, 10",
    "999999999999999.9, 1e+15",
    "NaN, NaN",
    "-Infinity, -Infinity"
  })
  void number_has15Digits(double number, String text) {
    assertThat(GeneralNumber.of(number)).isEqualTo(text);
  }
}

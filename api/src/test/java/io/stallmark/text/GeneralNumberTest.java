package io.stallmark.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
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
    "100000000000000.5, 100000000000000",
    "-100000000000001.5, -100000000000002",
    "1.5e-300, 1.5e-300",
    "0.1234567890123455, 0.123456789012345",
    "1.2345678901234567e22, 1.23456789012346e+22",
    "NaN, NaN",
    "-Infinity, -Infinity"
  })
  void number_has15Digits(double number, String text) {
    assertThat(GeneralNumber.of(number)).isEqualTo(text);
    assertThat(GeneralNumber.rounded(number)).isEqualTo(Double.valueOf(text));
  }

  @Test
  void roundedNumber_isThatOfTheText() {
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      double any = Double.longBitsToDouble(random.nextLong());
      double usual = random.nextLong() / 1e6;
      double tie = random.nextInt() / 8.0 + random.nextInt(100_000) * 1e9;
      for (double number : new double[] {any, usual, tie, random.nextGaussian(), i / 1e4}) {
        assertThat(GeneralNumber.rounded(number))
            .isEqualTo(Double.valueOf(GeneralNumber.of(number)));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "7.0, 7",
    "1.0E10, 10000000000",
    "1.0E15, 1e+15",
    "1.0E-4, 0.0001",
    "1.0E-5, 1e-05",
    "-1.2345678901234567E17, -1.2345678901234567e+17",
    "0.0, 0"
  })
  void text_hasAllDigits(BigDecimal number, String text) {
    assertThat(GeneralNumber.of(number, 15)).isEqualTo(text);
  }

  @Test
  void tie_isRoundedAsAsked() {
    assertThat(GeneralNumber.of(0.125, 2, RoundingMode.HALF_EVEN)).isEqualTo("0.12");
    assertThat(GeneralNumber.of(0.125, 2, RoundingMode.HALF_UP)).isEqualTo("0.13");
  }
}

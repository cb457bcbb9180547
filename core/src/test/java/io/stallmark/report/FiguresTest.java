package io.stallmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.text.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FiguresTest {

  @ParameterizedTest
  @CsvSource({
    "1000, 0.001",
    "1623039, 1.623",
    "9999400, 9.999",
    "9999600, 10.00",
    "12345678, 12.35",
    "99996000, 100.0",
    "31000000000, '31,000.0'"
  })
  void millis_haveAboutFourDigits(double nanos, String text) {
    assertThat(FigureFormat.millis(nanos)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 s", "30000000000, 30 s", "500000000, 0.5 s", "100000000000, 100 s"})
  void seconds_haveNoNeedlessZeros(long nanos, String text) {
    assertThat(FigureFormat.seconds(nanos)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "100, 100.0",
    "1234567.5, '1,234,567.5'",
    "0.025, 0.025",
    "0.1, 0.1",
    "33.333333, 33.333333",
    "1000000, '1,000,000.0'"
  })
  void aRateAskedFor_isNotRounded(double perSecond, String text) {
    assertThat(FigureFormat.asked(perSecond)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "1, 0.000000001, 0.000001",
    "100000000, 0.1, 100",
    "3600000000000, 3600, 3600000",
    "1234567890, 1.23456789, 1234.56789"
  })
  void forMachines_nothingIsRoundedAndNoExponentIsWritten(
      long nanos, String seconds, String millis) {
    assertThat(Text.seconds(nanos)).isEqualTo(seconds);
    assertThat(Text.millis(nanos)).isEqualTo(millis);
  }

  @Test
  void inNoTime_thereIsNoRate() {
    assertThat(FigureFormat.perSecond(5, 0)).isZero();
    assertThat(FigureFormat.perSecond(3, 1_500_000_000)).isEqualTo(2);
  }
}

package io.stallmark.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class LatencySummaryTest {

  @Test
  void figures_areTheHistogramsToThreeDigits() {
    Histogram histogram = new Histogram(3_600_000_000_000L, 3);
    for (int i = 1; i <= 1000; i++) {
      histogram.recordValue(i * 1_000_000L);
    }
    LatencySummary latency = LatencySummary.of(histogram);
    assertThat(latency.mean()).isCloseTo(500.5e6, within(5e5));
    assertThat((double) latency.p50()).isCloseTo(500e6, within(5e5));
    assertThat((double) latency.p95()).isCloseTo(950e6, within(1e6));
    assertThat((double) latency.p99()).isCloseTo(990e6, within(1e6));
    assertThat((double) latency.p999()).isCloseTo(999e6, within(1e6));
    assertThat((double) latency.max()).isCloseTo(1000e6, within(1e6));
  }

  @Test
  void nothing_tookNoTime() {
    assertThat(LatencySummary.of(new Histogram(3))).isEqualTo(new LatencySummary(0, 0, 0, 0, 0, 0));
  }
}

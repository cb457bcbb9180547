package io.stallmark.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class PercentileTest {

  @ParameterizedTest
  @CsvSource({
    "P50, p50, p50, x_p50_ms, 20",
    "P95, p95, p95, x_p95_ms, 200",
    "P99, p99, p99, x_p99_ms, 1000",
    "P99_9, p99.9, p999, x_p99_9_ms, 10000",
    "MAX, max, max, x_max_ms, 1"
  })
  void names_andSamples(Percentile each, String label, String id, String column, long samples) {
    assertThat(each.label()).isEqualTo(label);
    assertThat(each.id()).isEqualTo(id);
    assertThat(Percentile.of(id)).contains(each);
    assertThat(each.column("x_")).isEqualTo(column);
    assertThat(each.isSupported(samples)).isTrue();
    assertThat(each.isSupported(samples - 1)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void value_isTheSameOfAHistogramAndItsSummary(Percentile each) {
    Histogram histogram = new Histogram(3);
    for (int i = 1; i <= 1000; i++) {
      histogram.recordValue(1000 * i);
    }
    assertThat(each.of(LatencySummary.of(histogram))).isEqualTo(each.of(histogram));
  }
}

package io.stallmark.analysis.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.result.metric.HealthMetric;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class HealthTimesTest {

  private static final long SECOND = 1_000_000_000L;

  @Test
  void aTime_isFlaggedThatTouchesAFlaggedInterval() {
    HealthTimes times = new HealthTimes();
    times.interval(SampleHealth.calm(0));
    times.interval(SampleHealth.bound(1));
    times.interval(SampleHealth.bound(2));
    times.interval(SampleHealth.calm(3));
    times.interval(SampleHealth.bound(4));
    assertThat(times.bound(0, SECOND)).as("it ends where a flagged one begins").isFalse();
    assertThat(times.bound(0, SECOND + 1)).isTrue();
    assertThat(times.bound(SECOND + 1, 1)).isTrue();
    assertThat(times.bound(3 * SECOND - 1, 2)).isTrue();
    assertThat(times.bound(3 * SECOND, SECOND)).as("it begins where one ended").isFalse();
    assertThat(times.bound(0, 10 * SECOND)).isTrue();
    assertThat(times.bound(5 * SECOND, SECOND)).isFalse();
  }

  @Test
  void timeOfACause_isThatOfItsIntervalsWithinThePeriod() {
    HealthTimes times = new HealthTimes();
    times.interval(SampleHealth.bound(0));
    times.interval(SampleHealth.calm(1));
    times.interval(SampleHealth.bound(2));
    Set<HealthMetric> own = Set.of(HealthMetric.OWN_CPU);
    assertThat(times.bound(SECOND / 2, 2 * SECOND, own)).isEqualTo(SECOND);
    assertThat(times.bound(SECOND, SECOND, own)).isZero();
    assertThat(times.bound(0, 3 * SECOND, Set.of(HealthMetric.OTHER_CPU))).isZero();
  }
}

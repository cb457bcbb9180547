package io.stallmark.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.trust.SampleHealth;
import org.junit.jupiter.api.Test;

final class GeneratorBoundTimesTest {

  private static final long SECOND = 1_000_000_000L;

  @Test
  void aTime_isFlaggedThatTouchesAFlaggedInterval() {
    GeneratorBoundTimes times = new GeneratorBoundTimes();
    times.interval(SampleHealth.calm(0));
    times.interval(SampleHealth.bound(1));
    times.interval(SampleHealth.bound(2));
    times.interval(SampleHealth.calm(3));
    times.interval(SampleHealth.bound(4));
    assertThat(times.during(0, SECOND)).as("it ends where a flagged one begins").isFalse();
    assertThat(times.during(0, SECOND + 1)).isTrue();
    assertThat(times.during(SECOND + 1, 1)).isTrue();
    assertThat(times.during(3 * SECOND - 1, 2)).isTrue();
    assertThat(times.during(3 * SECOND, SECOND)).as("it begins where one ended").isFalse();
    assertThat(times.during(0, 10 * SECOND)).isTrue();
    assertThat(times.during(5 * SECOND, SECOND)).isFalse();
  }
}

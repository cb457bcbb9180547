package io.stallmark.analysis.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.result.metric.HealthMetric;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures at their limits, and short of them. */
final class GeneratorHealthTest {

  @ParameterizedTest
  @CsvSource({
    // percent: own, stolen, queued, gc ms, held ms, late share, swap-ins/s, faults/s, reasons
    "79, 9, 33, 49, 49, 33, 900, 99,",
    "80, 9, 33, 49, 49, 33, 900, 99, own_cpu",
    "79, 10, 33, 49, 49, 33, 900, 99, stolen_cpu",
    "79, 9, 34, 49, 49, 33, 900, 99, cpu_queue",
    "79, 9, 33, 50, 49, 33, 900, 99, gc",
    "79, 9, 33, 49, 50, 33, 900, 99, held",
    "79, 9, 33, 49, 49, 34, 900, 99, late_starts",
    "79, 9, 33, 49, 49, 33, 900, 100, swap",
    "79, 9, 33, 49, 49, 33, 0, 5000,", // a file that is read is not swap
    "97, NaN, 70, 49, 49, NaN, NaN, NaN, own_cpu cpu_queue",
    "NaN, NaN, NaN, 0, 0, NaN, NaN, NaN,",
  })
  void aFigureAtItsLimit_isAReason(
      double own,
      double stolen,
      double queued,
      double gc,
      double held,
      double late,
      double swapIns,
      double faults,
      String reasons) {
    GeneratorHealth judged =
        SampleHealth.with(
            0,
            Map.of(
                HealthMetric.OWN_CPU, own,
                HealthMetric.STOLEN_CPU, stolen,
                HealthMetric.CPU_QUEUE, queued,
                HealthMetric.GC_PAUSE, gc,
                HealthMetric.HELD, held,
                HealthMetric.START_LATE, late,
                HealthMetric.SWAP_IN_PAGES, swapIns,
                HealthMetric.MAJOR_FAULTS, faults));
    assertThat(judged.reasonNames())
        .containsExactly(reasons == null ? new String[0] : reasons.split(" "));
    assertThat(judged.bound()).isEqualTo(reasons != null);
  }

  @Test
  void everyMetric_hasNamesWithItsUnit_andNoTwoTheSame() {
    assertThat(HealthMetric.GC_PAUSE.column()).isEqualTo("gc_pause_ms");
    assertThat(HealthMetric.GC_PAUSE.jsonName()).isEqualTo("gcPauseMilliseconds");
    assertThat(HealthMetric.SWAP_IN_PAGES.jsonName()).isEqualTo("swapInPagesPerSecond");
    assertThat(HealthMetric.values()).extracting(HealthMetric::column).doesNotHaveDuplicates();
    assertThat(HealthMetric.values()).extracting(HealthMetric::label).doesNotHaveDuplicates();
  }

  @Test
  void limits_areWrittenWithTheirUnit() {
    assertThat(HealthMetric.GC_PAUSE.limitText(12.5)).isEqualTo("13 %");
    assertThat(HealthMetric.MAJOR_FAULTS.limitText(1234)).isEqualTo("1,234");
  }
}

package io.stallmark.analysis.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.result.metric.HealthMetric;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cause that is named first when several figures reached their limits. */
final class DistrustCauseTest {

  private static final HealthMetric[] COLUMNS = {
    HealthMetric.OWN_CPU,
    HealthMetric.MACHINE_CPU,
    HealthMetric.SERVER_CPU,
    HealthMetric.OTHER_CPU,
    HealthMetric.STOLEN_CPU,
    HealthMetric.CPU_QUEUE,
    HealthMetric.GC_PAUSE,
    HealthMetric.HELD,
    HealthMetric.START_LATE,
    HealthMetric.THROTTLED,
    HealthMetric.SERVER_QUEUE
  };

  private static GeneratorHealth health(int second, String figures) {
    String[] fields = figures.trim().split("\\s+");
    Map<HealthMetric, Double> values = new EnumMap<>(HealthMetric.class);
    for (int i = 0; i < COLUMNS.length; i++) {
      values.put(COLUMNS[i], fields[i].equals("-") ? Double.NaN : Double.parseDouble(fields[i]));
    }
    return SampleHealth.with(second, values);
  }

  @ParameterizedTest
  @CsvSource({
    // own, machine, server, others, stolen %, queue %, gc ms, held ms, late starts %, throttled %,
    // server queue %
    "14  99  10  75  0  81   4   0  -  -  60, OTHER_CPU", // processes that only compute
    "20  99  18  61  3  30  70  90  -  -  60, OTHER_CPU", // they make our collections long, too
    "12  96   -  70  0  55   4   0  -  -  -, OTHER_CPU", // the server is elsewhere
    "10  61  12  45  0  65   4   0  -  -  60, OTHER_CPU", // on the same one of two processors
    "25  99  50  20  0  60   4   0  -  -  5, CPU_QUEUE",
    "40  60   -  40  0   5   4   0  -  -  -, ", // perhaps the server
    "30  70  20  20  0   8  90  80  -  -  5, GC_PAUSE", // a small heap
    "92  99   4   3  0  60  90   0  -  -  5, GC_PAUSE",
    "58  98   -  40  0  60  90  70  -  -  -, GC_PAUSE", // the same, and the server is not visible
    "93  99   5   1  0  50   4   0  -  -  5, OWN_CPU",
    "100 60  20   3  0  70   4  60  -  70  5, THROTTLED", // of half a processor
    "32 100  37  31  0  75  10   0  -  -  48, OTHER_CPU", // collections of three other JVMs
    "20  80  30  20 20  40   4   0  -  -  5, STOLEN_CPU",
    "5   20   5   5  0   5   4 990  -  -  5, HELD", // stopped by a signal
    "9   99  15  76  0   6   4   0  -  -  4, ", // the server is stopped, and others run
    "20  40  10  10  0   5   4   0 50  -  5, START_LATE",
    "1    5   0   4  0   5   4   0  -  -  5, ", // the server is stopped
  })
  void causes_areNamedBeforeTheirSymptoms(String figures, HealthMetric cause) {
    assertThat(health(5, figures).cause()).isEqualTo(cause);
  }

  @Test
  void aRun_isDistrustedForTheCauseOfMostIntervals() {
    String hog = "14  99  10  75  0  81   4   0  -  -  60";
    String stopped = "5   20   5   5  0   5   4 990  -  -  5";
    TrustReport report =
        SampleHealth.report(health(3, stopped), health(4, hog), health(5, hog), health(6, hog));
    assertThat(report.cause()).isEqualTo(HealthMetric.OTHER_CPU);
    assertThat(report.reasons())
        .containsExactly(HealthMetric.OTHER_CPU, HealthMetric.HELD, HealthMetric.CPU_QUEUE);
    assertThat(
            SampleHealth.report(health(3, stopped), health(4, stopped), health(5, hog)).reasons())
        .containsExactly(HealthMetric.HELD, HealthMetric.OTHER_CPU, HealthMetric.CPU_QUEUE);
  }
}

package io.stallmark.analysis.duet;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.duet.DuetSeconds.Side;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.result.metric.HealthMetric;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the generator did for one side only. */
final class ServedSidesTest {

  private final ServedSides served = new ServedSides();

  /** Adds intervals in which clients waited for a processor. */
  private void intervals(double ofA, double ofB) {
    for (int i = 0; i < 40; i++) {
      served.add(Side.A, health(i, ofA + i % 4));
      served.add(Side.B, health(i, ofB + i % 3));
    }
  }

  private static GeneratorHealth health(int second, double queue) {
    return new GeneratorHealth(second, second + 1, Map.of(HealthMetric.CPU_QUEUE, queue), Set.of());
  }

  @Test
  void bias_isNamed() {
    intervals(20, 5);
    assertThat(served.finding())
        .contains(
            "The generator did not serve both sides alike: clients waiting for a processor, %"
                + " (A 21.5, B 6.0).");
  }

  @Test
  void smallDifference_isNone() {
    intervals(20, 18);
    assertThat(served.finding()).isEmpty();
  }

  @Test
  void fewIntervals_proveNothing() {
    served.add(Side.A, health(0, 90));
    served.add(Side.B, health(0, 0));
    assertThat(served.finding()).isEmpty();
  }
}

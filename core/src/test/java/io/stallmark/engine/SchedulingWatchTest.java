package io.stallmark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.engine.arrival.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SchedulingWatchTest {

  private static final long MS = 1_000_000L;

  private long now;
  private long late; // of the next sleep's end
  private final List<String> held = new ArrayList<>();

  private final SchedulingWatch watch =
      new SchedulingWatch(
          new Clock() {
            @Override
            public long now() {
              return now;
            }

            @Override
            public void sleepUntil(long moment) {
              now = Math.max(now, moment) + late;
            }

            @Override
            public void spinUntil(long moment) {
              throw new UnsupportedOperationException();
            }
          });

  private void step(long lateMillis) {
    late = lateMillis * MS;
    watch.step();
  }

  private List<String> report() {
    held.clear();
    watch.report(now, (from, until) -> held.add(from / MS + "-" + until / MS));
    return held;
  }

  @Test
  void punctualSleeps_areNotHeld() {
    step(0);
    step(49);
    assertThat(report()).isEmpty();
    assertThat(watch.takeWorst()).isEqualTo(49 * MS);
    assertThat(watch.takeWorst()).isZero();
  }

  @Test
  void aLateSleep_isHeld_alsoIfTheCollectorWasBusyThen() {
    step(3000);
    step(0);
    step(0);
    assertThat(report()).containsExactly("20-3020");
    assertThat(report()).isEmpty();
  }

  @Test
  void aSleepThatLasts_isHeld_once() {
    now = 1000 * MS; // all threads were stopped, and the collector is the first that runs
    assertThat(report()).containsExactly("20-1000");
    late = 0;
    now = 1005 * MS;
    watch.step();
    assertThat(report()).containsExactly("1000-1005");
  }

  @Test
  void aBusyCollector_isNotHeld() {
    for (int i = 0; i < 100; i++) {
      step(0);
    }
    assertThat(report()).isEmpty();
  }
}

package io.stallmark.analysis.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.result.StallFindings.CounterChange;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CounterHistoryTest {

  private static final long SECOND = 1_000_000_000L;

  private final CounterHistory history = new CounterHistory();

  /** Ten seconds in which one counter rises by 100 ± 20 a second, one rests, and one swings. */
  private void usual() {
    for (int i = 0; i <= 10; i++) {
      reading(i * SECOND, 100L * i + i % 2 * 20L, 5, i % 2 * 300L);
    }
  }

  private void reading(long at, long flushed, long waits, long dirty) {
    history.add(at, Map.of("flushed", flushed, "waits", waits, "dirty", dirty));
  }

  @Test
  void whatMovesAsUsual_isNotNamed() {
    usual();
    reading(11 * SECOND, 1120, 5, 300);
    assertThat(history.moved(10 * SECOND + 1, 11 * SECOND - 1)).isEmpty();
  }

  @Test
  void whatMovesMoreThanUsual_isNamed_theMostUnusualFirst() {
    usual();
    reading(11 * SECOND, 1400, 6, 300);
    assertThat(history.moved(10 * SECOND + 1, 11 * SECOND - 1))
        .containsExactly(
            new CounterChange("waits", 1, 1, 0), new CounterChange("flushed", 400, 400, 120));
  }

  @Test
  void longStalls_countByTheSecond() {
    usual();
    reading(14 * SECOND, 1400, 5, 300);
    assertThat(history.moved(10 * SECOND + 1, 14 * SECOND - 1)).isEmpty();
  }

  @Test
  void withoutAReadingOnBothSides_nothingIsSaid() {
    usual();
    assertThat(history.reaches(10 * SECOND)).isTrue();
    assertThat(history.reaches(10 * SECOND + 1)).isFalse();
    assertThat(history.moved(9 * SECOND, 11 * SECOND)).isEmpty();
    assertThat(history.moved(-1, SECOND)).isEmpty();
  }

  @Test
  void readings_areForgottenAfterTwoMinutes() {
    for (int i = 0; i < 300; i++) {
      reading(i * SECOND, i, 0, 0);
    }
    assertThat(history.moved(100 * SECOND, 101 * SECOND)).isEmpty();
  }
}

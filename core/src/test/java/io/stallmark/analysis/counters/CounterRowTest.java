package io.stallmark.analysis.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.counters.CounterRow.Reading;
import io.stallmark.spi.server.ServerFigure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CounterRowTest {

  private static final long SECOND = 1_000_000_000L;

  private static ServerFigure age(String... counters) {
    List<String> names = List.of(counters);
    return new ServerFigure(
        "age", "Age", "", "MB", names.subList(0, 1), names.subList(1, names.size()));
  }

  @Test
  void ofSeveralFiguresWithOneId_theFirstThatTheServerHas_isTheValue() {
    List<ServerFigure> figures = List.of(age("age"), age("current", "checkpoint"));
    Reading before = new Reading(5 * SECOND, Map.of());
    Map<String, Long> some = Map.of("current", 9_000_000L, "checkpoint", 2_000_000L);
    CounterRow row = CounterRow.of(figures, before, new Reading(7 * SECOND, some), 4 * SECOND);
    assertThat(row).isEqualTo(new CounterRow(1, 3, Map.of("age", 7.0)));
    Map<String, Long> all = Map.of("age", 1_000_000L, "current", 9L, "checkpoint", 2L);
    assertThat(CounterRow.of(figures, before, new Reading(6 * SECOND, all), 0).figures())
        .isEqualTo(Map.of("age", 1.0));
    assertThat(CounterRow.of(figures, before, new Reading(6 * SECOND, Map.of()), 0).figures())
        .isEmpty();
  }
}

package io.stallmark.spi.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Figures of a resource, as a binding declares them. */
final class ServerFigureTest {

  private static final List<ServerFigure> FIGURES = ServerFigure.of(ServerFigureTest.class);

  @Test
  void aLine_isAFigure_andComplementsOthersWithTheSameId() {
    assertThat(FIGURES.stream().map(ServerFigure::id))
        .containsExactly("dirty_mb", "age_mb", "age_mb", "waits_per_s");
    assertThat(FIGURES.get(0))
        .isEqualTo(
            new ServerFigure(
                "dirty_mb", "Cache", "dirty", "MB", List.of("cache.dirty bytes"), List.of()));
    assertThat(FIGURES.get(2).counters()).containsExactly("log.current", "log.checkpoint");
    assertThat(ServerFigure.of(String.class)).as("no resource").isEmpty();
  }

  @Test
  void aState_isThatOfTheLaterReading_andBytesAreMegabytes() {
    assertThat(
            FIGURES
                .get(0)
                .between(
                    Map.of("cache.dirty bytes", 9_000_000L),
                    Map.of("cache.dirty bytes", 2_500_000L),
                    1))
        .isEqualTo(2.5);
    assertThat(
            FIGURES
                .get(2)
                .between(
                    Map.of(), Map.of("log.current", 7_000_000L, "log.checkpoint", 1_000_000L), 1))
        .isEqualTo(6);
  }

  @Test
  void aRate_isThatBetweenTheReadings_ofASum() {
    Map<String, Long> before = Map.of("row waits", 10L, "table waits", 1L);
    ServerFigure waits = FIGURES.get(3);
    assertThat(waits.between(before, Map.of("row waits", 20L, "table waits", 3L), 2)).isEqualTo(6);
    assertThat(waits.between(before, Map.of("row waits", 0L, "table waits", 0L), 1))
        .as("the server has restarted")
        .isNull();
    assertThat(waits.between(before, Map.of("row waits", 20L), 1)).isNull();
  }
}

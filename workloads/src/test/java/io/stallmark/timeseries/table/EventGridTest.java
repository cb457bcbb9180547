package io.stallmark.timeseries.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.timeseries.table.EventGrid.Shape;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventGridTest {

  @ParameterizedTest
  @CsvSource({
    "TICK,4,4",
    "TICK,4,6",
    "TICK,7,3",
    "TICK,1,5",
    "SENSOR,4,4",
    "SENSOR,4,3",
    "SENSOR,1,5"
  })
  void events_holdEveryRowOnceWithoutAGap(Shape shape, int sensors, int batch) throws Exception {
    EventGrid grid = new EventGrid(shape, sensors, batch);
    Map<Long, Set<Long>> moments = new HashMap<>();
    for (long event = 0; event < 25; event++) {
      long e = event;
      grid.visit(
          e,
          (row, sensor, ts) -> {
            assertThat(grid.event(sensor, ts)).isEqualTo(e);
            assertThat(moments.computeIfAbsent(sensor, s -> new TreeSet<>()).add(ts)).isTrue();
          });
      for (long sensor = 1; sensor <= sensors; sensor++) {
        Set<Long> of = moments.getOrDefault(sensor, Set.of());
        assertThat((long) of.size()).isEqualTo(grid.rows(sensor, e + 1));
        assertThat(of)
            .allMatch(ts -> ts >= EventGrid.FIRST_TS && ts < EventGrid.FIRST_TS + of.size());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"TICK,1000,1000", "TICK,3,1000", "SENSOR,1000,1000", "SENSOR,7,13"})
  void lastEventOfAll_staysWithin31Bits(Shape shape, int sensors, int batch) throws Exception {
    EventGrid grid = new EventGrid(shape, sensors, batch);
    long[] last = new long[1];
    grid.visit(grid.mostEvents() - 1, (row, sensor, ts) -> last[0] = Math.max(last[0], ts));
    assertThat(last[0]).isBetween(Integer.MAX_VALUE - 1000L, (long) Integer.MAX_VALUE);
  }

  @Test
  void hash_tellsSensorsApartAndStaysWithin31Bits() {
    Set<Long> seen = new TreeSet<>();
    for (long sensor = 1; sensor <= 100_000; sensor++) {
      assertThat(SensorLayout.hash(sensor)).isBetween(0L, (long) Integer.MAX_VALUE);
      seen.add(SensorLayout.hash(sensor));
    }
    assertThat(seen).hasSize(100_000);
  }
}

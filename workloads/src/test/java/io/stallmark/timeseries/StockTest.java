package io.stallmark.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.timeseries.SensorStore.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run goes on where the last one ended, however that ended. */
class StockTest {

  private final SensorStore store = new SensorStore();

  private void insert(int events, String... settings) throws Exception {
    Scenario scenario = Given.scenario(settings);
    scenario.begin(store);
    Client client = scenario.roles().get(0).clients().client(store, Slice.of(0, 1, 1));
    for (int i = 0; i < events; i++) {
      client.transaction();
    }
  }

  private List<String> content() {
    return store.rows.stream()
        .map(r -> r.sensor() + " " + r.ts() + " " + r.data() + r.cnt())
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"tick,4,4", "tick,4,6", "tick,10,3", "sensor,4,4", "sensor,4,3", "sensor,3,10"})
  void nextRun_goesOnAfterTheLastEvent(String shape, int sensors, int batch) throws Exception {
    String[] settings = {"sensors=" + sensors, "batch=" + batch, "batch-shape=" + shape};
    insert(11, settings);
    List<String> whole = content();
    store.rows.clear();
    insert(4, settings);
    insert(7, settings);
    assertThat(content()).isEqualTo(whole);
  }

  @ParameterizedTest
  @CsvSource({"tick,4,4", "tick,4,6", "tick,10,3", "sensor,4,4", "sensor,4,3", "sensor,3,10"})
  void eventsThatAKilledRunDidNotFinish_areCompleted(String shape, int sensors, int batch)
      throws Exception {
    String[] settings = {"sensors=" + sensors, "batch=" + batch, "batch-shape=" + shape};
    insert(11, settings);
    List<String> whole = content();
    List<Reading> lost = List.of(store.rows.get(5), store.rows.get(6), store.rows.get(20));
    store.rows.removeAll(lost);
    Scenario scenario = Given.scenario(settings);
    scenario.begin(store);
    assertThat(content()).isEqualTo(whole);
    assertThat(scenario.warnings()).anyMatch(w -> w.contains("were completed"));
  }

  @Test
  void tableThatOtherSettingsFilled_isRefused() throws Exception {
    insert(3, "sensors=10", "batch=10");
    assertThatThrownBy(() -> Given.scenario("sensors=5", "batch=10").begin(store))
        .hasMessageContaining("has 30 rows")
        .hasMessageContaining("sensors, batch and batch-shape");
  }

  @Test
  void emptyTable_startsAtTheBeginningWithoutAWarning() throws Exception {
    Scenario scenario = Given.scenario();
    scenario.begin(store);
    assertThat(scenario.warnings()).isEmpty();
    assertThat(store.executed).containsExactly("count_rows");
  }
}

package io.stallmark.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.timeseries.SensorStore.Reading;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run goes on where the last one ended, however that ended. */
class ExistingDataCheckTest {

  private final SensorStore store = new SensorStore();

  private void insert(int events, String... settings) throws Exception {
    Scenario scenario = TimeseriesGiven.scenario(settings);
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
    Scenario scenario = TimeseriesGiven.scenario(settings);
    scenario.begin(store);
    assertThat(content()).isEqualTo(whole);
    assertThat(scenario.warnings()).anyMatch(w -> w.contains("were completed"));
  }

  @Test
  void tableThatOtherSettingsFilled_isRefused() throws Exception {
    insert(3, "sensors=10", "batch=10");
    assertThatThrownBy(() -> TimeseriesGiven.scenario("sensors=5", "batch=10").begin(store))
        .hasMessageContaining("has 30 rows")
        .hasMessageContaining("sensors, batch, batch-shape");
  }

  @Test
  void tableOfSmallerBatches_thatWouldGrowManifold_isRefused() throws Exception {
    insert(100, "sensors=10", "batch=10");
    assertThatThrownBy(() -> TimeseriesGiven.scenario("sensors=10", "batch=3000").begin(store))
        .hasMessageContaining("has 1,000 rows, and with these settings it would have 3,000")
        .hasMessageContaining("sensors, batch");
    assertThat(store.rows).hasSize(1000);
  }

  @ParameterizedTest
  @CsvSource({"100,1000,1000", "1,1000,1000", "100,1000,100", "40,100,10"})
  void tableOfFewerSensors_isRefusedByName_andStaysAsItIs(int events, int sensors, int batch)
      throws Exception {
    insert(events, "sensors=10", "batch=10");
    assertThatThrownBy(
            () -> TimeseriesGiven.scenario("sensors=" + sensors, "batch=" + batch).begin(store))
        .hasMessageContaining("has no row of sensor 11")
        .hasMessageContaining("another number of sensors");
    assertThat(store.rows).hasSize(10 * events);
  }

  @Test
  void tableOfAnotherSeed_isRefusedByName() throws Exception {
    insert(3, "sensors=4", "batch=4");
    Scenario other =
        new TimeseriesWorkload()
            .scenario(TimeseriesGiven.settings("sensors=4", "batch=4"), 2, TimeseriesGiven.ALL);
    assertThatThrownBy(() -> other.begin(store))
        .hasMessageContaining("another seed")
        .hasMessageContaining("--seed");
  }

  @Test
  void readsAlone_ofATableWithoutRows_areRefused() {
    assertThatThrownBy(() -> TimeseriesGiven.scenario("read-share=1").begin(store))
        .hasMessageContaining("has no rows")
        .hasMessageContaining("preload");
  }

  @Test
  void tableWithFewerEventsThanThePreload_isRefused() throws Exception {
    insert(3, "sensors=4", "batch=4");
    assertThatThrownBy(
            () -> TimeseriesGiven.scenario("sensors=4", "batch=4", "preload=4").begin(store))
        .hasMessageContaining("has 3 events, and preload=4 loads more");
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "4, 4", "3, 1"})
  void aKilledPreload_resumes_andEveryRowIsThereOnce(int killed, int resumed) throws Exception {
    Scenario scenario = TimeseriesGiven.scenario("sensors=4", "batch=4", "preload=20");
    for (int i = 0; i < killed; i++) {
      Loader loader = scenario.load(0, 1).loader(store, Slice.of(i, killed, 1), false);
      for (int step = 0; step <= i; step++) {
        loader.step();
      }
    }
    store.rows.remove(store.rows.size() - 1); // the last event is there in part
    int there = store.rows.size();
    long found = 0;
    for (int i = 0; i < resumed; i++) {
      Loader loader = scenario.load(0, 1).loader(store, Slice.of(i, resumed, 1), true);
      while (loader.step() > 0) {
        found += loader.found();
      }
    }
    assertThat(found).isEqualTo(there / 4 * 4);
    List<String> content = content();
    store.rows.clear();
    insert(20, "sensors=4", "batch=4");
    assertThat(content).isEqualTo(content());
  }

  @Test
  void preloadsOfOtherData_haveOtherIdentities() {
    assertThat(
            List.of(
                    identity("preload=20"),
                    identity("preload=21"),
                    identity("preload=20", "sensors=7"),
                    identity("preload=20", "batch=7"),
                    identity("preload=20", "batch-shape=sensor"),
                    identity("preload=20", "values=pareto"))
                .stream()
                .distinct())
        .hasSize(6);
    assertThat(identity("read-share=0.5")).isEqualTo(identity());
  }

  @ParameterizedTest
  @CsvSource({"tick,4,4", "tick,4,6", "tick,10,3", "sensor,4,4", "sensor,4,3", "sensor,3,10"})
  void acknowledgedEventsThatAreGone_areCountedAndNamed(String shape, int sensors, int batch)
      throws Exception {
    Scenario scenario =
        TimeseriesGiven.scenario("sensors=" + sensors, "batch=" + batch, "batch-shape=" + shape);
    scenario.begin(store);
    Client client = scenario.roles().get(0).clients().client(store, Slice.of(0, 2, 1));
    Client other = scenario.roles().get(0).clients().client(store, Slice.of(1, 2, 1));
    for (int i = 0; i < 11; i++) {
      client.transaction();
    }
    store.fault =
        (statement, execution) -> {
          throw SensorStore.failure(Kind.CONNECTION);
        };
    assertThatThrownBy(other::transaction).isInstanceOf(DbException.class); // the 12th event
    store.fault = (statement, execution) -> {};
    client.transaction();
    Map<String, Long> acknowledged = scenario.acknowledged();
    assertThat(acknowledged).containsExactly(entry("events", 13L), entry("unfinished.1", 11L));
    assertThat(scenario.lost(store, acknowledged)).isEmpty();

    store.rows.subList(store.rows.size() - batch - 1, store.rows.size()).clear();
    List<String> lost = scenario.lost(store, acknowledged);
    assertThat(lost)
        .hasSize(3)
        .contains(
            String.format(
                Locale.ROOT,
                "2 acknowledged transactions are gone, with %d rows of table sensordata.",
                batch + 1));
    assertThat(lost.get(1)).startsWith("Event 10 lacks 1 of its " + batch + " rows: sensor_id ");
    assertThat(lost.get(2))
        .startsWith(String.format(Locale.ROOT, "Event 12 lacks %1$d of its %1$d rows", batch));
  }

  @Test
  void readersAlone_acknowledgeNothing() {
    assertThat(TimeseriesGiven.scenario("read-share=1").acknowledged()).isEmpty();
  }

  private static String identity(String... settings) {
    return TimeseriesGiven.scenario(settings).loadIdentity().orElseThrow();
  }

  @Test
  void emptyTable_startsAtTheBeginningWithoutAWarning() throws Exception {
    Scenario scenario = TimeseriesGiven.scenario();
    scenario.begin(store);
    assertThat(scenario.warnings()).isEmpty();
    assertThat(store.executed).containsExactly("count_rows");
  }

  @ParameterizedTest
  @CsvSource({"tick,4,4,11", "tick,4,6,200", "sensor,4,3,64", "sensor,3,10,1"})
  void eventsThatVanish_areMissedAfterTheRun(String shape, int sensors, int batch, int events)
      throws Exception {
    String[] settings = {"sensors=" + sensors, "batch=" + batch, "batch-shape=" + shape};
    insert(events, settings);
    Scenario scenario = TimeseriesGiven.scenario(settings);
    scenario.begin(store);
    assertThat(scenario.missing(store)).isEmpty();
    store.rows.clear();
    assertThat(scenario.missing(store))
        .singleElement()
        .asString()
        .contains("rows have vanished from table sensordata");
  }
}

package io.stallmark.timeseries;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.timeseries.SensorStore.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SensorVerificationTest {

  private static final String[] SETTINGS = {"sensors=4", "batch=4"};

  private final SensorStore store = new SensorStore();

  @BeforeEach
  void fill() throws Exception {
    Client client =
        TimeseriesGiven.scenario(SETTINGS)
            .roles()
            .get(0)
            .clients()
            .client(store, Slice.of(0, 1, 1));
    for (int i = 0; i < 20; i++) {
      client.transaction();
    }
  }

  private Verification verify(String... settings) throws Exception {
    return verify(1, settings);
  }

  private Verification verify(int checkers, String... settings) throws Exception {
    Scenario scenario = TimeseriesGiven.scenario(settings);
    Verification verification = scenario.verification();
    for (int i = 0; i < checkers; i++) {
      Loader checker = verification.checker(store, Slice.of(i, checkers, 1));
      while (checker.step() > 0) {}
    }
    return verification;
  }

  private Reading row(int index) {
    return store.rows.get(index);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 9})
  void whatClientsWrote_isRight(int checkers) throws Exception {
    Verification verification = verify(checkers, SETTINGS);
    assertThat(verification.findings()).isEmpty();
    assertThat(verification.proven().get(0)).contains("80 rows", "20 events of 4");
    assertThat(verification.proven().get(1)).contains("all 4 sensors", "seed 1");
  }

  @Test
  void checksum_isTheSameInEveryLayout() throws Exception {
    assertThat(verify(SETTINGS).proven())
        .isEqualTo(verify("sensors=4", "batch=4", "layout=ts-first").proven());
  }

  @Test
  void missingRow_isAGap() throws Exception {
    Reading lost = store.rows.remove(9); // sensor 2, the third moment
    assertThat(verify(SETTINGS).findings())
        .anyMatch(f -> f.contains("Sensor " + lost.sensor() + " has a gap: 1 rows"))
        .anyMatch(f -> f.contains(Long.toString(lost.ts())))
        .anyMatch(f -> f.contains("79 rows are not a whole number"));
  }

  @Test
  void missingRowsAtTheEnd_areUneven() throws Exception {
    store.rows.removeIf(r -> r.sensor() == 2 && r.ts() >= 1_000_000_016L);
    assertThat(verify(SETTINGS).findings())
        .containsExactly("Sensor 1 has 20 rows; with 19 events in all it must have 19.");
  }

  @Test
  void rowTwice_isADuplicate() throws Exception {
    store.rows.add(row(6));
    assertThat(verify(SETTINGS).findings()).anyMatch(f -> f.contains("has duplicates: 1 rows"));
  }

  @Test
  void otherValue_isAnotherChecksum() throws Exception {
    Reading right = row(13);
    List<Double> data = new ArrayList<>(right.data());
    data.set(3, Math.nextUp(data.get(3)));
    store.rows.set(13, new Reading(right.sensor(), right.ts(), data, right.cnt()));
    assertThat(verify(SETTINGS).findings())
        .containsExactly(
            String.format(
                Locale.ROOT,
                "Sensor %d has another checksum: 1 rows are wrong, the first of ts %d.",
                right.sensor(),
                right.ts()));
  }

  @Test
  void otherSettings_areFound() throws Exception {
    assertThat(verify("sensors=4", "batch=4", "values=pareto").findings()).hasSize(4);
  }

  @Test
  void rowOfAnUnknownSensor_isFound() throws Exception {
    store.rows.add(new Reading(5, 1_000_000_000L, SensorStore.ZEROS, 1));
    assertThat(verify(SETTINGS).findings())
        .containsExactly(
            "Table sensordata has 81 rows, but sensors 1 to 4 have 80 of them from ts 1000000000"
                + " on.");
  }

  @Test
  void halfACheck_provesNothing() throws Exception {
    Verification verification = TimeseriesGiven.scenario(SETTINGS).verification();
    Loader checker = verification.checker(store, Slice.of(0, 1, 1));
    checker.step();
    assertThat(verification.findings()).anyMatch(f -> f.contains("is incomplete"));
  }

  @ParameterizedTest
  @CsvSource({"20,true", "21,false"})
  void fewerEventsThanThePreload_areFound(int preload, boolean right) throws Exception {
    List<String> findings = verify("sensors=4", "batch=4", "preload=" + preload).findings();
    assertThat(findings)
        .isEqualTo(right ? List.of() : List.of("There are 20 events, and preload=21 loads more."));
  }

  @Test
  void emptyTable_provesNothing() throws Exception {
    store.rows.clear();
    assertThat(verify(SETTINGS).findings())
        .containsExactly("Table sensordata is empty: there is nothing to verify.");
  }
}

package io.stallmark.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.spi.Capability;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeseriesWorkloadTest {

  private static Table table(String layout) {
    return TimeseriesGiven.scenario("layout=" + layout).tables().get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "sensor-first      | sensor_id, ts   | -",
        "ts-first          | ts, sensor_id   | sensor_id, ts",
        "ts-first-covering | ts, sensor_id   | sensor_id, ts, data1, data2, data3, data4, data6, cnt",
        "auto-increment    | id              | sensor_id, ts",
        "hash-prefixed     | sensor_hash, ts | -",
        "partitioned       | sensor_id, ts   | -",
        "object-id         | ''              | sensor_id, ts",
        "native            | ''              | sensor_id, ts"
      })
  void layouts_differInTheirKeys(String layout, String primary, String secondary) {
    Table table = table(layout);
    assertThat(String.join(", ", table.primaryKey())).isEqualTo(primary);
    assertThat(table.indexes().stream().map(i -> String.join(", ", i.columns())).toList())
        .isEqualTo(secondary == null ? java.util.List.of() : java.util.List.of(secondary));
    assertThat(table.columns())
        .extracting(c -> c.name())
        .containsSubsequence("ts", "sensor_id", "data1", "data2", "data3", "data4", "data6", "cnt");
  }

  @Test
  void partitionedAndNative_areArrangedSo() {
    assertThat(table("partitioned").arrangement())
        .isEqualTo(new TableLayout.Partitioned("sensor_id", 16));
    assertThat(table("native").arrangement())
        .isEqualTo(new TableLayout.TimeSeries("ts", "sensor_id"));
  }

  @ParameterizedTest
  @CsvSource({
    "insert, PLAIN",
    "insert-ignore, IGNORE",
    "replace, REPLACE",
    "stream, STREAM",
    "unordered, UNORDERED"
  })
  void insertForms_areThoseOfTheStatement(String word, Form form) {
    Op op = TimeseriesGiven.scenario("insert-form=" + word, "batch=77").roles().get(0).ops().get(0);
    assertThat(op)
        .isInstanceOfSatisfying(
            Op.Insert.class,
            insert -> {
              assertThat(insert.form()).isEqualTo(form);
              assertThat(insert.rows()).isEqualTo(77);
            });
  }

  @Test
  void sixteenThreads_areTheDefault() {
    assertThat(new TimeseriesWorkload().roles(TimeseriesGiven.settings()).get(0).threads())
        .isEqualTo(16);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "layout=auto-increment             | TRANSACTIONS | layout=object-id",
        "layout=object-id                  | TRANSACTIONS | layout=auto-increment",
        "read-share=0.1                    | TRANSACTIONS | range-reads=0",
        "preload=1099511627776             | SUM          | at most"
      })
  void whatTheDatabaseLacks_isRefusedWithAWayOut(String setting, Capability has, String way) {
    assertThatThrownBy(
            () ->
                new TimeseriesWorkload()
                    .scenario(TimeseriesGiven.settings(setting), 1, Set.of(has)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(way);
  }

  @Test
  void readsWithoutAnyKind_areRefused() {
    assertThatThrownBy(
            () ->
                TimeseriesGiven.scenario(
                    "read-share=1",
                    "latest-reads=0",
                    "range-reads=0",
                    "tick-reads=0",
                    "downsample-reads=0"))
        .hasMessageContaining("nothing to read");
  }
}

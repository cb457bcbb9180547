package io.stallmark.timeseries;

import io.stallmark.model.Aggregate;
import io.stallmark.model.Aggregate.Function;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.timeseries.table.SensorData;
import io.stallmark.timeseries.table.SensorLayout;
import java.util.List;

/** Statements of a client. */
record SensorOperations(SensorData data, Form form, ReadMix reads) {

  /** Inserts an event. Slots: those of {@link SensorData#insert}. */
  Op insert(String name) {
    return data.insert(name, data.grid().batch(), form);
  }

  /** Inserts one row, to complete an event. Slots: those of {@link SensorData#insert}. */
  Op insertRow() {
    return data.insert("insert_row", 1, Form.PLAIN);
  }

  /** Reads the latest rows of a sensor, latest first. Slots: sensor. */
  Op latest() {
    return new Op.Read(
            "latest", data.table(), SensorData.readings(SensorLayout.TS), data.ofSensor())
        .lastBy(SensorLayout.TS, reads.rows());
  }

  /** Computes aggregates over a range of one sensor. Slots: sensor, low, high. */
  Op range() {
    Select figures =
        new Select.Aggregates(
            List.of(
                new Aggregate(Function.COUNT, SensorLayout.TS),
                new Aggregate(Function.MIN, "data1"),
                new Aggregate(Function.MAX, "data1"),
                new Aggregate(Function.AVERAGE, "data1"),
                new Aggregate(Function.SUM, SensorLayout.CNT)));
    return new Op.Read("range", data.table(), figures, data.inRange());
  }

  /** Reads the rows of all sensors at one ts. Slots: ts. */
  Op tick() {
    return new Op.Read(
        "tick",
        data.table(),
        SensorData.readings(SensorLayout.SENSOR),
        Predicate.equal(SensorLayout.TS));
  }

  /** Down-samples a range of one sensor: aggregates per bucket of ts. Slots: sensor, low, high. */
  Op downsample() {
    Select points =
        new Select.Buckets(
            SensorLayout.TS,
            reads.bucket(),
            List.of(
                new Aggregate(Function.AVERAGE, "data1"),
                new Aggregate(Function.MAX, "data1"),
                new Aggregate(Function.SUM, SensorLayout.CNT)));
    return new Op.Read("downsample", data.table(), points, data.inRange());
  }
}

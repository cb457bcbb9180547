package io.stallmark.timeseries;

import io.stallmark.model.Op.Insert.Form;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Settings;
import io.stallmark.text.RefusedException;
import io.stallmark.timeseries.table.EventGrid;
import io.stallmark.timeseries.table.ReadingContent;
import io.stallmark.timeseries.table.SensorData;
import io.stallmark.timeseries.table.SensorLayout;
import java.util.Set;

/**
 * Settings resolved for one database.
 *
 * @param preload number of events that a load inserts
 */
record TimeseriesOptions(SensorData data, Form form, ReadMix reads, long preload) {

  /**
   * @throws RefusedException with a message for the user
   */
  static TimeseriesOptions resolve(Settings settings, long seed, Set<Capability> capabilities) {
    SensorLayout layout = SensorLayout.of(settings.choice("layout"));
    check(layout, capabilities);
    ReadMix reads = ReadMix.of(settings);
    if (reads.sums() && !capabilities.contains(Capability.SUM)) {
      throw new RefusedException(
          "This database does not sum exactly: add -p range-reads=0 -p downsample-reads=0");
    }
    EventGrid grid =
        new EventGrid(
            settings.choice("batch-shape", EventGrid.Shape.class),
            settings.int32("sensors"),
            settings.int32("batch"));
    long preload = settings.integer("preload");
    if (preload > grid.mostEvents()) {
      throw new RefusedException(
          "preload=%s: with these sensors there are %s at most", preload, grid.mostEvents());
    }
    ReadingContent.ValueDistribution values =
        new ReadingContent.ValueDistribution(
            settings.choice("values"),
            settings.integer("value-range"),
            settings.choice("value-type").equals("real"));
    SensorData data =
        new SensorData(layout, layout.table(settings.int32("partitions")), grid, values, seed);
    return new TimeseriesOptions(data, form(settings.choice("insert-form")), reads, preload);
  }

  private static void check(SensorLayout layout, Set<Capability> capabilities) {
    if (layout == SensorLayout.AUTO_INCREMENT
        && !capabilities.contains(Capability.AUTO_INCREMENT)) {
      throw new RefusedException(
          "layout=auto-increment needs a database with auto-increment keys; documents have"
              + " layout=object-id");
    }
    if (layout == SensorLayout.OBJECT_ID && !capabilities.contains(Capability.OBJECT_IDS)) {
      throw new RefusedException(
          "layout=object-id needs a database of documents; tables have layout=auto-increment");
    }
  }

  private static Form form(String word) {
    return switch (word) {
      case "insert" -> Form.PLAIN;
      case "insert-ignore" -> Form.IGNORE;
      case "replace" -> Form.REPLACE;
      case "stream" -> Form.STREAM;
      case "unordered" -> Form.UNORDERED;
      default -> throw new IllegalArgumentException("There is no insert-form " + word);
    };
  }

  SensorOperations operations() {
    return new SensorOperations(data, form, reads);
  }
}

package io.stallmark.timeseries;

import io.stallmark.model.TableLayout;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.DeclaredWorkload;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.timeseries.table.SensorLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The workload {@code timeseries}. */
public final class TimeseriesWorkload extends DeclaredWorkload {

  private static final int MANY = 1_000_000;

  /** Suffix of the settings that weight the kinds of reads. */
  private static final String READS = "-reads";

  public TimeseriesWorkload() {
    super(
        "timeseries",
        "readings of many sensors into sensordata, 1000 rows an insert, ts after ts",
        List.of(
            Setting.choice(
                "layout", SensorLayout.names(), "keys of the table; docs/workloads/timeseries.md"),
            Setting.integer("sensors", "1000", 1, MANY, "sensors, numbered from 1"),
            Setting.integer("batch", "1000", 1, 10_000, "rows of an event, which is one insert"),
            Setting.choice(
                "batch-shape",
                List.of("tick", "sensor"),
                "an event is one ts of every sensor, or consecutive ts of one sensor"),
            Setting.choice(
                "insert-form",
                List.of("insert", "insert-ignore", "replace", "stream", "unordered"),
                Map.of("load-data", "stream"),
                "how events are inserted; MongoDB has insert, which is ordered, and unordered"),
            Setting.choice(
                "values",
                List.of("uniform", "pareto", "zipfian"),
                "distribution of data1 to data6"),
            Setting.choice(
                "value-type", List.of("integer", "real"), "whole numbers, or all bits of a double"),
            Setting.integer("value-range", "1000000", 1, 1L << 52, "values are from 1 to this"),
            Setting.integer("partitions", "16", 1, 8192, "of layout=partitioned"),
            Setting.integer("preload", "0", 0, 1L << 40, "events that a load inserts before a run"),
            Setting.real("read-share", "0", 0, 1, "share of reads of inserters; 1: no inserts"),
            Setting.integer(
                "queriers", "0", 0, 10_000, "clients of a second role, which only read"),
            weight("latest", "the latest rows of a sensor"),
            weight("range", "figures over a range of a sensor"),
            weight("tick", "every sensor at one ts"),
            weight("downsample", "downsampled range of a sensor"),
            Setting.integer("latest-rows", "10", 1, MANY, "rows of a read of the latest"),
            Setting.integer("range-ticks", "1000", 1, MANY, "ts of a range"),
            Setting.integer("bucket-ticks", "60", 1, MANY, "ts per downsampled point")));
  }

  /** Sixteen inserters by default, as in the article. */
  @Override
  public List<Role.Size> roles(Settings settings) {
    Role.Size inserters = new Role.Size(TimeseriesScenario.INSERTERS, 16);
    int queriers = settings.int32("queriers");
    return queriers == 0
        ? List.of(inserters)
        : List.of(inserters, new Role.Size(TimeseriesScenario.QUERIERS, queriers));
  }

  private static Setting weight(String reading, String what) {
    return Setting.integer(reading + READS, "1", 0, 1000, "weight of the reads of " + what);
  }

  @Override
  public Map<String, Map<String, String>> operations() {
    List<String> weights =
        settings().stream().map(Setting::name).filter(name -> name.endsWith(READS)).toList();
    Map<String, Map<String, String>> operations = new LinkedHashMap<>();
    for (String own : weights) {
      Map<String, String> reads = new LinkedHashMap<>(Map.of("read-share", "1"));
      weights.forEach(weight -> reads.put(weight, weight.equals(own) ? "1" : "0"));
      operations.put(own.substring(0, own.length() - READS.length()), reads);
    }
    operations.put("insert", Map.of("read-share", "0"));
    return operations;
  }

  @Override
  public TableLayout layout(Settings settings) {
    return SensorLayout.of(settings.choice("layout"))
        .table(settings.int32("partitions"))
        .arrangement();
  }

  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    return new TimeseriesScenario(TimeseriesOptions.resolve(settings, seed, capabilities));
  }
}

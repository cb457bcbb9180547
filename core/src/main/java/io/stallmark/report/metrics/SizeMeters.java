package io.stallmark.report.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.stallmark.analysis.cost.StoredSize;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of the tables' size on disk, their rows and the size of their values. The quotients are
 * the bytes per row and the space amplification. Sizes that are not reported are absent. Not
 * thread-safe.
 */
final class SizeMeters {

  private final MeterRegistry registry;
  private StoredSize last = StoredSize.UNKNOWN;

  SizeMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  void set(StoredSize stored) {
    last = stored;
    gauge("stallmark.stored", "bytes", "What all tables take on disk.", StoredSize::bytes);
    gauge("stallmark.stored.rows", null, "Rows in all tables.", StoredSize::rows);
    gauge(
        "stallmark.stored.logical",
        "bytes",
        "Of the values of these rows.",
        StoredSize::logicalBytes);
  }

  private void gauge(
      String name, @Nullable String unit, String help, Function<StoredSize, OptionalLong> figure) {
    if (figure.apply(last).isPresent() && registry.find(name).gauge() == null) {
      Gauge.builder(name, this, me -> value(figure.apply(me.last)))
          .baseUnit(unit)
          .description(help)
          .register(registry);
    }
  }

  private static double value(OptionalLong figure) {
    return figure.isPresent() ? (double) figure.getAsLong() : Double.NaN;
  }
}

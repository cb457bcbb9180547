package io.stallmark.report.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.stallmark.record.Kind;
import io.stallmark.record.OperationSeries;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The counters of one kind of transaction or statement. */
final class OperationMeters {

  private final Counter successes;
  private final Counter retries;
  private final Counter failures;
  private final @Nullable Counter rows;

  OperationMeters(MeterRegistry registry, Kind kind) {
    String of = kind.isStatement() ? "statement" : "transaction";
    String base = "stallmark." + of;
    successes = counter(registry, base + "s", "Successful " + of + "s.", kind);
    retries = counter(registry, base + ".retries", "Attempts that were to be repeated.", kind);
    failures = counter(registry, base + ".errors", "Failed " + of + "s.", kind);
    rows =
        kind.isStatement()
            ? counter(registry, "stallmark.rows", "Rows that statements read or wrote.", kind)
            : null;
  }

  private static Counter counter(MeterRegistry registry, String name, String help, Kind kind) {
    Counter.Builder counter = Counter.builder(name).description(help).tag("kind", kind.name());
    if (kind.isStatement()) {
      counter.tag("category", kind.category().name().toLowerCase(Locale.ROOT));
    }
    return counter.register(registry);
  }

  void add(OperationSeries series) {
    successes.increment((double) series.successes());
    retries.increment((double) series.retries());
    failures.increment((double) series.failures());
    if (rows != null) {
      rows.increment((double) series.rows());
    }
  }
}

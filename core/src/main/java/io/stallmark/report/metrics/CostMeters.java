package io.stallmark.report.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.stallmark.analysis.cost.CostRow;
import io.stallmark.result.CostMetric;
import io.stallmark.result.MetricUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counters of the run's cost by source, and of the transactions and statements that caused it.
 * Their quotient is the cost of one transaction or statement. Not thread-safe.
 */
final class CostMeters {

  private final MeterRegistry registry;

  CostMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  void add(CostRow row) {
    count(
        row,
        "transactions",
        null,
        "Transactions that the costs are of.",
        (double) row.transactions());
    count(row, "statements", null, "Statements that the costs are of.", (double) row.statements());
    row.logicalWrittenBytes()
        .ifPresent(
            bytes ->
                count(
                    row,
                    "logical.written",
                    "bytes",
                    "Of the values of rows that were inserted or changed.",
                    (double) bytes));
    for (CostMetric metric : CostMetric.values()) {
      MetricUnit unit = metric.unit();
      row.used()
          .of(metric.resource())
          .ifPresent(
              exact ->
                  count(
                      row,
                      metric.meter(),
                      unit.baseUnit(),
                      metric.help(),
                      unit.inBaseUnit((double) exact)));
    }
  }

  private void count(CostRow row, String name, @Nullable String unit, String help, double more) {
    Counter.builder("stallmark.cost." + name)
        .description(help)
        .baseUnit(unit)
        .tag("source", row.source().word())
        .register(registry)
        .increment(more);
  }
}

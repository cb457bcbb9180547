package io.stallmark.report.file;

import io.stallmark.analysis.PhaseTotals;
import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.counters.CounterRow;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.plan.Phase;
import io.stallmark.plan.RolePlan;
import io.stallmark.record.Interval;
import io.stallmark.record.OperationSeries;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.table.FigureTable;
import io.stallmark.result.AgentInterval;
import io.stallmark.result.Percentile;
import io.stallmark.result.RunDocument.CounterColumn;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.result.StallFindings.CounterChange;
import io.stallmark.result.StallFindings.DipSummary;
import io.stallmark.result.StallFindings.StallSummary;
import io.stallmark.result.metric.CostMetric;
import io.stallmark.result.metric.HealthMetric;
import io.stallmark.result.metric.SizeMetric;
import io.stallmark.text.Text;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** CSV files of a run. Times are exact to the nanosecond. */
final class RunTables {

  static final String INTERVALS = "intervals.csv";

  private static final double SLOTS_PER_SECOND = FigureFormat.SECOND / Interval.SLOT;
  private static final double KB = 1000;
  private static final int HEALTH_DIGITS = 3;
  private static final int SIZE_DIGITS = 3;
  private static final int COST_DIGITS = 6;

  /** Interval with the generator's health in it. */
  record JudgedInterval(Interval interval, GeneratorHealth health) {}

  /**
   * File {@code agents.csv}: a row for every interval of every load machine, if there are several.
   */
  static final FigureTable<AgentInterval> AGENTS =
      new FigureTable<AgentInterval>("agents.csv")
          .column("start_s", AgentInterval::startSeconds)
          .column("end_s", AgentInterval::endSeconds)
          .column("agent", AgentInterval::agent)
          .column("name", AgentInterval::name)
          .column("transactions", AgentInterval::transactions)
          .column("transactions_per_s", AgentInterval::transactionsPerSecond)
          .column(Percentile.P99.column("response_"), row -> Text.millis(row.p99()))
          .column("start_late_p99_ms", row -> FigureFormat.decimal(row.late(), HEALTH_DIGITS))
          .column("own_cpu_percent", row -> FigureFormat.decimal(row.cpu(), HEALTH_DIGITS))
          .column("skew_ms", row -> Text.millis(row.skew()))
          .column("generator_bound", row -> row.bound().isEmpty() ? 0 : 1)
          .column("bound", AgentInterval::bound);

  /** File {@code stalls.csv}: a row for every stall. */
  static final FigureTable<StallSummary> STALLS =
      new FigureTable<StallSummary>("stalls.csv")
          .column("start_s", StallSummary::startSeconds)
          .column("length_s", StallSummary::lengthSeconds)
          .column("lowest_per_s", row -> Math.round(row.lowestPerSecond()))
          .column("delayed", StallSummary::delayed)
          .column("longest_ms", row -> Text.millis(row.longestNanoseconds()))
          .column("kinds", row -> String.join(" ", row.kinds()))
          .column("usual_per_s", row -> Math.round(row.usualPerSecond()))
          .column("generator_held_s", StallSummary::generatorHeldSeconds)
          .column("counters", row -> counters(row.counters()))
          .column("generator_bound", StallSummary::generatorBound)
          .column("role", StallSummary::role)
          .column("unit", StallSummary::unit)
          .column("blame", StallSummary::blame);

  /** File {@code dips.csv}: a row for every dip. */
  static final FigureTable<DipSummary> DIPS =
      new FigureTable<DipSummary>("dips.csv")
          .column("start_s", DipSummary::startSeconds)
          .column("length_s", DipSummary::lengthSeconds)
          .column("per_s", row -> Math.round(row.perSecond()))
          .column("lowest_per_s", row -> Math.round(row.lowestPerSecond()))
          .column("usual_per_s", row -> Math.round(row.usualPerSecond()))
          .column("longest_ms", row -> Text.millis(row.longestNanoseconds()))
          .column("generator_held_s", DipSummary::generatorHeldSeconds)
          .column("generator_bound", DipSummary::generatorBound)
          .column("role", DipSummary::role)
          .column("unit", DipSummary::unit);

  /** File {@code trust.csv}: a row for every interval, a column for every {@link HealthMetric}. */
  static final FigureTable<GeneratorHealth> TRUST = trust();

  /**
   * File {@code cost.csv}: a row for every source and segment of the run, columns for every cost
   * metric.
   */
  static final FigureTable<CostRow> COST = cost();

  /** Size of the tables, with the time of the answer in nanoseconds. */
  record SizeRow(long at, StoredSize size) {}

  /** File {@code size.csv}: a row for each answer, a column for every {@link SizeMetric}. */
  static final FigureTable<SizeRow> SIZES = sizes();

  private RunTables() {}

  /** Returns the file {@code counters.csv}: a row for each reading of the server's counters. */
  static FigureTable<CounterRow> counterRows(List<CounterColumn> columns) {
    FigureTable<CounterRow> table =
        new FigureTable<CounterRow>("counters.csv")
            .column("start_s", CounterRow::startSeconds)
            .column("end_s", CounterRow::endSeconds);
    for (CounterColumn column : columns) {
      table.figure(column.id(), row -> row.figures().getOrDefault(column.id(), Double.NaN));
    }
    return table;
  }

  /**
   * File {@code intervals.csv}: a row for every interval. The counts of all rows sum to those of
   * the run, unless it lost a load machine: then its counts end there.
   */
  static FigureTable<JudgedInterval> intervals(List<RolePlan> roles, List<Phase> phases) {
    FigureTable<JudgedInterval> table =
        new FigureTable<JudgedInterval>(INTERVALS)
            .column("start_s", row -> Text.seconds(row.interval.start()))
            .column("end_s", row -> Text.seconds(row.interval.end()))
            .column("transactions", row -> transaction(row).successes())
            .column("statements", row -> sum(row, OperationSeries::successes))
            .column("rows", row -> sum(row, OperationSeries::rows))
            .column("retries", row -> transaction(row).retries())
            .column("failures", row -> transaction(row).failures())
            .column("unexpected", row -> sum(row, OperationSeries::unexpected))
            .times("service_", Percentile.ALL, row -> transaction(row).service())
            .times("response_", Percentile.ALL, row -> transaction(row).response())
            .column(
                "lowest_slot_transactions_per_s",
                row ->
                    Arrays.stream(row.interval.slots())
                        .map(count -> (long) (count * SLOTS_PER_SECOND))
                        .min())
            .column("oldest_in_flight_ms", row -> Text.millis(row.interval.oldestInFlight()))
            .column("generator_bound", row -> row.health.bound())
            .column("phase", row -> phase(phases, row.interval.start()));
    for (int i = 0; i < roles.size() && roles.size() > 1; i++) {
      role(table, 1 + i, roles.get(i).name() + "_");
    }
    return table;
  }

  private static @Nullable String phase(List<Phase> phases, long start) {
    return phases.isEmpty() ? null : phases.get(PhaseTotals.at(phases, start)).name();
  }

  /** Adds the columns of one role, if there are several roles. */
  private static void role(FigureTable<JudgedInterval> table, int series, String prefix) {
    Function<JudgedInterval, OperationSeries> role = row -> row.interval.series().get(series);
    table
        .column(prefix + "transactions", row -> role.apply(row).successes())
        .column(prefix + "rows", row -> role.apply(row).rows())
        .column(prefix + "failures", row -> role.apply(row).failures())
        .times(
            prefix + "response_",
            List.of(Percentile.P50, Percentile.P99),
            row -> role.apply(row).response());
  }

  private static OperationSeries transaction(JudgedInterval row) {
    return row.interval.series().get(0);
  }

  private static long sum(JudgedInterval row, ToLongFunction<OperationSeries> count) {
    return row.interval.statements().stream().mapToLong(count).sum();
  }

  private static FigureTable<GeneratorHealth> trust() {
    FigureTable<GeneratorHealth> table =
        new FigureTable<GeneratorHealth>("trust.csv")
            .column("start_s", row -> Text.seconds(row.start()))
            .column("end_s", row -> Text.seconds(row.end()))
            .column("generator_bound", GeneratorHealth::bound)
            .column("reasons", row -> String.join(" ", row.reasonNames()));
    for (HealthMetric metric : HealthMetric.values()) {
      table.column(metric.column(), row -> FigureFormat.decimal(row.of(metric), HEALTH_DIGITS));
    }
    return table;
  }

  private static FigureTable<SizeRow> sizes() {
    FigureTable<SizeRow> table =
        new FigureTable<SizeRow>("size.csv").column("at_s", row -> Text.seconds(row.at));
    for (SizeMetric metric : SizeMetric.values()) {
      table.column(metric.column(), row -> FigureFormat.decimal(metric.of(row.size), SIZE_DIGITS));
    }
    return table;
  }

  private static FigureTable<CostRow> cost() {
    FigureTable<CostRow> table =
        new FigureTable<CostRow>("cost.csv")
            .column("start_s", row -> Text.seconds(row.start()))
            .column("end_s", row -> Text.seconds(row.end()))
            .column("source", row -> row.source().word())
            .column("transactions", CostRow::transactions)
            .column("statements", CostRow::statements);
    shares(table, "", row -> 1);
    shares(table, "_per_statement", CostRow::statements);
    shares(table, "_per_transaction", CostRow::transactions);
    return table
        .column(
            "logical_written_kb",
            row -> {
              Long bytes = row.logicalWrittenBytes();
              return bytes == null ? null : rounded(bytes / KB);
            })
        .column("write_amplification", row -> rounded(row.writeAmplification()))
        .column("generator_bound", CostRow::generatorBound);
  }

  private static void shares(
      FigureTable<CostRow> table, String suffix, ToLongFunction<CostRow> among) {
    for (CostMetric metric : CostMetric.values()) {
      table.column(metric.column() + suffix, row -> share(row, metric, among.applyAsLong(row)));
    }
  }

  private static @Nullable String share(CostRow row, CostMetric metric, long events) {
    Long count = row.used().counts().get(metric.resource());
    return count == null || events == 0 ? null : rounded(metric.unit().of(count) / events);
  }

  /** Rounds a cost to three decimals, or to six digits if it needs more decimals for them. */
  private static @Nullable String rounded(@Nullable Double number) {
    if (number == null) {
      return null;
    }
    double decimals = COST_DIGITS - 1 - Math.floor(Math.log10(Math.abs(number)));
    return FigureFormat.decimal(number, (int) Math.max(3, Math.min(decimals, 9)));
  }

  private static String counters(List<CounterChange> moves) {
    return moves.stream()
        .map(move -> move.name().replaceAll("[\\s,]+", "_") + "=+" + move.change())
        .collect(Collectors.joining(" "));
  }
}

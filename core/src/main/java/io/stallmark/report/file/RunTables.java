package io.stallmark.report.file;

import io.stallmark.analysis.PhaseTotals;
import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.counters.CounterMove;
import io.stallmark.analysis.stall.Dip;
import io.stallmark.analysis.stall.Stall;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.plan.Phase;
import io.stallmark.plan.RolePlan;
import io.stallmark.record.Interval;
import io.stallmark.record.OperationSeries;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.file.CsvTable.Column;
import io.stallmark.result.CostMetric;
import io.stallmark.result.HealthMetric;
import io.stallmark.result.LatencySummary;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** CSV files of a run. Times are exact to the nanosecond. */
final class RunTables {

  static final String INTERVALS = "intervals.csv";

  private static final double SLOTS_PER_SECOND = FigureFormat.SECOND / Interval.SLOT;
  private static final double KB = 1000;
  private static final int HEALTH_DIGITS = 3;
  private static final int COST_DIGITS = 9;
  private static final MathContext COST_PRECISION = new MathContext(6);

  /** Interval with the generator's health in it. */
  record JudgedInterval(Interval interval, GeneratorHealth health) {}

  /** Stall or dip, and whether the generator was the bottleneck in a part of it. */
  record Judged<T>(T found, boolean bound) {}

  /** File {@code stalls.csv}: a row for every stall. */
  static final CsvTable<Judged<Stall>> STALLS =
      new CsvTable<>(
          "stalls.csv",
          List.of(
              new Column<>("start_s", row -> FigureFormat.exactSeconds(row.found.start())),
              new Column<>("length_s", row -> FigureFormat.exactSeconds(row.found.length())),
              new Column<>("lowest_per_s", row -> whole(row.found.lowest())),
              new Column<>("delayed", row -> Long.toString(row.found.delayed())),
              new Column<>("longest_ms", row -> FigureFormat.exactMillis(row.found.longest())),
              new Column<>("kinds", row -> String.join(" ", row.found.kinds())),
              new Column<>("usual_per_s", row -> whole(row.found.usual())),
              new Column<>(
                  "generator_held_s", row -> FigureFormat.exactSeconds(row.found.generatorHeld())),
              new Column<>("counters", row -> counters(row.found.counters())),
              new Column<>("generator_bound", row -> flag(row.bound)),
              new Column<>("role", row -> row.found.role().name()),
              new Column<>("unit", row -> row.found.role().unit().word())));

  /** File {@code dips.csv}: a row for every dip. */
  static final CsvTable<Judged<Dip>> DIPS =
      new CsvTable<>(
          "dips.csv",
          List.of(
              new Column<>("start_s", row -> FigureFormat.exactSeconds(row.found.start())),
              new Column<>("length_s", row -> FigureFormat.exactSeconds(row.found.length())),
              new Column<>("per_s", row -> whole(row.found.rate())),
              new Column<>("lowest_per_s", row -> whole(row.found.lowest())),
              new Column<>("usual_per_s", row -> whole(row.found.usual())),
              new Column<>("longest_ms", row -> FigureFormat.exactMillis(row.found.longest())),
              new Column<>(
                  "generator_held_s", row -> FigureFormat.exactSeconds(row.found.generatorHeld())),
              new Column<>("generator_bound", row -> flag(row.bound)),
              new Column<>("role", row -> row.found.role().name()),
              new Column<>("unit", row -> row.found.role().unit().word())));

  /** File {@code trust.csv}: a row for every interval, a column for every {@link HealthMetric}. */
  static final CsvTable<GeneratorHealth> TRUST = trust();

  /**
   * File {@code cost.csv}: a row for every source and segment of the run, columns for every cost
   * metric.
   */
  static final CsvTable<CostRow> COST = cost();

  private RunTables() {}

  /**
   * File {@code intervals.csv}: a row for every interval. The counts of all rows sum to those of
   * the run.
   */
  static CsvTable<JudgedInterval> intervals(List<RolePlan> roles, List<Phase> phases) {
    List<Column<JudgedInterval>> columns = new ArrayList<>();
    columns.add(new Column<>("start_s", row -> FigureFormat.exactSeconds(row.interval.start())));
    columns.add(new Column<>("end_s", row -> FigureFormat.exactSeconds(row.interval.end())));
    columns.add(new Column<>("transactions", row -> count(row, OperationSeries::successes)));
    columns.add(new Column<>("statements", row -> sum(row, OperationSeries::successes)));
    columns.add(new Column<>("rows", row -> sum(row, OperationSeries::rows)));
    columns.add(new Column<>("retries", row -> count(row, OperationSeries::retries)));
    columns.add(new Column<>("failures", row -> count(row, OperationSeries::failures)));
    columns.addAll(latencies("service_", row -> LatencySummary.of(transaction(row).service())));
    columns.addAll(latencies("response_", row -> LatencySummary.of(transaction(row).response())));
    columns.add(
        new Column<>(
            "lowest_slot_transactions_per_s",
            row ->
                Arrays.stream(row.interval.slots()).min().stream()
                    .mapToObj(lowest -> Long.toString((long) (lowest * SLOTS_PER_SECOND)))
                    .collect(Collectors.joining())));
    columns.add(
        new Column<>(
            "oldest_in_flight_ms", row -> FigureFormat.exactMillis(row.interval.oldestInFlight())));
    columns.add(new Column<>("generator_bound", row -> flag(row.health.bound())));
    columns.add(
        new Column<>(
            "phase",
            row ->
                phases.isEmpty()
                    ? ""
                    : phases.get(PhaseTotals.at(phases, row.interval.start())).name()));
    for (int i = 0; i < roles.size() && roles.size() > 1; i++) {
      columns.addAll(role(1 + i, roles.get(i).name()));
    }
    return new CsvTable<>(INTERVALS, columns);
  }

  /** Returns the columns of one role, if there are several roles. */
  private static List<Column<JudgedInterval>> role(int series, String name) {
    return List.of(
        role(name, "transactions", row -> row.interval.series().get(series).successes()),
        role(name, "rows", row -> row.interval.series().get(series).rows()),
        role(name, "failures", row -> row.interval.series().get(series).failures()),
        new Column<>(name + "_response_p50_ms", row -> percentile(row, series, 50)),
        new Column<>(name + "_response_p99_ms", row -> percentile(row, series, 99)));
  }

  private static Column<JudgedInterval> role(
      String name, String what, ToLongFunction<JudgedInterval> figure) {
    return new Column<>(name + "_" + what, row -> Long.toString(figure.applyAsLong(row)));
  }

  private static String percentile(JudgedInterval row, int series, double percent) {
    OperationSeries of = row.interval.series().get(series);
    return of.successes() == 0
        ? ""
        : FigureFormat.exactMillis(of.response().getValueAtPercentile(percent));
  }

  /** Returns the columns of a clock's latencies; fields are empty if there is no sample. */
  private static List<Column<JudgedInterval>> latencies(
      String clock, Function<JudgedInterval, LatencySummary> summary) {
    List<Column<JudgedInterval>> columns = new ArrayList<>();
    List<ToLongFunction<LatencySummary>> figures =
        List.of(
            LatencySummary::p50,
            LatencySummary::p95,
            LatencySummary::p99,
            LatencySummary::p999,
            LatencySummary::max);
    List<String> names = List.of("p50", "p95", "p99", "p999", "max");
    for (int i = 0; i < names.size(); i++) {
      ToLongFunction<LatencySummary> figure = figures.get(i);
      columns.add(
          new Column<>(
              clock + names.get(i) + "_ms",
              row ->
                  transaction(row).successes() == 0
                      ? ""
                      : FigureFormat.exactMillis(figure.applyAsLong(summary.apply(row)))));
    }
    return columns;
  }

  private static OperationSeries transaction(JudgedInterval row) {
    return row.interval.series().get(0);
  }

  private static String count(JudgedInterval row, ToLongFunction<OperationSeries> count) {
    return Long.toString(count.applyAsLong(transaction(row)));
  }

  private static String sum(JudgedInterval row, ToLongFunction<OperationSeries> count) {
    return Long.toString(row.interval.statements().stream().mapToLong(count).sum());
  }

  private static CsvTable<GeneratorHealth> trust() {
    List<Column<GeneratorHealth>> columns = new ArrayList<>();
    columns.add(new Column<>("start_s", row -> FigureFormat.exactSeconds(row.start())));
    columns.add(new Column<>("end_s", row -> FigureFormat.exactSeconds(row.end())));
    columns.add(new Column<>("generator_bound", row -> flag(row.bound())));
    columns.add(new Column<>("reasons", row -> String.join(" ", row.reasonNames())));
    for (HealthMetric metric : HealthMetric.values()) {
      columns.add(
          new Column<>(
              metric.column(), row -> FigureFormat.decimal(row.of(metric), HEALTH_DIGITS)));
    }
    return new CsvTable<>("trust.csv", columns);
  }

  private static CsvTable<CostRow> cost() {
    List<Column<CostRow>> columns = new ArrayList<>();
    columns.add(new Column<>("start_s", row -> FigureFormat.exactSeconds(row.start())));
    columns.add(new Column<>("end_s", row -> FigureFormat.exactSeconds(row.end())));
    columns.add(new Column<>("source", row -> row.source().word()));
    columns.add(new Column<>("transactions", row -> Long.toString(row.transactions())));
    columns.add(new Column<>("statements", row -> Long.toString(row.statements())));
    columns.addAll(shares("", row -> 1));
    columns.addAll(shares("_per_statement", CostRow::statements));
    columns.addAll(shares("_per_transaction", CostRow::transactions));
    columns.add(
        new Column<>(
            "logical_written_kb",
            row ->
                row.logicalWrittenBytes().isPresent()
                    ? cost(row.logicalWrittenBytes().getAsLong() / KB)
                    : ""));
    columns.add(new Column<>("write_amplification", row -> cost(row.writeAmplification())));
    columns.add(new Column<>("generator_bound", row -> flag(row.generatorBound())));
    return new CsvTable<>("cost.csv", columns);
  }

  private static List<Column<CostRow>> shares(String suffix, ToLongFunction<CostRow> among) {
    return Arrays.stream(CostMetric.values())
        .map(
            metric ->
                new Column<CostRow>(
                    metric.column() + suffix,
                    row -> {
                      Long count = row.used().counts().get(metric.resource());
                      long events = among.applyAsLong(row);
                      return count == null || events == 0
                          ? ""
                          : cost(metric.unit().of(count) / events);
                    }))
        .toList();
  }

  private static String cost(OptionalDouble figure) {
    return figure.isPresent() ? cost(figure.getAsDouble()) : "";
  }

  /** Formats a cost: integers and up to three decimals exactly, other numbers to six digits. */
  private static String cost(double number) {
    BigDecimal exact = BigDecimal.valueOf(number);
    BigDecimal shown = exact.scale() <= 3 ? exact : exact.round(COST_PRECISION);
    return shown.setScale(COST_DIGITS, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString();
  }

  private static String counters(List<CounterMove> moves) {
    return moves.stream()
        .map(move -> move.name().replaceAll("[\\s,]+", "_") + "=+" + move.change())
        .collect(Collectors.joining(" "));
  }

  private static String whole(double perSecond) {
    return BigDecimal.valueOf(Math.round(perSecond)).toPlainString();
  }

  private static String flag(boolean bound) {
    return bound ? "1" : "0";
  }
}

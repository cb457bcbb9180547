package io.stallmark.report.file;

import io.stallmark.analysis.Latency;
import io.stallmark.analysis.PhaseTotals;
import io.stallmark.analysis.trust.Strain;
import io.stallmark.plan.Phase;
import io.stallmark.record.Interval;
import io.stallmark.record.Series;
import io.stallmark.report.Figures;
import io.stallmark.report.trust.TrustCsv;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

/** {@code intervals.csv}: a row for every interval; counts of all rows sum to the run's totals. */
final class IntervalsCsv implements Closeable {

  static final String FILE = "intervals.csv";
  private static final double SLOTS_PER_SECOND = Figures.SECOND / Interval.SLOT;

  private static final String HEAD =
      "start_s,end_s,transactions,statements,rows,retries,failures,"
          + "service_p50_ms,service_p95_ms,service_p99_ms,service_p999_ms,service_max_ms,"
          + "response_p50_ms,response_p95_ms,response_p99_ms,response_p999_ms,response_max_ms,"
          + "lowest_slot_transactions_per_s,oldest_in_flight_ms,generator_bound,phase\n";

  private final AppendFile file;
  private final List<Phase> phases;

  IntervalsCsv(Path directory, List<Phase> phases) throws IOException {
    this.phases = phases;
    file = new AppendFile(directory.resolve(FILE));
    file.append(HEAD);
  }

  void append(Interval interval, Strain strain) throws IOException {
    file.append(row(interval, strain));
  }

  private String row(Interval interval, Strain strain) {
    Series transaction = interval.series().get(0);
    List<Series> statements = interval.statements();
    StringJoiner row = new StringJoiner(",", "", "\n");
    row.add(Figures.exactSeconds(interval.start()));
    row.add(Figures.exactSeconds(interval.end()));
    row.add(Long.toString(transaction.successes()));
    row.add(Long.toString(statements.stream().mapToLong(Series::successes).sum()));
    row.add(Long.toString(statements.stream().mapToLong(Series::rows).sum()));
    row.add(Long.toString(transaction.retries()));
    row.add(Long.toString(transaction.failures()));
    add(row, Latency.of(transaction.service()));
    add(row, Latency.of(transaction.response()));
    row.add(
        Arrays.stream(interval.slots()).min().stream()
            .mapToObj(lowest -> Long.toString((long) (lowest * SLOTS_PER_SECOND)))
            .findFirst()
            .orElse(""));
    row.add(Figures.exactMillis(interval.oldestInFlight()));
    row.add(TrustCsv.flag(strain));
    row.add(phases.isEmpty() ? "" : phases.get(PhaseTotals.at(phases, interval.start())).name());
    return row.toString();
  }

  /** Without a sample the fields stay empty: nothing took no time. */
  private static void add(StringJoiner row, Latency latency) {
    long[] figures = {latency.p50(), latency.p95(), latency.p99(), latency.p999(), latency.max()};
    for (long figure : figures) {
      row.add(latency.count() == 0 ? "" : Figures.exactMillis(figure));
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

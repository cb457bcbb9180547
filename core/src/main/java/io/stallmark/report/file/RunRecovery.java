package io.stallmark.report.file;

import io.stallmark.record.Kind;
import io.stallmark.report.FigureFormat;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunDocument.RunOutcome;
import io.stallmark.result.RunState;
import io.stallmark.result.RunSummary;
import io.stallmark.result.RunSummary.KindSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Summary of a run that was killed, from the files that it wrote until then. */
final class RunRecovery {

  /** Minimum number of intervals. */
  private static final int FEWEST = 10;

  private RunRecovery() {}

  /**
   * Returns the document with a summary of all transactions; its reason says where that is from.
   * Returns it unchanged if the run ended by itself, or wrote too few intervals.
   */
  static RunDocument of(RunDocument run, CsvColumns intervals, LatencyCurves curves) {
    int count = intervals.size();
    Instant start = run.measuredFrom() == null ? run.startedAt() : run.measuredFrom();
    Histogram response = curves.of(Kind.TRANSACTION, LatencyCurves.RESPONSE);
    Histogram service = curves.of(Kind.TRANSACTION, LatencyCurves.SERVICE);
    if (run.state() != RunState.RUNNING
        || count < FEWEST
        || start == null
        || response == null
        || service == null) {
      return run;
    }
    double seconds = intervals.at(count - 1, "end_s");
    long nanos = (long) (seconds * FigureFormat.SECOND);
    RunSummary summary = summary(intervals, nanos, service, response);
    return run.ended(
        run.load(),
        RunState.RUNNING,
        "Its figures are summed from the " + count + " intervals that it wrote.",
        start.plus(Duration.ofNanos(nanos)),
        run.measuredFrom(),
        List.of(),
        RunOutcome.of(summary));
  }

  /** Rows read and written are unknown, because intervals have their sum. */
  private static RunSummary summary(
      CsvColumns intervals, long nanos, Histogram service, Histogram response) {
    long transactions = (long) intervals.sum("transactions");
    long statements = (long) intervals.sum("statements");
    long retries = (long) intervals.sum("retries");
    long failures = (long) intervals.sum("failures");
    double perSecond = FigureFormat.perSecond(transactions, nanos);
    KindSummary all =
        new KindSummary(
            Kind.Category.TRANSACTION,
            transactions,
            perSecond,
            null,
            null,
            null,
            retries,
            failures,
            LatencySummary.of(service),
            LatencySummary.of(response));
    return new RunSummary(
        nanos,
        transactions,
        perSecond,
        statements,
        FigureFormat.perSecond(statements, nanos),
        0,
        0,
        0,
        0,
        Double.NaN,
        0,
        Double.NaN,
        retries,
        failures,
        null,
        0,
        0,
        0,
        0,
        transactions,
        failures,
        0,
        null,
        List.of(),
        List.of(),
        null,
        Map.of(Kind.TRANSACTION, all));
  }
}

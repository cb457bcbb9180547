package io.stallmark.analysis;

import io.stallmark.engine.RoleResult;
import io.stallmark.engine.RunResult;
import io.stallmark.record.ErrorCounts.ErrorClass;
import io.stallmark.record.Kind;
import io.stallmark.record.Kind.Category;
import io.stallmark.record.OperationSeries;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.RunSummary;
import io.stallmark.result.RunSummary.ErrorSummary;
import io.stallmark.result.RunSummary.KindSummary;
import io.stallmark.result.RunSummary.RoleSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/** Converts the series of a run to its summary. */
public final class RunTotals {

  private static final double SECOND = 1e9;

  private RunTotals() {}

  /** Returns counts, rates and latencies of a run that has ended. */
  public static RunSummary of(RunResult result) {
    Map<String, KindSummary> kinds = new LinkedHashMap<>();
    for (int i = 0; i < result.kinds().size(); i++) {
      Kind kind = result.kinds().get(i);
      kinds.put(kind.name(), kind(kind, result.totals().get(i), result.elapsed()));
    }
    long rowsRead = result.rows(Category.READ);
    long rowsWritten = result.rows(Category.WRITE);
    Histogram lateness = result.timerLateness();
    return new RunSummary(
        result.elapsed(),
        result.succeeded(),
        result.transactionsPerSecond(),
        result.statements(),
        result.statementsPerSecond(),
        statements(result, Category.READ),
        statements(result, Category.WRITE),
        statements(result, Category.OTHER),
        rowsRead,
        perSecond(rowsRead, result.elapsed()),
        rowsWritten,
        perSecond(rowsWritten, result.elapsed()),
        result.retries(),
        result.failed(),
        result.unexpected(),
        result.reconnects(),
        result.scheduled(),
        result.started(),
        result.neverStarted(),
        result.succeeded(),
        result.failed(),
        result.inFlight(),
        lateness.getTotalCount() == 0 ? null : LatencySummary.of(lateness),
        classes(result, ErrorClass::count),
        classes(result, ErrorClass::retries),
        roles(result),
        kinds);
  }

  private static List<ErrorSummary> classes(RunResult result, ToLongFunction<ErrorClass> count) {
    return result.errors().stream()
        .filter(each -> count.applyAsLong(each) > 0)
        .map(
            each ->
                new ErrorSummary(each.kind(), each.code(), count.applyAsLong(each), each.example()))
        .sorted(Comparator.comparingLong(ErrorSummary::count).reversed())
        .toList();
  }

  private static List<RoleSummary> roles(RunResult result) {
    List<RoleSummary> roles = new ArrayList<>();
    for (int i = 0; i < result.roles().size(); i++) {
      RoleResult role = result.roles().get(i);
      OperationSeries series = result.series(i);
      roles.add(
          new RoleSummary(
              role.name(),
              role.threads(),
              role.unit().word(),
              result.progressPerSecond(i),
              role.succeeded(),
              perSecond(role.succeeded(), result.elapsed()),
              result.rows(i),
              perSecond(result.rows(i), result.elapsed()),
              series.retries(),
              role.failed(),
              role.scheduled(),
              role.started(),
              role.neverStarted(),
              role.inFlight(),
              LatencySummary.of(series.service()),
              LatencySummary.of(series.response())));
    }
    return roles;
  }

  private static KindSummary kind(Kind kind, OperationSeries series, long elapsed) {
    boolean statement = kind.isStatement();
    return new KindSummary(
        kind.category(),
        series.successes(),
        perSecond(series.successes(), elapsed),
        statement ? series.rows() : null,
        statement ? perSecond(series.rows(), elapsed) : null,
        statement ? series.unexpected() : null,
        series.retries(),
        series.failures(),
        LatencySummary.of(series.service()),
        LatencySummary.of(series.response()),
        kind.text().isEmpty() ? null : kind.text());
  }

  private static long statements(RunResult result, Category category) {
    long sum = 0;
    for (int i = 1; i < result.kinds().size(); i++) {
      sum += result.kinds().get(i).category() == category ? result.totals().get(i).successes() : 0;
    }
    return sum;
  }

  private static double perSecond(long count, long nanos) {
    return nanos <= 0 ? 0 : count * SECOND / nanos;
  }
}

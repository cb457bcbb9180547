package io.stallmark.engine;

import io.stallmark.record.Kind;
import io.stallmark.record.OperationSeries;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Results of runs without errors for tests. */
public final class SampleResult {

  private SampleResult() {}

  /** Returns the result of a run with one role, without kinds of operation. */
  public static RunResult of(RoleResult role) {
    return of(List.of(), List.of(), role, 1);
  }

  /** Returns the result of a run with one role, which took {@code elapsed} nanoseconds. */
  public static RunResult of(
      List<Kind> kinds, List<OperationSeries> totals, RoleResult role, long elapsed) {
    return new RunResult(
        kinds, totals, List.of(role), elapsed, 0, new Histogram(1), List.of(), null, false, "", "");
  }
}

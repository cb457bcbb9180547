package io.stallmark.report.table;

import io.stallmark.report.FigureFormat;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.Percentile;
import io.stallmark.result.RunSummary.KindSummary;
import java.util.List;

/** Rate and times of an operation, a role or a phase, as a row for readers. */
public record TimesRow(String name, double perSecond, long count, LatencySummary times) {

  /** Creates the row of a kind of operation with one of its two times. */
  public TimesRow(String name, KindSummary kind, LatencySummary times) {
    this(name, kind.perSecond(), kind.count(), times);
  }

  /**
   * Adds the columns of rate, mean and percentiles.
   *
   * @param rate width of the rate
   * @param width width of each time
   */
  public static FigureTable<TimesRow> columns(
      FigureTable<TimesRow> table, int rate, int width, List<Percentile> percentiles) {
    return table
        .texts("/s", rate, row -> FigureFormat.rate(row.perSecond))
        .texts("mean", width, TimesRow::mean)
        .times(width, percentiles, TimesRow::count, TimesRow::times);
  }

  private String mean() {
    return count == 0 ? FigureFormat.NONE : FigureFormat.millis(times.mean());
  }
}

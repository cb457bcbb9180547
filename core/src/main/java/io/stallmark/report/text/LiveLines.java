package io.stallmark.report.text;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.plan.RolePlan;
import io.stallmark.record.Interval;
import io.stallmark.record.OperationSeries;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.Terminal;
import io.stallmark.result.Percentile;
import io.stallmark.text.Text;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Prints a line for every interval of a run, and the column heads every 20 lines. */
public final class LiveLines {

  private static final int LINES_UNDER_A_HEAD = 20;

  /** Age of the oldest operation in flight from which a line says so, nanoseconds. */
  static final long WORTH_SAYING = 1_000_000_000L;

  /** Time without any answer from which a line says so, nanoseconds. */
  static final long SILENT = 5_000_000_000L;

  /**
   * Minimum length of a stall in a line, nanoseconds. A shorter part would be printed as 0.0 s; the
   * next interval has the rest of the stall.
   */
  static final long LEAST_STALL = 50_000_000L;

  private static final String HEAD =
      "   elapsed  transactions/s  statements/s       rows/s   p50 ms   p99 ms  retries/s  errors/s";

  private final Terminal terminal;
  private final long length;
  private final List<RolePlan> roles;
  private int lines;

  /**
   * Prints to a terminal.
   *
   * @param length length of a whole interval, nanoseconds
   * @param roles roles of the run; if there are several, each has a line after that of all
   */
  public LiveLines(Terminal terminal, long length, List<RolePlan> roles) {
    this.terminal = terminal;
    this.roles = List.copyOf(roles);
    this.length = length;
  }

  /**
   * Prints the line of an interval.
   *
   * @param stalled length of its stalled part, nanoseconds
   */
  public void interval(Interval interval, long stalled, GeneratorHealth health) {
    if (interval.end() - interval.start() < length / 2) {
      return; // the rest at the end of a run: its rate is misleading
    }
    if (lines++ % LINES_UNDER_A_HEAD == 0) {
      terminal.result(HEAD);
    }
    terminal.result(line(interval) + mark(stalled) + TrustLines.mark(health));
    for (int i = 0; i < roles.size() && roles.size() > 1; i++) {
      String name = roles.get(i).name();
      String label = name.substring(0, Math.min(11, name.length())) + " ";
      OperationSeries series = interval.series().get(1 + i);
      long time = interval.end() - interval.start();
      terminal.result(line(label, series, "", series.rows(), time));
    }
  }

  private static String mark(long stalled) {
    return stalled < LEAST_STALL
        ? ""
        : Text.format("  STALL %.1f s", stalled / FigureFormat.SECOND);
  }

  public static String line(Interval interval) {
    long time = interval.end() - interval.start();
    long statements = interval.statements().stream().mapToLong(OperationSeries::successes).sum();
    long rows = interval.statements().stream().mapToLong(OperationSeries::rows).sum();
    long unexpected = interval.statements().stream().mapToLong(OperationSeries::unexpected).sum();
    String line =
        line(
            Text.format("%,8.1f s  ", interval.end() / FigureFormat.SECOND),
            interval.series().get(0),
            FigureFormat.rate(FigureFormat.perSecond(statements, time)),
            rows,
            time);
    if (unexpected > 0) {
      line += Text.format("  unexpected %,d", unexpected);
    }
    return line + waiting(interval, statements);
  }

  private static String waiting(Interval interval, long statements) {
    long ended = statements + interval.statements().stream().mapToLong(LiveLines::lost).sum();
    double seconds = interval.oldestInFlight() / FigureFormat.SECOND;
    if (interval.oldestInFlight() >= SILENT && ended == 0) {
      return Text.format("  no answer for %.0f s", Math.floor(seconds));
    }
    return interval.oldestInFlight() > WORTH_SAYING
        ? Text.format("  oldest in flight %.1f s", seconds)
        : "";
  }

  private static long lost(OperationSeries series) {
    return series.retries() + series.failures();
  }

  private static String line(
      String label, OperationSeries series, String statements, long rows, long time) {
    return Text.format(
        "%12s%,14.1f  %12s  %,11.1f  %7s  %7s  %,9.1f  %,8.1f",
        label,
        FigureFormat.perSecond(series.successes(), time),
        statements,
        FigureFormat.perSecond(rows, time),
        percentile(series.response(), Percentile.P50),
        percentile(series.response(), Percentile.P99),
        FigureFormat.perSecond(series.retries(), time),
        FigureFormat.perSecond(series.failures(), time));
  }

  static String percentile(Histogram histogram, Percentile percentile) {
    return percentile.isSupported(histogram.getTotalCount())
        ? FigureFormat.millis((double) percentile.of(histogram))
        : FigureFormat.NONE;
  }
}

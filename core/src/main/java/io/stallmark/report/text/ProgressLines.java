package io.stallmark.report.text;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.Interval;
import io.stallmark.record.OperationSeries;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.Terminal;
import io.stallmark.report.TextLines;
import io.stallmark.result.Percentile;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import org.HdrHistogram.Histogram;

/**
 * Prints lines over a run, within 80 columns: one for each interval, and in a longer run one for
 * several. On an interactive terminal, a status line has the last interval and the time left.
 */
public final class ProgressLines {

  /** Most lines of a run of known length; in others, the gaps double after as many lines. */
  private static final int LINES = 30;

  /** Column in which the marks begin that do not fit into the line. */
  private static final int INDENT = 9;

  private static final String HEAD =
      " time s  transactions/s     rows/s   p50 ms   p95 ms   max ms";

  private final Terminal terminal;
  private final RunPlan plan;
  private final long known; // intervals of a line if the length of the run is known, otherwise 0
  private OperationSeries transactions =
      new OperationSeries(); // since the last line, as those below
  private long gap = 1;
  private int lines;
  private long intervals;
  private long time;
  private long rows;
  private long stalled;
  private long silence = LiveLines.SILENT;
  private String starved = ""; // why
  private boolean explained;
  private boolean unreturned;

  public ProgressLines(Terminal terminal, RunPlan plan) {
    this.terminal = terminal;
    this.plan = plan;
    long all = Math.max(1, plan.duration() / plan.interval());
    known = plan.duration() == 0 ? 0 : (all + LINES - 1) / LINES;
  }

  /**
   * Adds an interval.
   *
   * @param stall length of its stalled part, nanoseconds
   */
  public void interval(Interval interval, long stall, GeneratorHealth health) {
    long length = interval.end() - interval.start();
    if (length < plan.interval() / 2) {
      return; // the rest at the end of a run: its rate is misleading
    }
    intervals++;
    time += length;
    stalled += stall;
    starved = health.bound() ? health.why() : starved;
    OperationSeries transaction = interval.series().get(0);
    transactions.add(transaction);
    rows += interval.statements().stream().mapToLong(OperationSeries::rows).sum();
    boolean over = known > 0 && interval.start() >= plan.duration();
    if ((!over && intervals >= (known > 0 ? known : gap)) || fallsSilent(interval)) {
      print(interval);
    }
    if (terminal.interactive()) {
      terminal.status(status(interval, transaction, length));
    }
  }

  /** Whether the server has not answered for a time that deserves a line now. */
  private boolean fallsSilent(Interval interval) {
    boolean answered =
        interval.statements().stream()
            .anyMatch(each -> each.successes() + each.retries() + each.failures() > 0);
    if (answered) {
      silence = LiveLines.SILENT;
      unreturned = false;
    }
    if (answered || interval.oldestInFlight() < silence) {
      return false;
    }
    silence *= 2;
    return true;
  }

  /** Notes that it is code of the user's that does not return, until something is answered. */
  public void unreturned() {
    unreturned = true;
  }

  private void print(Interval interval) {
    if (lines == 0) {
      terminal.result(HEAD);
    }
    Histogram response = transactions.response();
    String line =
        Text.format(
            "%,7.1f  %,14.1f  %,9.0f  %7s  %7s  %7s",
            interval.end() / FigureFormat.SECOND,
            FigureFormat.perSecond(transactions.successes(), time),
            FigureFormat.perSecond(rows, time),
            LiveLines.percentile(response, Percentile.P50),
            LiveLines.percentile(response, Percentile.P95),
            LiveLines.percentile(response, Percentile.MAX));
    terminal.result(marked(line, interval));
    if (!starved.isEmpty() && !explained) {
      explained = true;
      TextLines.wrapped(" ".repeat(INDENT) + "starved: " + starved).forEach(terminal::result);
    }
    lines++;
    if (lines >= LINES) {
      gap = intervals + gap;
    }
    clear();
  }

  private void clear() {
    intervals = 0;
    time = 0;
    rows = 0;
    stalled = 0;
    starved = "";
    transactions = new OperationSeries();
  }

  /** Adds what the line must not hide, errors first. What does not fit is on a second line. */
  private String marked(String line, Interval interval) {
    Lines marks = new Lines();
    if (transactions.failures() > 0) {
      marks.add(FigureFormat.count(transactions.failures(), "error"));
    }
    double oldest = interval.oldestInFlight() / FigureFormat.SECOND;
    if (interval.oldestInFlight() >= LiveLines.SILENT) {
      String what = unreturned ? "return" : "answer";
      marks.add("no %s for %.0f s", what, Math.floor(oldest));
    } else if (interval.oldestInFlight() > LiveLines.WORTH_SAYING) {
      marks.add("oldest in flight %.1f s", oldest);
    }
    if (stalled >= LiveLines.LEAST_STALL) {
      marks.add("STALL %.1f s", stalled / FigureFormat.SECOND);
    }
    if (!starved.isEmpty()) {
      marks.add("generator starved");
    }
    String marked = line;
    int length = line.length();
    for (String mark : marks) {
      boolean fits = length + 2 + mark.length() <= TextLines.WIDTH;
      marked += (fits ? "  " : "\n" + " ".repeat(INDENT)) + mark;
      length = (fits ? length + 2 : INDENT) + mark.length();
    }
    return marked;
  }

  private String status(Interval interval, OperationSeries transaction, long length) {
    double seconds = interval.end() / FigureFormat.SECOND;
    double rate = FigureFormat.perSecond(transaction.successes(), length);
    if (plan.duration() == 0) {
      return Text.format("  %.0f s: %,.1f transactions/s", seconds, rate);
    }
    double all = plan.duration() / FigureFormat.SECOND;
    return Text.format(
        "  %.0f of %.0f s, %.0f s left: %,.1f transactions/s",
        seconds, all, Math.max(0, all - seconds), rate);
  }
}

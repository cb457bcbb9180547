package io.stallmark.report;

import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport;
import io.stallmark.text.Text;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Prints the progress of loads and checks, and why a run failed. Progress is a bar on an
 * interactive terminal, otherwise a plain line every few seconds.
 */
public abstract class LoadProgress implements RunObserver {

  private static final long FIRST_PAUSE = TimeUnit.SECONDS.toNanos(5);
  private static final int WIDTH = 75; // without separators of thousands
  private static final String ROW = "row";
  private static final long THOUSAND = 1000;
  private static final long MANY = 100 * THOUSAND; // the bar has space for short numbers only
  private static final int REFRESH_MILLIS = 200;
  private static final Pattern UNKNOWN_RATE = Pattern.compile(" \\?k? \\w+/s"); // for a second
  private static final Pattern GROUPS = Pattern.compile("(?<=[ /]\\d{1,15})(?=(\\d{3})+[k/ ])");

  /** Terminal on which the run is printed. */
  protected final Terminal terminal;

  private final boolean shown;
  private @Nullable ProgressBar bar;
  private String what = "";
  private String unit = ROW;
  private long total;
  private long done;
  private long there;
  private long started;
  private long said;
  private long pause; // before the next line; doubles, so that a long load has few lines
  private long rowsBefore;
  private long startedBefore;

  /**
   * Prints to a terminal.
   *
   * @param shown whether progress is printed; a server that does not answer is always reported
   */
  protected LoadProgress(Terminal terminal, boolean shown) {
    this.terminal = terminal;
    this.shown = shown;
  }

  private void say(String line) {
    if (shown) {
      terminal.notice(line);
    }
  }

  @Override
  public final void workStarted(String work, long rows) {
    workStarted(work, rows, ROW);
  }

  @Override
  public final synchronized void workStarted(String work, long rows, String counted) {
    boolean brief = rows == 0 && done > 0 && there == 0 && !slow();
    if (brief) { // its indexes end in a moment, and that line has its figures
      closeBar();
      rowsBefore = done;
      startedBefore = started;
    } else {
      end();
    }
    what = work;
    unit = counted;
    total = rows;
    done = 0;
    there = 0;
    started = System.nanoTime();
    said = started;
    pause = FIRST_PAUSE;
    if (terminal.interactive() && rows > 0) {
      bar =
          ProgressBar.builder()
              .setTaskName(work)
              .setInitialMax(rows)
              .setUnit((rows < MANY ? " " : "k ") + unit + "s", rows < MANY ? 1 : THOUSAND)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(REFRESH_MILLIS)
              .showSpeed(new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT)))
              .setConsumer(
                  new ConsoleProgressBarConsumer(terminal.err(), WIDTH) {
                    @Override
                    public void accept(String line) {
                      String known = UNKNOWN_RATE.matcher(line).replaceFirst("");
                      super.accept(GROUPS.matcher(known).replaceAll(","));
                    }
                  })
              .build();
    } else if (!brief) {
      say(rows > 0 ? work + ": " + FigureFormat.count(rows, unit) : work);
    }
  }

  /** Whether the work has taken so long that its end is worth a line. */
  private boolean slow() {
    return System.nanoTime() - started >= FIRST_PAUSE;
  }

  private void closeBar() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }

  @Override
  public final synchronized void workAdvanced(long rows) {
    done += rows;
    if (bar != null) {
      bar.stepTo(done);
      return;
    }
    long now = System.nanoTime();
    if (total > 0 && now - said >= pause) {
      said = now;
      pause *= 2;
      say(line(now));
    }
  }

  /** Subtracts existing rows from the total, because the rate counts only rows that are written. */
  @Override
  public final synchronized void workFound(long rows) {
    there += rows;
    total = Math.max(0, total - rows);
    if (bar != null) {
      bar.maxHint(Math.max(1, total));
    }
  }

  /** Ends the work. What starts afterwards is no part of it. */
  @Override
  public final synchronized void workEnded() {
    end();
    done = 0;
    rowsBefore = 0;
  }

  private void end() {
    closeBar();
    long now = System.nanoTime();
    if (!what.isEmpty() && there > 0) {
      String rows = FigureFormat.count(there, "row");
      say(what + ": " + rows + (there == 1 ? " was there" : " were there"));
    }
    if (!unit.equals(ROW)) { // their number was said, and they have no rate
      done = 0;
      rowsBefore = 0;
    }
    if (!what.isEmpty() && done > 0) {
      say(what + ": " + rate(done, now - started));
      rowsBefore = done;
      startedBefore = started;
    } else if (!what.isEmpty() && rowsBefore > 0) {
      // A load includes its indexes, so its rate includes their time.
      say(
          Text.format(
              "%s: %.1f s; the whole load: %s",
              what, (now - started) / FigureFormat.SECOND, rate(rowsBefore, now - startedBefore)));
      rowsBefore = 0;
    }
    what = "";
    total = 0;
  }

  @Override
  public final synchronized void workSilent(long seconds) {
    terminal.notice("No answer for " + seconds + " s");
  }

  @Override
  public synchronized void workUnreturned(String code, long seconds) {
    terminal.notice(Text.format("No return for %d s from %s; Ctrl-C ends it", seconds, code));
  }

  @Override
  public final synchronized void workLost(String lost) {
    terminal.notice(lost);
  }

  @Override
  public void finished(RunReport report) {
    if (!report.complaint().isEmpty()) {
      terminal.error(report.complaint());
    }
  }

  private static String rate(long rows, long nanoseconds) {
    double seconds = nanoseconds / FigureFormat.SECOND;
    return Text.format(
        "%s in %.1f s, %,.0f rows/s", FigureFormat.count(rows, "row"), seconds, rows / seconds);
  }

  private String line(long now) {
    if (!unit.equals(ROW)) {
      return Text.format("%s: %,d of %s", what, done, FigureFormat.count(total, unit));
    }
    double rate = FigureFormat.perSecond(done, now - started);
    return Text.format(
        "%s: %,d of %,d rows (%.0f %%), %,.0f rows/s, %,.0f s left",
        what,
        done,
        total,
        100.0 * done / Math.max(1, total),
        rate,
        Math.max(0, total - done) / rate);
  }
}

package io.stallmark.cli;

import io.stallmark.capture.RecordingStatus;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.Terminal;
import io.stallmark.text.Text;
import java.util.concurrent.TimeUnit;

/** Lines about a recording: its progress every 10 seconds, its failure at once, its summary. */
final class RecordingLines {

  private static final long PAUSE = TimeUnit.SECONDS.toNanos(10);
  private static final double MEGABYTE = 1e6;

  private final Terminal terminal;
  private long said; // nanoseconds since the start of the recording
  private long operationsBefore;
  private boolean failed;

  RecordingLines(Terminal terminal) {
    this.terminal = terminal;
  }

  void progress(RecordingStatus status) {
    if (status.failure() != null && !failed) {
      failed = true;
      terminal.error(
          status.failure()
              + ". The recording has stopped; the proxy continues to pass the traffic.");
    }
    long now = status.elapsed();
    if (now - said < PAUSE) {
      return;
    }
    long operations = status.operations();
    double rate = FigureFormat.perSecond(operations - operationsBefore, now - said);
    terminal.notice(line(rate, status));
    said = now;
    operationsBefore = operations;
  }

  /** Returns the line of the progress, within 80 columns. */
  static String line(double rate, RecordingStatus status) {
    return Text.format(
        "%5d s  %,d open  %,d operations  %,.0f/s  %s  %,d lost",
        TimeUnit.NANOSECONDS.toSeconds(status.elapsed()),
        status.open(),
        status.operations(),
        rate,
        size(status.bytes()),
        status.lost());
  }

  /** Reports that the connections of the clients are closed. */
  void closing(RecordingStatus status) {
    if (status.open() > 0) {
      terminal.notice(
          status.open() == 1
              ? "1 session is still open; its connection is closed."
              : FigureFormat.count(status.open()) + " sessions are still open; they are closed.");
    }
  }

  void summary(RecordingStatus status, String directory) {
    terminal.result(
        "Recorded %s of %s in %.1f s: %s",
        FigureFormat.count(status.operations(), "operation"),
        FigureFormat.count(status.sessions(), "session"),
        status.elapsed() / FigureFormat.SECOND,
        size(status.bytes()));
    if (status.lost() > 0) {
      terminal.result(
          "Lost %s, %s; the trace has gaps in their places",
          FigureFormat.count(status.lost(), "operation"), FigureFormat.percent(status.lostShare()));
    }
    if (status.unopened() + status.unreachable() > 0) {
      terminal.result(
          "%s ended in the login, %s found no server",
          FigureFormat.count(status.unopened(), "connection"),
          FigureFormat.count(status.unreachable()));
    }
    terminal.result("Next: stallmark trace info " + directory);
  }

  private static String size(long bytes) {
    return Text.format("%,.1f MB", bytes / MEGABYTE);
  }
}

package io.stallmark.cli.job;

import io.stallmark.report.LoadProgress;
import io.stallmark.report.Terminal;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport;

/** Prints the progress of loads and checks, and why a run failed. */
public abstract class LoadObserver implements RunObserver {

  protected final Terminal terminal;
  private final LoadProgress progress;
  private final boolean shown;

  /**
   * Creates the observer.
   *
   * @param shown whether progress is printed; a server that does not answer is always reported
   */
  protected LoadObserver(Terminal terminal, boolean shown) {
    this.terminal = terminal;
    this.shown = shown;
    progress = new LoadProgress(terminal);
  }

  @Override
  public final void workStarted(String what, long rows) {
    if (shown) {
      progress.workStarted(what, rows);
    }
  }

  @Override
  public final void workAdvanced(long rows) {
    if (shown) {
      progress.workAdvanced(rows);
    }
  }

  @Override
  public final void workFound(long rows) {
    if (shown) {
      progress.workFound(rows);
    }
  }

  @Override
  public final void workSilent(long seconds) {
    progress.workSilent(seconds);
  }

  @Override
  public final void workLost(String what) {
    progress.workLost(what);
  }

  @Override
  public final void workEnded() {
    if (shown) {
      progress.workEnded();
    }
  }

  @Override
  public void finished(RunReport report) {
    if (!report.complaint().isEmpty()) {
      terminal.error(report.complaint());
    }
  }
}

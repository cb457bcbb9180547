package io.stallmark.cli.job;

import io.stallmark.report.Terminal;
import io.stallmark.run.RunHandle;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport.Exit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The effect of signals on a command's runs, one after the other. The first asks the run to end in
 * good order; the second ends the process at once, but closes the database first: an embedded
 * server must not outlive it. Thread-safe.
 */
public final class InterruptHandler implements RunObserver {

  private static final long LONGEST_FAREWELL_MILLIS = 15_000;

  private final Terminal terminal;
  private final IntConsumer halt;
  private @Nullable RunHandle run;
  private boolean asked;
  private boolean hurried;

  /**
   * @param halt ends the process without running anything else
   */
  InterruptHandler(Terminal terminal, IntConsumer halt) {
    this.terminal = terminal;
    this.halt = halt;
  }

  /** The run that signals end from now on; at once if one has arrived before. */
  @Override
  public synchronized void started(RunHandle handle) {
    run = handle;
    if (asked) {
      handle.stop();
    }
  }

  /** Whether the user wants to end. */
  public synchronized boolean asked() {
    return asked;
  }

  /** Receives a signal. */
  public synchronized void signal() {
    if (!asked) {
      asked = true;
      if (run != null) {
        run.stop();
      }
      terminal.notice("Ending in good order; a second signal ends at once.");
    } else if (!hurried) {
      hurried = true;
      terminal.notice("Ending at once.");
      terminal.fallSilent(); // what fails from here on fails because of that
      RunHandle last = run;
      new Thread(() -> hurry(last), "end-at-once").start();
    }
  }

  /** A server that does not answer must not keep the process from ending. */
  private void hurry(@Nullable RunHandle last) {
    Thread farewell = new Thread(() -> abandon(last), "farewell");
    farewell.setDaemon(true);
    farewell.start();
    try {
      farewell.join(LONGEST_FAREWELL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      halt.accept(Exit.INTERRUPTED.code());
    }
  }

  private static void abandon(@Nullable RunHandle last) {
    if (last != null) {
      last.abandon();
    }
  }
}

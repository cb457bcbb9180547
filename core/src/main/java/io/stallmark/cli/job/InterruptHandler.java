package io.stallmark.cli.job;

import io.stallmark.report.Terminal;
import io.stallmark.run.RunHandle;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport.Exit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The handler of signals during a command's runs, which are executed one after the other. The first
 * signal asks the run to stop gracefully. The second ends the process at once, after closing the
 * database, because an embedded server must not outlive the process. Thread-safe.
 */
public final class InterruptHandler implements RunObserver {

  private static final long LONGEST_FAREWELL_MILLIS = 15_000;

  private final Terminal terminal;
  private final IntConsumer halt;
  private @Nullable RunHandle run;
  private boolean asked;
  private boolean hurried;

  /**
   * Creates the handler.
   *
   * @param halt ends the process at once, without shutdown hooks
   */
  InterruptHandler(Terminal terminal, IntConsumer halt) {
    this.terminal = terminal;
    this.halt = halt;
  }

  /**
   * Sets the run that signals stop from now on. Stops it immediately if a signal has already
   * arrived.
   */
  @Override
  public synchronized void started(RunHandle handle) {
    run = handle;
    if (asked) {
      handle.stop();
    }
  }

  /** Whether the user has requested a stop. */
  public synchronized boolean asked() {
    return asked;
  }

  /** Handles a signal. May be called on any thread. */
  public synchronized void signal() {
    if (!asked) {
      asked = true;
      if (run != null) {
        run.stop();
      }
      terminal.notice("Shutting down; a second signal ends the program immediately.");
    } else if (!hurried) {
      hurried = true;
      terminal.notice("Ending immediately.");
      terminal.fallSilent(); // later failures are consequences of this abrupt end
      RunHandle last = run;
      new Thread(() -> endImmediately(last), "end-at-once").start();
    }
  }

  /**
   * Closes the database and ends the process, at the latest after 15 seconds if the server does not
   * answer.
   */
  private void endImmediately(@Nullable RunHandle last) {
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

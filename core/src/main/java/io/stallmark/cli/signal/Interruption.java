package io.stallmark.cli.signal;

import io.stallmark.engine.Stop;
import io.stallmark.report.Terminal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What signals do. The first asks the run to end in good order; the second ends the program at
 * once, yet not without closing the database, for an embedded server must not outlive it.
 * Thread-safe.
 */
public final class Interruption {

  /** What a program says that was told to end. */
  public static final int EXIT_CODE = 130;

  private static final long LONGEST_FAREWELL_MILLIS = 15_000;

  private final Stop stop = new Stop();
  private final Terminal terminal;
  private final IntConsumer halt;
  private final Deque<Runnable> last = new ArrayDeque<>();
  private boolean hurried;
  private int busy; // things under way that cannot be left half done

  /**
   * @param halt ends the program without further ado
   */
  public Interruption(Terminal terminal, IntConsumer halt) {
    this.terminal = terminal;
    this.halt = halt;
  }

  public Stop stop() {
    return stop;
  }

  /** What must be done even when the program ends at once; the latest is done first. */
  public synchronized void atLast(Runnable action) {
    last.push(action);
  }

  /** Between this and {@link #done} even the second signal waits. */
  public synchronized void begin() {
    busy++;
  }

  public synchronized void done() {
    busy--;
    notifyAll();
  }

  /** A signal arrived. */
  public void signal() {
    if (!stop.requested()) {
      stop.request();
      terminal.notice("Ending in good order; a second signal ends at once.");
      return;
    }
    synchronized (this) {
      if (hurried) {
        return;
      }
      hurried = true;
    }
    terminal.notice("Ending at once.");
    terminal.fallSilent(); // what fails from here on fails because of that
    new Thread(this::hurry, "end-at-once").start();
  }

  /** A server that does not even answer to a farewell must not hold the program. */
  private void hurry() {
    Thread farewell = new Thread(this::actAtLast, "farewell");
    farewell.setDaemon(true);
    farewell.start();
    try {
      farewell.join(LONGEST_FAREWELL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      halt.accept(EXIT_CODE);
    }
  }

  private void actAtLast() {
    try {
      for (Runnable action = next(); action != null; action = next()) {
        action.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized @Nullable Runnable next() throws InterruptedException {
    while (busy > 0) {
      wait();
    }
    return last.poll();
  }
}

package io.stallmark.cli;

import io.stallmark.engine.Stop;
import io.stallmark.report.Terminal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntConsumer;

/**
 * What signals do. The first asks the run to end in good order; the second ends the program at
 * once, yet not without closing the database, for an embedded server must not outlive it.
 * Thread-safe.
 */
final class Interruption {

  private final Stop stop = new Stop();
  private final Terminal terminal;
  private final IntConsumer halt;
  private final Deque<Runnable> last = new ArrayDeque<>();
  private boolean hurried;
  private int busy; // things under way that cannot be left half done

  /**
   * @param halt ends the program without further ado
   */
  Interruption(Terminal terminal, IntConsumer halt) {
    this.terminal = terminal;
    this.halt = halt;
  }

  Stop stop() {
    return stop;
  }

  /** What must be done even when the program ends at once; the latest is done first. */
  synchronized void atLast(Runnable action) {
    last.push(action);
  }

  /** Between this and {@link #done} even the second signal waits. */
  synchronized void begin() {
    busy++;
  }

  synchronized void done() {
    busy--;
    notifyAll();
  }

  /** A signal arrived. */
  void signal() {
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
    Thread thread = new Thread(this::hurry, "end-at-once");
    thread.start();
  }

  private void hurry() {
    try {
      for (Runnable action = next(); action != null; action = next()) {
        action.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      halt.accept(Program.INTERRUPTED);
    }
  }

  private synchronized @org.jspecify.annotations.Nullable Runnable next()
      throws InterruptedException {
    while (busy > 0) {
      wait();
    }
    return last.poll();
  }
}

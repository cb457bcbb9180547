package io.stallmark.run;

import io.stallmark.engine.StopFlag;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Ends a run that is under way. Thread-safe. */
public final class RunHandle {

  private final StopFlag stop = new StopFlag();
  private final Deque<Runnable> farewells = new ArrayDeque<>();
  private int busy; // actions under way that cannot be left half done

  /** Asks the run to end in good order: it saves what it has measured, and returns. */
  public void stop() {
    stop.request();
  }

  public boolean stopping() {
    return stop.requested();
  }

  /**
   * Closes the database and leaves the files as they are, for a process that ends at once. The run
   * must not be waited for afterwards.
   */
  public void abandon() {
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
    return farewells.poll();
  }

  StopFlag flag() {
    return stop;
  }

  /** Adds what {@link #abandon} does; the latest is done first. */
  synchronized void atAbandon(Runnable action) {
    farewells.push(action);
  }

  /** Between this and {@link #done} even {@link #abandon} waits. */
  synchronized void begin() {
    busy++;
  }

  synchronized void done() {
    busy--;
    notifyAll();
  }
}

package io.stallmark.run;

import io.stallmark.engine.StopFlag;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Stops a run in progress. Thread-safe. */
public final class RunHandle {

  private final StopFlag stop = new StopFlag();
  private final Deque<Runnable> farewells = new ArrayDeque<>();
  private int busy; // actions in progress that must complete before the process ends

  /** Asks the run to stop gracefully: it saves the results measured so far, and returns. */
  public void stop() {
    stop.request();
  }

  /** Whether a graceful stop was requested. */
  public boolean isStopped() {
    return stop.requested();
  }

  /**
   * Closes the database and leaves the files as they are, for a process that ends at once. After
   * this call, do not wait for the run.
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

  /** Registers an action of {@link #abandon}. The actions run in reverse order of registration. */
  synchronized void atAbandon(Runnable action) {
    farewells.push(action);
  }

  /** Begins an action that must complete: until {@link #done}, {@link #abandon} waits. */
  synchronized void begin() {
    busy++;
  }

  synchronized void done() {
    busy--;
    notifyAll();
  }
}

package io.stallmark.engine;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Flag that a signal handler sets when the user stops the program; all loops read it. Thread-safe.
 */
public final class StopFlag {

  private final AtomicBoolean requested = new AtomicBoolean();

  public void request() {
    requested.set(true);
  }

  public boolean requested() {
    return requested.get();
  }

  /**
   * Throws when the user has requested a stop. Called before the measurement, when there are no
   * results to report.
   *
   * @throws InterruptedException when a stop was requested; the message is for the user
   */
  public void check() throws InterruptedException {
    if (requested()) {
      throw new InterruptedException("Interrupted; nothing was measured.");
    }
  }
}

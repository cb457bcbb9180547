package io.stallmark.engine;

import java.util.concurrent.atomic.AtomicBoolean;

/** The user's wish to end: a signal sets it, all loops look at it. Thread-safe. */
public final class StopFlag {

  private final AtomicBoolean requested = new AtomicBoolean();

  public void request() {
    requested.set(true);
  }

  public boolean requested() {
    return requested.get();
  }

  /**
   * Before anything is measured there is nothing to save.
   *
   * @throws InterruptedException when the user wants to end, with a line for him
   */
  public void check() throws InterruptedException {
    if (requested()) {
      throw new InterruptedException("Interrupted; nothing was measured.");
    }
  }
}

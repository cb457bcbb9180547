package io.stallmark.cli.signal;

import org.jspecify.annotations.Nullable;

/**
 * Passes signals on to one command after another: to the one that is under way, and when none is,
 * to the next, so that none is lost between two. Thread-safe.
 */
public final class SignalRelay {

  private @Nullable Runnable action;
  private boolean asked;

  /** A signal arrived. */
  public void signal() {
    Runnable now;
    synchronized (this) {
      asked = true;
      now = action;
    }
    if (now != null) {
      now.run();
    }
  }

  /** From now on signals go there. */
  public void passTo(Runnable next) {
    boolean late;
    synchronized (this) {
      action = next;
      late = asked;
    }
    if (late) {
      next.run();
    }
  }

  /** Whether the user wants to end. */
  public synchronized boolean asked() {
    return asked;
  }
}

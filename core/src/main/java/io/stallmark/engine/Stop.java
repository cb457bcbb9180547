package io.stallmark.engine;

import java.util.concurrent.atomic.AtomicBoolean;

/** The user's wish to end: a signal sets it, all loops look at it. Thread-safe. */
public final class Stop {

  private final AtomicBoolean requested = new AtomicBoolean();

  public void request() {
    requested.set(true);
  }

  public boolean requested() {
    return requested.get();
  }
}

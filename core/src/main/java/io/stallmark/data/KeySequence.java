package io.stallmark.data;

import java.util.concurrent.atomic.AtomicLong;

/** Ascending keys for new rows, each given out once. Thread-safe. */
public final class KeySequence {

  private final AtomicLong last = new AtomicLong();

  /** The keys up to this one are taken; never goes back. */
  public void startAfter(long key) {
    last.accumulateAndGet(key, Math::max);
  }

  public long next() {
    return last.incrementAndGet();
  }
}

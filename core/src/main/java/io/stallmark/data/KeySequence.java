package io.stallmark.data;

import java.util.concurrent.atomic.AtomicLong;

/** Ascending keys for new rows; returns each key once. Thread-safe. */
public final class KeySequence {

  private final AtomicLong last = new AtomicLong();

  /** Marks the keys up to this one as used. A smaller key than the current one has no effect. */
  public void startAfter(long key) {
    last.accumulateAndGet(key, Math::max);
  }

  public long next() {
    return last.incrementAndGet();
  }
}

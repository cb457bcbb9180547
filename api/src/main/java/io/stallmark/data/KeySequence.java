package io.stallmark.data;

import java.util.concurrent.atomic.AtomicLong;

/** Ascending keys for new rows; returns each key once, also on several machines. Thread-safe. */
public final class KeySequence {

  private final AtomicLong last = new AtomicLong();
  private volatile int machine;
  private volatile int machines = 1;

  /**
   * Uses only the keys of one of several machines: those that leave the remainder {@code machine}
   * when divided by {@code count}.
   */
  public void share(int machine, int count) {
    this.machine = machine;
    machines = count;
  }

  /** Marks the keys up to this one as used. A smaller key than the current one has no effect. */
  public void startAfter(long key) {
    last.accumulateAndGet(key, Math::max);
  }

  public long next() {
    return machines == 1 ? last.incrementAndGet() : last.updateAndGet(this::nextOwn);
  }

  private long nextOwn(long key) {
    return key + 1 + Math.floorMod(machine - (key + 1), (long) machines);
  }
}

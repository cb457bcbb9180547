package io.stallmark.cluster.coordinator;

import io.stallmark.engine.arrival.Clock;
import java.util.concurrent.atomic.AtomicLong;

/** Moves only when a test moves it, or when somebody sleeps. Thread-safe. */
final class VirtualClock implements Clock {

  private final AtomicLong now = new AtomicLong();

  void advance(long nanos) {
    now.addAndGet(nanos);
  }

  @Override
  public long now() {
    return now.get();
  }

  @Override
  public void sleepUntil(long moment) {
    now.accumulateAndGet(moment, Math::max);
  }

  @Override
  public void spinUntil(long moment) {
    sleepUntil(moment);
  }
}

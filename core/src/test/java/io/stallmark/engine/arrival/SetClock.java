package io.stallmark.engine.arrival;

/** Stands until it is set, or until somebody waits. */
public class SetClock implements Clock {

  public long now;

  @Override
  public long now() {
    return now;
  }

  @Override
  public void sleepUntil(long moment) {
    now = Math.max(now, moment);
  }

  @Override
  public void spinUntil(long moment) {
    sleepUntil(moment);
  }
}

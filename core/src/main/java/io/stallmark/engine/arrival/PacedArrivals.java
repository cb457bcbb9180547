package io.stallmark.engine.arrival;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.Share;
import java.util.OptionalLong;

/**
 * Arrivals of an open loop, in one queue for all clients of a role. An idle client takes the next
 * arrival and waits until it is due; a late client starts it at once. A client that waits for an
 * arrival never delays an earlier one. Therefore this is a queue with as many servers as clients.
 */
public final class PacedArrivals implements Arrivals {

  private final ArrivalTimer timer;
  private final ArrivalSchedule queue; // clients take from it
  private final ArrivalSchedule calendar; // a copy, to count what was due
  private final long origin;
  private final long end;
  private final long events;
  private long taken; // number of arrivals of the measurement that were taken
  private long started; // number of them that have started
  private long inWarmUp = -1; // number of arrivals before the measurement; -1: it has not started

  /**
   * @param plan plan of this machine
   * @param share the machine's share of the role's arrivals
   * @param role the role's index
   * @param begin start of the run, warm-up included
   * @param origin start of the measurement
   */
  public PacedArrivals(
      RunPlan plan,
      Share share,
      int role,
      Pacing.OpenLoop pacing,
      ArrivalTimer timer,
      long begin,
      long origin) {
    this.timer = timer;
    this.queue = new ArrivalSchedule(plan, share, role, pacing, begin);
    this.calendar = new ArrivalSchedule(plan, share, role, pacing, begin);
    this.origin = origin;
    this.end = plan.duration() == 0 ? Long.MAX_VALUE : origin + plan.duration();
    this.events = role > 0 || plan.events() == 0 ? Long.MAX_VALUE : plan.events();
  }

  @Override
  public synchronized long take(long free) {
    long arrival = queue.next();
    boolean over = arrival >= end || free >= end;
    if (over || (arrival >= origin && taken == events)) {
      return OVER;
    }
    queue.advance();
    if (arrival >= origin) {
      taken++;
    }
    return arrival;
  }

  @Override
  public boolean paced() {
    return true;
  }

  @Override
  public boolean waits() {
    return true;
  }

  @Override
  public long await(long intended) {
    return timer.await(intended);
  }

  @Override
  public OptionalLong dueBefore(long until) {
    if (until < origin) {
      calendar.passTo(until);
      return OptionalLong.of(0);
    }
    if (inWarmUp < 0) {
      inWarmUp = calendar.passTo(origin);
    }
    long due = calendar.passTo(Math.min(end, until)) - inWarmUp;
    return OptionalLong.of(Math.min(events, due));
  }

  @Override
  public synchronized long leftBefore(long until) {
    long due = dueBefore(until).orElse(0);
    return inWarmUp < 0 ? 0 : Math.max(0, due - Math.max(0, queue.index() - inWarmUp));
  }

  @Override
  public synchronized void started(long intended) {
    started += intended >= origin ? 1 : 0;
  }

  @Override
  public synchronized boolean usedUp() {
    return started == events;
  }
}

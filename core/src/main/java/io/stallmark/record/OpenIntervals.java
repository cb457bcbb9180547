package io.stallmark.record;

import io.stallmark.spi.workload.ProgressUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Intervals of a recorder that are not closed, and used ones. Times are nanoseconds since the
 * origin. Guarded by the recorder's lock.
 */
final class OpenIntervals {

  /** Least and largest number of later intervals that are open when the collector is late. */
  private static final int LEAST_AHEAD = 4;

  private static final int MOST_AHEAD = 60;

  /** Bytes of a kind of operation in an interval, and of all open intervals at most. */
  private static final long KIND = 270_000;

  private static final long MOST = 128_000_000;

  private final int kinds;
  private final int firstStatement;
  private final List<ProgressUnit> units;
  private final long length;
  private final int ahead; // largest number of later ones; still later samples count in the last
  private final List<Interval> open = new ArrayList<>(); // the current one, then later ones
  private final List<Interval> closed = new ArrayList<>(); // for reuse
  private final List<Held> held = new ArrayList<>(); // not passed to all their intervals yet
  private long origin;
  private long misplaced; // latest end of a sample that counts in an earlier one

  /** Period in which the process was not scheduled. */
  private record Held(long from, long until) {}

  /**
   * @param kinds number of kinds of operation
   * @param firstStatement number of the first kind that is a statement
   * @param length length of an interval, nanoseconds
   */
  OpenIntervals(int kinds, int firstStatement, List<ProgressUnit> units, long length) {
    this.kinds = kinds;
    this.firstStatement = firstStatement;
    this.units = List.copyOf(units);
    this.length = length;
    long room = Math.min(MOST, Runtime.getRuntime().maxMemory() / 8) / (KIND * kinds);
    ahead = (int) Math.max(LEAST_AHEAD, Math.min(MOST_AHEAD, room));
    open.add(fresh(0));
  }

  /** Sets the time from which intervals count, on the clock of {@link System#nanoTime}. */
  void begin(long start) {
    origin = start;
    current().open(start, 0);
  }

  Interval current() {
    return open.get(0);
  }

  /** Interval of a time; the current interval when that of the time is already closed. */
  Interval at(long moment) {
    Interval current = open.get(0);
    long since = moment - current.start();
    if (since < length) {
      return current; // the usual case, without a division
    }
    int index = (int) Math.min(ahead, since / length);
    while (open.size() <= index) {
      open.add(fresh(open.get(open.size() - 1).start() + length));
    }
    Interval interval = open.get(index);
    if (moment - interval.start() >= length) {
      interval.collectedLate(moment - interval.start() - length);
      misplaced = Math.max(misplaced, moment);
    }
    return interval;
  }

  /** Whether no later interval is open. */
  boolean isLast() {
    return open.size() == 1;
  }

  /** Adds a period in which the process was not scheduled, for all its intervals. */
  void held(long from, long until) {
    held.add(new Held(from, until));
  }

  /** Removes the current interval, which ends then. */
  Interval removeCurrent(long end) {
    Interval removed = open.remove(0);
    for (Held period : held) {
      long from = Math.max(period.from, removed.start());
      long until = Math.min(period.until, end);
      if (from < until) {
        removed.held(from, until);
      }
    }
    held.removeIf(period -> period.until <= end);
    if (open.isEmpty()) {
      open.add(fresh(end));
    }
    return removed;
  }

  /** Takes an interval back that is no longer used. */
  void reuse(Interval interval) {
    closed.add(interval);
  }

  private Interval fresh(long start) {
    Interval interval =
        closed.isEmpty()
            ? new Interval(kinds, firstStatement, units, length)
            : closed.remove(closed.size() - 1);
    interval.open(origin, start);
    interval.collectedLate(misplaced - start);
    return interval;
  }
}

package io.stallmark.record;

import java.util.ArrayList;
import java.util.List;

/**
 * What ended in a stretch of the run. Times are nanoseconds since the measurement started. The
 * collector uses the object again: it is valid during the call that hands it over.
 */
public final class Interval {

  /** Length of a slot, the grid on which stalls are looked for. */
  public static final long SLOT = 100_000_000L;

  private final List<Series> series = new ArrayList<>();
  private final long[] slots;
  private long start;
  private long end;
  private long oldestInFlight;

  Interval(int kinds, long length) {
    for (int i = 0; i < kinds; i++) {
      series.add(new Series());
    }
    slots = new long[(int) Math.max(1, length / SLOT)];
  }

  public long start() {
    return start;
  }

  public long end() {
    return end;
  }

  /** One for each kind, in the recorder's order; 0 is the transaction. */
  public List<Series> series() {
    return List.copyOf(series);
  }

  /** Successful transactions of each full slot. */
  public long[] slots() {
    return java.util.Arrays.copyOf(slots, (int) Math.min(slots.length, (end - start) / SLOT));
  }

  /**
   * How long the oldest transaction in flight had been due, at the worst moment seen: the collector
   * looks twice a slot, and every end of a transaction is a look.
   */
  public long oldestInFlight() {
    return oldestInFlight;
  }

  void open(long from) {
    start = from;
    end = from;
    oldestInFlight = 0;
    java.util.Arrays.fill(slots, 0);
    series.forEach(Series::reset);
  }

  void close(long at) {
    end = at;
  }

  void add(int kind, Ending ending, long at, long service, long response) {
    series.get(kind).add(ending, service, response);
    if (kind == 0) {
      inFlight(response); // a collector that was held up has not seen how old it grew
    }
    if (kind == 0 && ending == Ending.SUCCESS) {
      slots[(int) Math.max(0, Math.min(slots.length - 1, (at - start) / SLOT))]++;
    }
  }

  void inFlight(long age) {
    oldestInFlight = Math.max(oldestInFlight, age);
  }
}

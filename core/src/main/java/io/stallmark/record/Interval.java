package io.stallmark.record;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * What ended in a stretch of the run. Times are nanoseconds since the measurement started. The
 * collector uses the object again: it is valid during the call that hands it over.
 */
public final class Interval {

  /** Length of a slot, the grid on which stalls are looked for. */
  public static final long SLOT = 100_000_000L;

  /** The run goes on. */
  public static final long NEVER = Long.MAX_VALUE;

  private final List<Series> series = new ArrayList<>();
  private final int transactionKinds;
  private final Slots slots;
  private final int slotCount;
  private long origin;
  private long start;
  private long end;
  private long over;
  private long oldestInFlight;
  private long due;
  private long started;
  private long wokenLate;
  private Histogram startedLate = new Histogram(1);

  Interval(int kinds, int transactionKinds, long length) {
    this.transactionKinds = transactionKinds;
    for (int i = 0; i < kinds; i++) {
      series.add(new Series());
    }
    slotCount = (int) Math.max(1, length / SLOT);
    slots = new Slots(slotCount, kinds);
  }

  /** When the measurement started, on the clock of {@link System#nanoTime}. */
  public long origin() {
    return origin;
  }

  public long start() {
    return start;
  }

  public long end() {
    return end;
  }

  /** When the run began to end, so that less and less work was there; {@link #NEVER}: not yet. */
  public long over() {
    return over;
  }

  /** One for each kind, in the recorder's order; 0 is the transaction. */
  public List<Series> series() {
    return List.copyOf(series);
  }

  /** Those of the statements. */
  public List<Series> statements() {
    return List.copyOf(series.subList(1 + transactionKinds, series.size()));
  }

  /** Successful transactions of each full slot. */
  public long[] slots() {
    return slots.completions(fullSlots());
  }

  /** Its full slots. */
  public List<Slot> grid() {
    return IntStream.range(0, fullSlots()).mapToObj(i -> slots.slot(i, start)).toList();
  }

  private int fullSlots() {
    return (int) Math.min(slotCount, (end - start) / SLOT);
  }

  /** Transactions of the whole run that were meant to have started by its end. */
  public long due() {
    return due;
  }

  /** Transactions of the whole run that had started by its end, to one a client. */
  public long started() {
    return started;
  }

  /**
   * How long the oldest transaction in flight had been due, at the worst moment seen: the collector
   * looks several times a slot, and every end of a transaction is a look.
   */
  public long oldestInFlight() {
    return oldestInFlight;
  }

  /** How late the collector, which wants to wake every few milliseconds, did so at the worst. */
  public long wokenLate() {
    return wokenLate;
  }

  /**
   * How late clients that stood waiting for an arrival were let go, nanoseconds; empty in a closed
   * loop. Not to be changed.
   */
  public Histogram startedLate() {
    return startedLate;
  }

  void open(long begin, long from) {
    origin = begin;
    start = from;
    end = from;
    over = NEVER;
    oldestInFlight = 0;
    wokenLate = 0;
    slots.clear();
    series.forEach(Series::reset);
  }

  void begun(long meant, long really) {
    due = meant;
    started = really;
  }

  void close(long at, long overSince, Histogram late) {
    end = at;
    over = overSince;
    startedLate = late;
  }

  /**
   * One sample counts in both series, so that the kinds' always sum to the transaction's.
   *
   * @param kind of transaction; 0: there are none
   */
  void transaction(int kind, Ending ending, long at, long service, long response) {
    series.get(0).add(ending, service, response, 0);
    if (kind > 0) {
      series.get(kind).add(ending, service, response, 0);
    }
    inFlight(response); // a collector that was held up has not seen how old it grew
    if (ending != Ending.RETRY) {
      slots.transaction(ending == Ending.SUCCESS, at - start, response);
    }
  }

  void statement(int kind, Ending ending, long at, long service, long response, long rows) {
    series.get(kind).add(ending, service, response, rows);
    if (service >= SLOT) {
      slots.slow(kind, at - start, service);
    }
  }

  void waits(long at, long oldest, long second, long count) {
    slots.waits(
        at - start, oldest - start, second == Slot.NONE ? Slot.NONE : second - start, count);
  }

  void held(long from, long until) {
    slots.held(from - start, until - start);
  }

  void woken(long late) {
    wokenLate = Math.max(wokenLate, late);
  }

  void inFlight(long age) {
    oldestInFlight = Math.max(oldestInFlight, age);
  }
}

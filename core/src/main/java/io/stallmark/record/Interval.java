package io.stallmark.record;

import io.stallmark.spi.workload.ProgressUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * What ended in an interval of the run. Times are nanoseconds since the measurement started. The
 * collector uses the object again: it is valid during the call that hands it over.
 */
public final class Interval {

  /** Length of a slot, the grid on which stalls are looked for. */
  public static final long SLOT = 100_000_000L;

  /** The run has not begun to end. */
  public static final long NEVER = Long.MAX_VALUE;

  private final List<OperationSeries> series = new ArrayList<>();
  private final int firstStatement;
  private final List<ProgressUnit> units;
  private final List<SlotGrid> grids;
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

  /**
   * @param firstStatement the number of the first kind that is a statement
   * @param units of the roles' progress
   */
  Interval(int kinds, int firstStatement, List<ProgressUnit> units, long length) {
    this.firstStatement = firstStatement;
    this.units = List.copyOf(units);
    for (int i = 0; i < kinds; i++) {
      series.add(new OperationSeries());
    }
    slotCount = (int) Math.max(1, length / SLOT);
    grids = units.stream().map(unit -> new SlotGrid(slotCount, kinds)).toList();
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
  public List<OperationSeries> series() {
    return List.copyOf(series);
  }

  /** Those of the statements. */
  public List<OperationSeries> statements() {
    return List.copyOf(series.subList(firstStatement, series.size()));
  }

  /** Successful transactions of each full slot, of all roles. */
  public long[] slots() {
    long[] sums = new long[fullSlots()];
    for (SlotGrid grid : grids) {
      long[] completions = grid.completions(sums.length);
      Arrays.setAll(sums, i -> sums[i] + completions[i]);
    }
    return sums;
  }

  /** The full slots of the first role. */
  public List<ProgressSlot> grid() {
    return grid(0);
  }

  /**
   * The full slots of a role.
   *
   * @param role its index
   */
  public List<ProgressSlot> grid(int role) {
    return IntStream.range(0, fullSlots()).mapToObj(i -> grids.get(role).slot(i, start)).toList();
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
    grids.forEach(SlotGrid::clear);
    series.forEach(OperationSeries::reset);
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
   * One sample counts in all series, so that those of roles and of kinds sum to the transaction's.
   *
   * @param kind of transaction; 0: the role has none
   */
  void transaction(int role, int kind, Ending ending, long at, long service, long response) {
    series.get(0).add(ending, service, response, 0);
    if (grids.size() > 1) {
      series.get(1 + role).add(ending, service, response, 0);
    }
    if (kind > 0) {
      series.get(kind).add(ending, service, response, 0);
    }
    inFlight(response); // a collector that was held up has not seen how old it grew
    if (ending != Ending.RETRY) {
      grids.get(role).transaction(ending == Ending.SUCCESS, at - start, response);
    }
    if (ending == Ending.SUCCESS && units.get(role) == ProgressUnit.TRANSACTIONS) {
      grids.get(role).progress(at - start, 1);
    }
  }

  /**
   * @param progress rows that count as progress at its end; those of a read counted as they came
   */
  void statement(
      int role,
      int kind,
      Ending ending,
      long at,
      long service,
      long response,
      long rows,
      long progress) {
    series.get(kind).add(ending, service, response, rows);
    if (grids.size() > 1 && ending == Ending.SUCCESS) {
      series.get(1 + role).addRows(rows);
    }
    if (progress > 0) {
      grids.get(role).progress(at - start, progress);
    }
    if (service >= SLOT) {
      grids.get(role).slow(kind, at - start, service);
    }
  }

  void progress(int role, long at, long units) {
    grids.get(role).progress(at - start, units);
  }

  void waits(int role, long at, long oldest, long second, long count) {
    grids
        .get(role)
        .waits(
            at - start,
            oldest - start,
            second == ProgressSlot.NONE ? ProgressSlot.NONE : second - start,
            count);
  }

  void held(long from, long until) {
    grids.forEach(grid -> grid.held(from - start, until - start));
  }

  void woken(long late) {
    wokenLate = Math.max(wokenLate, late);
  }

  void inFlight(long age) {
    oldestInFlight = Math.max(oldestInFlight, age);
  }
}

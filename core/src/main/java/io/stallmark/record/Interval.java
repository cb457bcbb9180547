package io.stallmark.record;

import io.stallmark.spi.workload.ProgressUnit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Operations that ended in one interval of the run. Times are nanoseconds since the start of the
 * measurement. The collector reuses the object: it is valid only during the call that passes it.
 */
public final class Interval {

  /** Length of a slot, nanoseconds. Stalls are detected slot by slot. */
  public static final long SLOT = 100_000_000L;

  /** Value of {@link #loadEnd} while the run has not begun to end. */
  public static final long NEVER = Long.MAX_VALUE;

  private final List<OperationSeries> series = new ArrayList<>();
  private final int firstStatement;
  private final List<ProgressUnit> units;
  private final List<SlotGrid> grids;
  private final int slotCount;
  private List<OperationSeries> totals = List.of();
  private long origin;
  private long start;
  private long end;
  private long over;
  private boolean counted = true;
  private long oldestInFlight;
  private long due;
  private long started;
  private long wokenLate;
  private long collectedLate;
  private Histogram startedLate = new Histogram(1);

  /**
   * @param kinds number of kinds of operation
   * @param firstStatement number of the first kind that is a statement
   * @param units units of the roles' progress
   * @param length length of an interval, nanoseconds
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

  /** Whether it has no length and no sample, as may be at the end of a run. */
  public boolean isEmpty() {
    return end <= start
        && series.stream()
            .allMatch(kind -> kind.successes() + kind.retries() + kind.failures() == 0);
  }

  /** Start of the measurement, on the clock of {@link System#nanoTime}. */
  public long origin() {
    return origin;
  }

  public long start() {
    return start;
  }

  public long end() {
    return end;
  }

  /** Time at which the run began to end and its load to decrease; {@link #NEVER}: not yet. */
  public long loadEnd() {
    return over;
  }

  /**
   * Whether the figures of the run include it. Those after the loss of a load machine do not, and
   * {@link #loadEnd} is at its last interval.
   */
  public boolean isCounted() {
    return counted;
  }

  /** Series of each kind, in the recorder's order; 0 is the transaction. */
  public List<OperationSeries> series() {
    return List.copyOf(series);
  }

  /** Series of the run until the end of this interval, in the same order; must not be modified. */
  public List<OperationSeries> totals() {
    return totals;
  }

  /** Series of the statements. */
  public List<OperationSeries> statements() {
    return List.copyOf(series.subList(firstStatement, series.size()));
  }

  /** Number of successful transactions of all roles in each full slot. */
  public long[] slots() {
    long[] sums = new long[fullSlots()];
    for (SlotGrid grid : grids) {
      long[] completions = grid.completions(sums.length);
      Arrays.setAll(sums, i -> sums[i] + completions[i]);
    }
    return sums;
  }

  /** Full slots of the first role. */
  public List<ProgressSlot> grid() {
    return grid(0);
  }

  /**
   * Full slots of a role.
   *
   * @param role the role's index
   */
  public List<ProgressSlot> grid(int role) {
    return IntStream.range(0, fullSlots()).mapToObj(i -> grids.get(role).slot(i, start)).toList();
  }

  private int fullSlots() {
    return (int) Math.min(slotCount, (end - start) / SLOT);
  }

  /**
   * Number of transactions whose intended start was before the end of this interval, since the
   * start of the measurement.
   */
  public long due() {
    return due;
  }

  /**
   * Number of transactions that had started by the end of this interval, since the start of the
   * measurement. The error is at most one per client.
   */
  public long started() {
    return started;
  }

  /**
   * Longest time, in nanoseconds, that a transaction in flight had been due. The collector samples
   * it several times per slot, and every end of a transaction is a sample.
   */
  public long oldestInFlight() {
    return oldestInFlight;
  }

  /** Largest lateness of a sleeping thread's wake-ups, nanoseconds. */
  public long wokenLate() {
    return wokenLate;
  }

  /**
   * How late clients that waited for an intended start resumed, nanoseconds; empty in a closed loop
   * without think time. Must not be modified.
   */
  public Histogram startedLate() {
    return startedLate;
  }

  /**
   * How much later than this interval a sample ended that counts in it or in an earlier one,
   * because the collector was late; nanoseconds. 0: every sample counts in the interval in which it
   * ended. Known on the machine of the clients only.
   */
  public long collectedLate() {
    return collectedLate;
  }

  IntervalForm.Header header() {
    return new IntervalForm.Header(start, end, over, due, started, oldestInFlight, wokenLate);
  }

  List<SlotGrid> grids() {
    return grids;
  }

  /** Binary form, which a {@link MergedRecorder} of another machine reads. */
  public byte[] toBytes() {
    return IntervalForm.write(this);
  }

  /** Opens an interval that other machines' intervals are added to. */
  void openMerged(long begin, long from) {
    open(begin, from);
    startedLate = new Histogram(OperationSeries.LONGEST, OperationSeries.DIGITS);
  }

  /**
   * Adds the interval of another machine that began at the same time. Does not add the numbers of
   * transactions since the start of the measurement, see {@link #begun}.
   *
   * @param in the interval after its header
   */
  void add(IntervalForm.Header header, ByteBuffer in) throws IOException {
    end = Math.max(end, header.end());
    oldestInFlight = Math.max(oldestInFlight, header.oldestInFlight());
    wokenLate = Math.max(wokenLate, header.wokenLate());
    IntervalForm.addTo(in, startedLate, series, grids);
  }

  void open(long begin, long from) {
    origin = begin;
    start = from;
    end = from;
    over = NEVER;
    counted = true;
    oldestInFlight = 0;
    wokenLate = 0;
    collectedLate = 0;
    grids.forEach(SlotGrid::clear);
    series.forEach(OperationSeries::reset);
  }

  void loadEnd(long overSince) {
    over = overSince;
  }

  /** Leaves it out of the figures of the run, which are of the time until then, nanoseconds. */
  void uncounted(long until) {
    counted = false;
    over = Math.min(over, until);
  }

  void totals(List<OperationSeries> sums) {
    totals = Collections.unmodifiableList(sums);
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
   * Counts a transaction in the series of all transactions, of its role and of its kind. Therefore
   * the series of roles and of kinds sum to that of all transactions.
   *
   * @param kind number of its kind of transaction; 0: the role has none
   */
  void transaction(int role, int kind, Ending ending, long at, long service, long response) {
    series.get(0).add(ending, service, response, 0);
    if (grids.size() > 1) {
      series.get(1 + role).add(ending, service, response, 0);
    }
    if (kind > 0) {
      series.get(kind).add(ending, service, response, 0);
    }
    inFlight(response); // a late collector has not sampled its full age
    if (ending != Ending.RETRY) {
      grids.get(role).transaction(ending == Ending.SUCCESS, at - start, response);
    }
    // A server that answers with errors does not stand still.
    if (ending != Ending.RETRY && units.get(role) == ProgressUnit.TRANSACTIONS) {
      grids.get(role).progress(at - start, 1);
    }
  }

  /**
   * @param progress rows that count as progress at the end of the statement; the rows of a read
   *     were counted when they arrived
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
    if (grids.size() > 1 && ending.succeeded()) {
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

  void collectedLate(long late) {
    collectedLate = Math.max(collectedLate, late);
  }

  void inFlight(long age) {
    oldestInFlight = Math.max(oldestInFlight, age);
  }
}

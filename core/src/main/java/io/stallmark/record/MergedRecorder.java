package io.stallmark.record;

import io.stallmark.spi.workload.ProgressUnit;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Adds the intervals of several load machines to those of the run. Histograms are added and slots
 * aligned, so the percentiles are those of all values. An interval is passed on when every machine
 * has sent its part or has ended. Used by one thread.
 */
public final class MergedRecorder {

  private final List<Kind> kinds;
  private final int firstStatement;
  private final List<ProgressUnit> units;
  private final long length;
  private final long origin;
  private final IntervalListener listener;
  private final List<Machine> machines = new ArrayList<>();
  private final List<OperationSeries> totals = new ArrayList<>();
  private final Deque<Interval> open = new ArrayDeque<>(); // the next to pass on, then later ones
  private final Deque<Interval> closed = new ArrayDeque<>(); // for reuse
  private long passed; // number of intervals passed on
  private long counted = Long.MAX_VALUE; // number of intervals that the totals are of

  /** What one machine has sent. */
  private static final class Machine {
    private final Deque<IntervalForm.Header> ahead = new ArrayDeque<>(); // not passed on yet
    private long sent; // intervals
    private long due; // at the end of the last interval that was passed on
    private long started;
    private long over = Interval.NEVER;
    private boolean ended;

    private void pass() {
      IntervalForm.Header header = ahead.poll();
      if (header != null) {
        due = header.due();
        started = header.started();
        over = header.over();
      }
    }
  }

  /**
   * @param kinds the same on all machines, as for {@link RunRecorder}
   * @param units units of the roles' progress
   * @param length length of an interval, nanoseconds
   * @param count number of machines
   * @param origin start of the measurement, on the clock of {@link System#nanoTime} of this machine
   * @param listener receives every interval
   */
  public MergedRecorder(
      List<Kind> kinds,
      List<ProgressUnit> units,
      long length,
      int count,
      long origin,
      IntervalListener listener) {
    this.kinds = List.copyOf(kinds);
    firstStatement = (int) kinds.stream().filter(kind -> !kind.isStatement()).count();
    this.units = List.copyOf(units);
    this.length = length;
    this.origin = origin;
    this.listener = listener;
    for (int i = 0; i < count; i++) {
      machines.add(new Machine());
    }
    kinds.forEach(kind -> totals.add(new OperationSeries()));
  }

  /**
   * Adds the next interval of a machine.
   *
   * @param machine number of the machine, from 0
   * @param bytes what {@link Interval#toBytes} returned there
   * @throws IOException from the listener, or if the bytes are not the machine's next interval of
   *     this run
   */
  public void add(int machine, byte[] bytes) throws IOException {
    try {
      add(machine, ByteBuffer.wrap(bytes));
    } catch (BufferUnderflowException e) {
      throw new IOException("An interval of agent %d ends early".formatted(machine), e);
    }
    pass();
  }

  private void add(int machine, ByteBuffer in) throws IOException {
    Machine from = machines.get(machine);
    IntervalForm.Header header = IntervalForm.header(in);
    if (from.ended || header.start() != from.sent * length) {
      throw new IOException(
          "Agent %d has sent an interval that is not its next: the one at %.1f s"
              .formatted(machine, header.start() / 1e9));
    }
    interval(from.sent).add(header, in);
    from.sent++;
    from.ahead.add(header);
  }

  /** Reports that a machine sends no more: it has ended, or is lost. */
  public void ended(int machine) throws IOException {
    machines.get(machine).ended = true;
    pass();
  }

  /**
   * Reports that a machine is lost. The totals are of the intervals that it has sent; later ones
   * are passed on without it.
   */
  public void lost(int machine) throws IOException {
    counted = Math.min(counted, machines.get(machine).sent);
    ended(machine);
  }

  /** Whether no machine sends more. */
  public boolean isComplete() {
    return machines.stream().allMatch(machine -> machine.ended);
  }

  /** Number of intervals that a machine has sent. */
  public long sent(int machine) {
    return machines.get(machine).sent;
  }

  public List<Kind> kinds() {
    return kinds;
  }

  /** Series of the intervals passed on before a machine was lost, one for each kind. */
  public List<OperationSeries> totals() {
    return List.copyOf(totals);
  }

  private Interval interval(long number) {
    while (passed + open.size() <= number) {
      Interval interval =
          closed.isEmpty()
              ? new Interval(kinds.size(), firstStatement, units, length)
              : closed.remove();
      interval.openMerged(origin, (passed + open.size()) * length);
      open.add(interval);
    }
    return open.stream().skip(number - passed).findFirst().orElseThrow();
  }

  private void pass() throws IOException {
    while (!open.isEmpty()
        && machines.stream().allMatch(machine -> machine.ended || machine.sent > passed)) {
      Interval interval = open.remove();
      passed++;
      machines.forEach(Machine::pass);
      interval.begun(
          machines.stream().mapToLong(machine -> machine.due).sum(),
          machines.stream().mapToLong(machine -> machine.started).sum());
      interval.over(machines.stream().mapToLong(machine -> machine.over).min().orElseThrow());
      if (passed > counted) {
        interval.uncounted(counted * length);
      }
      for (int i = 0; interval.isCounted() && i < totals.size(); i++) {
        totals.get(i).add(interval.series().get(i));
      }
      listener.interval(interval);
      closed.add(interval);
    }
  }
}

package io.stallmark.record;

import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.text.Text;
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
  private final long length;
  private final long origin;
  private final IntervalListener listener;
  private final List<Machine> machines = new ArrayList<>();
  private final List<OperationSeries> totals = new ArrayList<>();
  private final Interval merged; // reused
  private long passed; // number of intervals passed on
  private long counted = Long.MAX_VALUE; // number of intervals that the totals are of
  private long countedEnd; // end of the last of them that was passed on

  /** An interval of a machine, still in binary form: a machine may be many intervals ahead. */
  private record Part(IntervalForm.Header header, ByteBuffer rest) {}

  /** What one machine has sent. */
  private static final class Machine {
    private final Deque<Part> ahead = new ArrayDeque<>(); // not passed on yet
    private long sent; // intervals
    private long end; // of the last interval that was sent
    private long due; // at the end of the last interval that was passed on
    private long started;
    private long over = Interval.NEVER;
    private boolean ended;

    private void addNext(Interval interval) throws IOException {
      Part part = ahead.poll();
      if (part != null) {
        due = part.header.due();
        started = part.header.started();
        over = part.header.over();
        interval.add(part.header, part.rest);
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
    this.length = length;
    this.origin = origin;
    this.listener = listener;
    for (int i = 0; i < count; i++) {
      machines.add(new Machine());
    }
    kinds.forEach(kind -> totals.add(new OperationSeries()));
    int firstStatement = (int) kinds.stream().filter(kind -> !kind.isStatement()).count();
    merged = new Interval(kinds.size(), firstStatement, units, length);
  }

  /**
   * Adds the next interval of a machine.
   *
   * @param machine number of the machine, from 0
   * @param bytes what {@link Interval#toBytes} returned there; not changed afterwards
   * @throws IOException from the listener, or if the bytes are not the machine's next interval of
   *     this run
   */
  public void add(int machine, byte[] bytes) throws IOException {
    Machine from = machines.get(machine);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    IntervalForm.Header header;
    try {
      header = IntervalForm.header(in);
    } catch (BufferUnderflowException e) {
      throw endsEarly(machine, e);
    }
    if (from.ended || header.start() != from.sent * length) {
      throw new IOException(
          Text.format(
              "Agent %d has sent an interval that is not its next: the one at %.1f s",
              machine, header.start() / 1e9));
    }
    from.sent++;
    from.end = header.end();
    from.ahead.add(new Part(header, in));
    pass();
  }

  private static IOException endsEarly(int machine, BufferUnderflowException cause) {
    return new IOException(Text.format("An interval of agent %d ends early", machine), cause);
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

  /** End of the last interval that a machine has sent, nanoseconds; 0: it has sent none. */
  public long end(int machine) {
    return machines.get(machine).end;
  }

  /** End of the last interval that the totals are of, nanoseconds; 0: they are of none. */
  public long countedEnd() {
    return countedEnd;
  }

  public List<Kind> kinds() {
    return kinds;
  }

  /** Series of the intervals passed on before a machine was lost, one for each kind. */
  public List<OperationSeries> totals() {
    return List.copyOf(totals);
  }

  private void pass() throws IOException {
    while (machines.stream().anyMatch(machine -> machine.sent > passed)
        && machines.stream().allMatch(machine -> machine.ended || machine.sent > passed)) {
      merge();
      if (merged.isCounted()) {
        countedEnd = merged.end();
        for (int i = 0; i < totals.size(); i++) {
          totals.get(i).add(merged.series().get(i));
        }
      }
      merged.totals(totals);
      listener.interval(merged);
    }
  }

  /** Adds the next interval of all machines. */
  private void merge() throws IOException {
    merged.openMerged(origin, passed * length);
    for (int machine = 0; machine < machines.size(); machine++) {
      try {
        machines.get(machine).addNext(merged);
      } catch (BufferUnderflowException e) {
        throw endsEarly(machine, e);
      }
    }
    merged.begun(
        machines.stream().mapToLong(machine -> machine.due).sum(),
        machines.stream().mapToLong(machine -> machine.started).sum());
    merged.loadEnd(machines.stream().mapToLong(machine -> machine.over).min().orElseThrow());
    passed++;
    if (passed > counted) {
      merged.uncounted(countedEnd);
    }
  }
}

package io.stallmark.analysis.cost;

import io.stallmark.spi.server.Usage;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Reads one source on a separate thread whenever a segment of the run has ended, and says what that
 * has cost. A source that does not answer delays no other; when it answers again, what came in
 * between is spread evenly.
 */
final class SourceWatch {

  private static final long WARM_UP_PERIOD = TimeUnit.SECONDS.toNanos(1);

  /** A segment of the run; its origin is on the clock of readings, the others count from there. */
  record Segment(
      long origin,
      long start,
      long end,
      long transactions,
      long statements,
      OptionalLong logicalWrittenBytes,
      boolean generatorBound) {

    static final Segment LAST = new Segment(0, 0, 0, 0, 0, OptionalLong.empty(), false);
  }

  private final ResourceProbe probe;
  private final CostRow.Listener listener;
  private final LongSupplier clock;
  private final UsageReadings readings = new UsageReadings();
  private final BlockingQueue<Segment> ended = new LinkedBlockingQueue<>();
  private final Deque<Segment> pending = new ArrayDeque<>();
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile SourceCost sum;

  /**
   * Takes the first reading.
   *
   * @throws IOException with a line for the user: the source has nothing to say
   */
  SourceWatch(ResourceProbe probe, CostRow.Listener listener, LongSupplier clock)
      throws IOException {
    this.probe = probe;
    this.listener = listener;
    this.clock = clock;
    if (!read()) {
      throw new IOException("nothing that is known is counted");
    }
    sum = new SourceCost(probe.source(), probe.what(), 0, 0, 0, Usage.NONE);
    Thread thread = new Thread(this::run, "cost-" + probe.source().word());
    thread.setDaemon(true); // a server that never answers must not hold the program
    thread.start();
  }

  /** Does not wait. */
  void ended(Segment segment) {
    ended.add(segment);
  }

  /** Returns what all segments have cost, or those that were known in the time; no more follow. */
  SourceCost finish(long patience) throws InterruptedException {
    ended.add(Segment.LAST);
    done.await(patience, TimeUnit.NANOSECONDS);
    return sum;
  }

  private void run() {
    try {
      boolean begun = false;
      while (true) {
        // Before the measurement starts, what it starts with must be known of a moment before.
        Segment first = begun ? ended.take() : ended.poll(WARM_UP_PERIOD, TimeUnit.NANOSECONDS);
        begun |= first != null;
        boolean last = first != null && collect(first);
        reading();
        tell();
        if (last) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      // A disk that is full for this file is so for the others, which complain; and a defect here
      // must not cost a run of hours its results.
    } finally {
      probe.close();
      done.countDown();
    }
  }

  /** Returns whether no more come. */
  private boolean collect(Segment first) {
    Segment next = first;
    while (next != null && !next.equals(Segment.LAST)) {
      pending.add(next);
      next = ended.poll();
    }
    return Segment.LAST.equals(next);
  }

  private void reading() {
    try {
      read();
    } catch (IOException e) {
      // a later one will tell of this time too
    }
  }

  /** Returns whether there was anything to read. */
  private boolean read() throws IOException {
    long start = clock.getAsLong();
    Usage usage = probe.read();
    long end = clock.getAsLong();
    if (!usage.counts().isEmpty()) {
      readings.add(start + (end - start) / 2, usage);
    }
    return !usage.counts().isEmpty();
  }

  private void tell() throws IOException {
    while (!pending.isEmpty()) {
      Segment next = pending.element();
      long start = next.origin() + next.start();
      Usage used = readings.between(start, next.origin() + next.end());
      if (used == null) {
        return;
      }
      pending.remove();
      CostRow row =
          new CostRow(
              probe.source(),
              next.start(),
              next.end(),
              next.transactions(),
              next.statements(),
              next.logicalWrittenBytes(),
              next.generatorBound(),
              used);
      sum = sum.plus(row);
      listener.row(row);
      readings.forget(next.origin() + next.end());
    }
  }
}

package io.stallmark.analysis.cost;

import io.stallmark.spi.server.Usage;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads one source on a separate thread at the end of each segment of the run, and reports the
 * segment's cost. A source that does not answer delays no other source. When it answers again, the
 * counts since its last answer are spread evenly over the time between.
 */
final class SourceWatch {

  private static final long WARM_UP_PERIOD = TimeUnit.SECONDS.toNanos(1);

  /**
   * Segment of the run, in nanoseconds. {@code origin} is on the clock of the readings; {@code
   * start} and {@code end} count from it.
   */
  record Segment(
      long origin,
      long start,
      long end,
      long transactions,
      long statements,
      @Nullable Long logicalWrittenBytes,
      boolean generatorBound) {

    static final Segment LAST = new Segment(0, 0, 0, 0, 0, null, false);
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
   * Takes the first reading and starts the thread.
   *
   * @throws IOException if the source cannot be read or counts nothing, with a line for the user
   */
  SourceWatch(ResourceProbe probe, CostRow.Listener listener, LongSupplier clock)
      throws IOException {
    this.probe = probe;
    this.listener = listener;
    this.clock = clock;
    if (!read()) {
      throw new IOException("it counts no known resource");
    }
    sum = new SourceCost(probe.source(), probe.what(), 0, 0, 0, Usage.NONE);
    Thread thread = new Thread(this::run, "cost-" + probe.source().word());
    thread.setDaemon(true); // the program must not wait for a server that never answers
    thread.start();
  }

  /** Schedules the reading for a segment that has ended. Does not wait. */
  void ended(Segment segment) {
    ended.add(segment);
  }

  /**
   * Returns the cost of the segments known within {@code patience} nanoseconds. Accepts no more
   * segments.
   */
  SourceCost finish(long patience) throws InterruptedException {
    ended.add(Segment.LAST);
    done.await(patience, TimeUnit.NANOSECONDS);
    return sum;
  }

  private void run() {
    try {
      boolean begun = false;
      while (true) {
        // The first segment needs a reading before the start of the measurement.
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
      // A full disk fails the other files too, which report it. A defect here must not lose the
      // results of a long run.
    } finally {
      probe.close();
      done.countDown();
    }
  }

  /** Moves segments that have ended to the queue. Returns whether the last one was among them. */
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
      // a later reading includes this time
    }
  }

  /** Returns whether the source reported any counter. */
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

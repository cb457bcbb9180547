package io.stallmark.analysis.cost;

import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.spi.DbException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the size of the tables on disk during a run, on a separate thread, because a stalled
 * server must not delay the measurement. Asks no more if the binding cannot report sizes.
 */
public final class SizeWatch implements Closeable {

  /**
   * Minimum ratio of the pause to the duration of a query for the size, to disturb the server
   * little.
   */
  private static final int PAUSE_FACTOR = 50;

  /** Source of the sizes. */
  public interface Source {

    /**
     * Returns the size of the tables; empty: the binding cannot report it.
     *
     * @param settled whether the server first updates its statistics, as before and after the
     *     measurement
     */
    Optional<StoredSize> size(boolean settled) throws DbException;
  }

  /** Receives each size, on the thread that asked. */
  public interface Listener {

    /**
     * Receives a size.
     *
     * @param at time of the answer, nanoseconds since the start of the measurement
     * @throws IOException if it cannot be written; the watch ends
     */
    void size(long at, StoredSize size) throws IOException;
  }

  private final Source source;
  private final Listener listener;
  private final LongSupplier elapsed;
  private final long interval;
  private final Thread thread = new Thread(this::watch, "size");
  private @Nullable StoredSize first;
  private @Nullable StoredSize last;
  private long reported = Long.MIN_VALUE; // time of the last size
  private boolean over;

  /**
   * Asks for the size once, then repeatedly on another thread until the watch is ended or closed.
   *
   * @param elapsed nanoseconds since the start of the measurement; while they do not change, sizes
   *     are not reported
   * @param interval minimum time between two queries, nanoseconds
   */
  public SizeWatch(Source source, Listener listener, LongSupplier elapsed, long interval)
      throws IOException {
    this.source = source;
    this.listener = listener;
    this.elapsed = elapsed;
    this.interval = interval;
    thread.setDaemon(true);
    first = ask(true);
    if (first != null) {
      thread.start();
    }
  }

  /** Asks for the last time, with updated statistics, and stops the thread. */
  public void end() throws IOException {
    stop();
    if (first != null) {
      last = ask(true);
    }
  }

  /** Returns the size before the measurement; null: the binding cannot report it. */
  public @Nullable StoredSize first() {
    return first;
  }

  /** Returns the size at the end; null: not reported. */
  public @Nullable StoredSize last() {
    return last;
  }

  private void watch() {
    try {
      long before = Long.MAX_VALUE;
      long pause = interval;
      while (waited(pause)) {
        long start = System.nanoTime();
        ask(false);
        long took = System.nanoTime() - start;
        pause = pause(interval, before, took);
        before = took;
      }
    } catch (IOException e) {
      // a full disk fails the other files too, which report it
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the pause after a query. One slow answer is a stall, which the series should show; two
   * mean a slow query.
   *
   * @param before duration of the previous query
   * @param took duration of the last one
   */
  static long pause(long interval, long before, long took) {
    return Math.max(interval, PAUSE_FACTOR * Math.min(before, took));
  }

  /** Waits; returns whether to ask again. */
  private synchronized boolean waited(long nanos) throws InterruptedException {
    long until = System.nanoTime() + nanos;
    long left = nanos;
    while (!over && left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = until - System.nanoTime();
    }
    return !over;
  }

  /** Asks for the size; null: there was no answer. The run continues without it. */
  private @Nullable StoredSize ask(boolean settled) throws IOException {
    try {
      StoredSize size = source.size(settled).orElse(null);
      if (size != null) {
        report(size, settled);
      }
      return size;
    } catch (DbException e) {
      return null;
    } catch (RuntimeException e) {
      // A driver that was closed during a query may throw any exception, and a defect here must not
      // lose the results of a long run.
      return null;
    }
  }

  private synchronized void report(StoredSize size, boolean settled) throws IOException {
    if (over && !settled) {
      return; // an answer after the end
    }
    long at = elapsed.getAsLong() / 1000 * 1000; // to the microsecond
    if (settled || at != reported) {
      reported = at;
      listener.size(at, size);
    }
  }

  private synchronized void stop() {
    over = true;
    notifyAll();
  }

  @Override
  public void close() {
    stop();
  }
}

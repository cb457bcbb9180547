package io.stallmark.analysis.counters;

import io.stallmark.analysis.counters.CounterRow.Reading;
import io.stallmark.result.StallFindings.CounterChange;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.ServerFigure;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the server's counters once per second on a separate thread and connection, so that a
 * hanging server delays no other work. Times are those of {@link System#nanoTime}. Thread-safe.
 */
public final class CounterWatch implements CounterMoves, AutoCloseable {

  private static final long PERIOD = TimeUnit.SECONDS.toNanos(1);

  private final Database database;
  private final List<ServerFigure> figures;
  private final CounterHistory history = new CounterHistory();
  private final Queue<Reading> readings = new ConcurrentLinkedQueue<>(); // not yet in a row
  private @Nullable Reading last; // of the last row; used by the caller of rows()
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean none;

  private CounterWatch(Database database, List<ServerFigure> figures) {
    this.database = database;
    this.figures = List.copyOf(figures);
  }

  /**
   * Starts the thread that reads.
   *
   * @param figures figures of {@link #rows}
   */
  public static CounterWatch of(Database database, List<ServerFigure> figures) {
    CounterWatch watch = new CounterWatch(database, figures);
    Thread thread = new Thread(watch::run, "counters");
    thread.setDaemon(true); // the program must not wait for a server that never answers
    thread.start();
    return watch;
  }

  /**
   * Returns a sentence about why this user may not read the counters; null: the user may, or there
   * are none.
   */
  public static @Nullable String refusal(Database database) {
    try (Database.Counters counters = database.counters()) {
      counters.read();
      return null;
    } catch (DbException e) {
      return e.kind() == DbException.Kind.REFUSED
          ? "The server's counters are not available, so stalls are shown without them: "
              + e.getMessage()
          : null;
    }
  }

  @Override
  public List<CounterChange> moved(long from, long until) {
    return history.moved(from, until);
  }

  @Override
  public boolean knows(long moment) {
    return none || history.reaches(moment);
  }

  /**
   * Returns the figures of the readings since the last call, of the measurement only. Used by one
   * thread.
   *
   * @param origin start of the measurement
   */
  public List<CounterRow> rows(long origin) {
    List<CounterRow> rows = new ArrayList<>();
    for (Reading next = readings.poll(); next != null; next = readings.poll()) {
      if (last != null && last.at() - origin >= 0) {
        rows.add(CounterRow.of(figures, last, next, origin));
      }
      last = next;
    }
    return rows;
  }

  /** Stops reading. Does not wait for a reading in progress. */
  @Override
  public void close() {
    closed.countDown();
  }

  private void run() {
    try {
      while (!none && !closed.await(0, TimeUnit.NANOSECONDS)) {
        connection();
        closed.await(PERIOD, TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads on one connection until it fails or this watch is closed. */
  private void connection() throws InterruptedException {
    try (Database.Counters counters = database.counters()) {
      long next = System.nanoTime();
      while (!closed.await(Math.max(0, next - System.nanoTime()), TimeUnit.NANOSECONDS)) {
        var values = counters.read();
        long now = System.nanoTime();
        history.add(now, values);
        if (!figures.isEmpty()) {
          readings.add(new Reading(now, values));
        }
        next = Math.max(next + PERIOD, now);
      }
    } catch (DbException e) {
      none = e.kind() != DbException.Kind.CONNECTION;
    } catch (RuntimeException e) {
      none = true; // a defect here must not lose the results of a long run
    }
  }
}

package io.stallmark.tables;

import io.stallmark.engine.StopFlag;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Loader;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Repeats the steps of loaders after conflicts, and counts their rows. Thread-safe. */
final class LoadSteps {

  /** What follows each step. */
  @FunctionalInterface
  interface AfterStep {
    void done() throws DbException;
  }

  /**
   * Maximum number of repetitions of a step. They take about ten seconds, because a statement of a
   * killed process may lock its rows for that time.
   */
  private static final int MOST_REPETITIONS = 100;

  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

  private final StopFlag stop;
  private final LongAdder inserted = new LongAdder();
  private final LongAdder found = new LongAdder();

  LoadSteps(StopFlag stop) {
    this.stop = stop;
  }

  /** Number of rows that were inserted so far. */
  long inserted() {
    return inserted.sum();
  }

  /** Whether a step has handled rows, also rows that were there. */
  boolean anyRows() {
    return inserted.sum() + found.sum() > 0;
  }

  /** Counts rows that another machine has handled. */
  void add(long insertedRows, long foundRows) {
    inserted.add(insertedRows);
    found.add(foundRows);
  }

  /**
   * Returns a loader whose steps are repeated and counted.
   *
   * @param resumes whether rows can be those of a statement whose connection was lost; a step finds
   *     them when it is repeated
   */
  Loader of(Loader loader, boolean resumes, AfterStep after) {
    return new Loader() {
      @Override
      public long step() throws DbException {
        long rows = repeated(loader, resumes);
        add(rows - loader.found(), loader.found());
        after.done();
        return rows;
      }

      @Override
      public long found() {
        return loader.found();
      }
    };
  }

  private long repeated(Loader loader, boolean resumes) throws DbException {
    int repetitions = 0;
    while (true) {
      try {
        return loader.step();
      } catch (DbException e) {
        boolean late = resumes && e.kind() == DbException.Kind.DUPLICATE_KEY;
        boolean conflict = late || e.kind() == DbException.Kind.RETRY;
        if (!conflict || repetitions == MOST_REPETITIONS) {
          throw e;
        }
        repetitions++;
        LockSupport.parkNanos(Math.min(repetitions * FIRST_PAUSE, LONGEST_PAUSE));
        if (stop.requested()) {
          throw e;
        }
      }
    }
  }
}

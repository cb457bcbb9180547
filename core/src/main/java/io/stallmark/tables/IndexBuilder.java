package io.stallmark.tables;

import io.stallmark.engine.StopFlag;
import io.stallmark.model.Table;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.TableState;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Creates the indexes that a load builds after the rows are inserted. It starts with a table as
 * soon as the table is full, while other threads still fill other tables: servers build an index
 * with a single thread. Thread-safe.
 */
final class IndexBuilder implements AutoCloseable {

  private final Database database;
  private final List<Table> declared;
  private final StopFlag stop;
  private final ExecutorService pool;
  private final List<Table> waiting;
  private final List<Future<?>> begun = new ArrayList<>();
  private final AtomicInteger left = new AtomicInteger();

  /**
   * @param declared the tables with all their indexes
   * @param lacking the tables whose indexes are incomplete, with the missing indexes only
   * @param threads number of tables whose indexes are created at the same time
   * @param stop when set, no further indexes are started
   */
  IndexBuilder(
      Database database, List<Table> declared, List<Table> lacking, int threads, StopFlag stop) {
    this.database = database;
    this.declared = declared;
    this.stop = stop;
    waiting = new ArrayList<>(lacking);
    left.set((int) lacking.stream().filter(table -> !table.indexes().isEmpty()).count());
    pool = Executors.newFixedThreadPool(threads);
  }

  /**
   * Starts to create the indexes of the tables that are full. Called by every worker after each
   * step.
   *
   * @throws DbException when an index creation that was started has failed
   */
  synchronized void begin(Predicate<Table> full) throws DbException {
    Iterator<Table> tables = waiting.iterator();
    while (tables.hasNext()) {
      Table table = tables.next();
      if (full.test(table)) {
        tables.remove();
        begun.add(pool.submit(() -> make(table)));
      }
    }
    for (Future<?> one : begun) {
      if (one.isDone()) {
        await(one);
      }
    }
  }

  private Void make(Table table) throws DbException {
    if (!stop.requested()) {
      try {
        database.createIndexes(table);
      } catch (DbException e) {
        if (table.indexes().isEmpty() || !isComplete(table.name())) {
          throw e; // otherwise the server has completed the statement of a killed load
        }
      }
    }
    if (!table.indexes().isEmpty()) {
      left.decrementAndGet();
    }
    return null;
  }

  private boolean isComplete(String name) throws DbException {
    for (Table table : declared) {
      if (table.name().equals(name)) {
        return database.inspect(table) instanceof TableState.Present;
      }
    }
    return false;
  }

  /** Number of tables whose indexes are incomplete. */
  int left() {
    return left.get();
  }

  /** Creates the remaining indexes and waits for them. */
  void finish() throws DbException {
    begin(table -> true);
    for (Future<?> one : begun) {
      await(one);
    }
  }

  private static void await(Future<?> one) throws DbException {
    try {
      one.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof DbException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits for the index creations that were started: their statements still use the tables. */
  @Override
  public void close() {
    pool.shutdown();
    try {
      pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      pool.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}

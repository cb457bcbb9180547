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
 * The indexes that a load makes when rows are in: of a table as soon as it is full, for servers
 * build one with a single thread, while the other threads still fill other tables. Thread-safe.
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
   * @param lacking those that lack some, with these alone
   * @param threads indexes of so many tables are made at a time
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
   * Begins with those of the tables that are full.
   *
   * @throws DbException when one that has begun has failed
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
          throw e; // else a server has ended the statement of a load that was killed
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

  /** How many tables lack theirs. */
  int left() {
    return left.get();
  }

  /** Makes what is left, and waits for it. */
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

  /** Waits for those that have begun: a statement under way is at the table still. */
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

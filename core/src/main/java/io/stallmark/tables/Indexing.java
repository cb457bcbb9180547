package io.stallmark.tables;

import io.stallmark.engine.Stop;
import io.stallmark.model.Table;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The indexes that a load makes when rows are in: of a table as soon as it is full, for servers
 * build one with a single thread, while the other threads still fill other tables. Thread-safe.
 */
final class Indexing implements AutoCloseable {

  private final Database database;
  private final Stop stop;
  private final ExecutorService pool;
  private final List<Table> waiting;
  private final List<Future<?>> begun = new ArrayList<>();

  /**
   * @param threads indexes of so many tables are made at a time
   */
  Indexing(Database database, List<Table> tables, int threads, Stop stop) {
    this.database = database;
    this.stop = stop;
    waiting = new ArrayList<>(tables);
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
      database.createIndexes(table);
    }
    return null;
  }

  /** How many tables lack theirs. */
  synchronized long left() {
    return waiting.size() + begun.stream().filter(one -> !one.isDone()).count();
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

package io.stallmark.tables;

import io.stallmark.engine.RunFailure;
import io.stallmark.engine.StopFlag;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.TableState;
import io.stallmark.spi.workload.Loader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Creates, fills and indexes a scenario's tables. What ends it early leaves nothing, or else all of
 * it with a mark: then another load goes on.
 */
final class TableLoad {

  static final String RESUMES =
      "What is loaded stays; the same command again goes on with the rest.";

  /** As long as a statement of a program that is gone may hold its rows: ten seconds. */
  private static final int MOST_REPETITIONS = 100;

  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

  private final Database database;
  private final ResolvedWorkload workload;
  private final WorkerPool workers;
  private final StopFlag stop;
  private final LongAdder written = new LongAdder(); // rows
  private final WorkProgress progress;
  private final LoadLease.Pace pace;

  TableLoad(
      Database database,
      ResolvedWorkload workload,
      WorkerPool workers,
      StopFlag stop,
      WorkProgress progress,
      LoadLease.Pace pace) {
    this.database = database;
    this.workload = workload;
    this.workers = workers;
    this.stop = stop;
    this.progress = progress;
    this.pace = pace;
  }

  /** Loads all of it or nothing: whatever ends it early, the tables made here are dropped again. */
  void whole() throws DbException, InterruptedException {
    List<Table> created = new ArrayList<>();
    boolean complete = false;
    try {
      for (Table table : workload.tables()) {
        database.create(table);
        created.add(table);
      }
      fill(workload.tables(), workload.scenario()::loader);
      complete = !stop.requested();
    } catch (DbException e) {
      complete = true; // it is dealt with here
      throw withLeftovers(e, dropAll(created));
    } finally {
      if (!complete) {
        dropAll(created);
      }
    }
  }

  /**
   * Begins a load that another can go on with.
   *
   * @throws RunFailure when another program was faster
   * @throws InterruptedException when the user ends it, with a line for him
   */
  void begin(LoadMark mark) throws DbException, RunFailure, InterruptedException {
    try (LoadLease lease = LoadLease.begin(mark, pace)) {
      finish(lease, workload.tables(), workload.tables(), workload.scenario()::loader);
    }
  }

  /**
   * Goes on with a load that ended early.
   *
   * @throws RunFailure when a table is not as that load can have left it, or when the load has not
   *     ended
   * @throws InterruptedException when the user ends it, with a line for him
   */
  void resume(LoadMark mark) throws DbException, RunFailure, InterruptedException {
    try (LoadLease lease = LoadLease.takeOver(mark, pace, stop, progress)) {
      resume(mark, lease);
    }
  }

  private void resume(LoadMark mark, LoadLease lease)
      throws DbException, RunFailure, InterruptedException {
    List<Table> absent = new ArrayList<>();
    List<Table> unindexed = new ArrayList<>();
    for (Table table : workload.tables()) {
      TableState state = database.inspect(table);
      if (state instanceof TableState.Absent) {
        absent.add(table);
        unindexed.add(table);
      } else if (state instanceof TableState.Different different) {
        unindexed.add(lacking(table, different));
      }
    }
    finish(lease, absent, unindexed, mark.resumption()::loader);
  }

  /** The table with those of its indexes that are yet to be made; the others are there. */
  private Table lacking(Table table, TableState.Different different)
      throws DbException, RunFailure {
    List<Index> indexes = table.indexes();
    for (int made = indexes.size() - 1; made >= 0; made--) {
      if (database.inspect(table.withIndexes(indexes.subList(0, made)))
          instanceof TableState.Present) {
        return table.withIndexes(indexes.subList(made, indexes.size()));
      }
    }
    throw ScenarioTables.differs(table, different);
  }

  private void finish(
      LoadLease lease, List<Table> absent, List<Table> unindexed, WorkerPool.Share share)
      throws DbException, InterruptedException {
    boolean fresh = absent.equals(workload.tables());
    try {
      for (Table table : absent) {
        database.create(table);
      }
      fill(unindexed, (session, slice) -> share.of(lease.guard(session), slice));
      if (!stop.requested()) {
        lease.complete();
        return;
      }
    } catch (DbException e) {
      boolean lost = e.kind() == DbException.Kind.CONNECTION;
      if (!stop.requested() && !lost && fresh && written.sum() == 0) {
        List<String> left = dropAll(workload.tables());
        if (left.isEmpty()) {
          lease.complete(); // there is nothing to resume
        }
        throw withLeftovers(e, left);
      }
      if (!stop.requested()) { // else it failed because of that
        throw new DbException(e.kind(), e.code(), e.getMessage() + ". " + RESUMES, e);
      }
    }
    throw new InterruptedException("Interrupted. " + RESUMES);
  }

  private void fill(List<Table> unindexed, WorkerPool.Share share)
      throws DbException, InterruptedException {
    boolean after = workload.scenario().indexesAfterLoad();
    // A unique index stands for a key: it keeps rows apart, and finds those of a load that goes on.
    workers.each(after ? with(Index::unique, unindexed) : unindexed, database::createIndexes);
    List<Table> tables = workload.tables();
    List<Table> rest = after ? without(Index::unique, unindexed) : List.of();
    progress.begin(
        "Loading " + ScenarioTables.counted(tables),
        (long) tables.stream().mapToDouble(workload::rows).sum()); // a double does not overflow
    try (IndexBuilder indexing = new IndexBuilder(database, tables, rest, workers.count(), stop)) {
      workers.run((session, slice) -> indexing(repeating(share.of(session, slice)), indexing));
      if (indexing.left() > 0 && !stop.requested()) {
        progress.begin("Indexing " + ScenarioTables.counted(indexing.left()), 0);
      }
      indexing.finish();
      if (!stop.requested()) {
        workers.each(tables, database::afterLoad);
      }
    } finally {
      progress.end(); // a bar that stayed would write over what is said next
    }
  }

  /** Begins with the indexes of tables that are full after a step. */
  private Loader indexing(Loader loader, IndexBuilder indexing) {
    return new Loader() {
      @Override
      public long step() throws DbException {
        long rows = loader.step();
        written.add(rows);
        indexing.begin(workload.scenario()::isFull);
        return rows;
      }

      @Override
      public long found() {
        return loader.found();
      }
    };
  }

  /** The tables that have such indexes, with these alone. */
  private static List<Table> with(Predicate<Index> which, List<Table> tables) {
    return tables.stream()
        .map(table -> table.withIndexes(table.indexes().stream().filter(which).toList()))
        .filter(table -> !table.indexes().isEmpty())
        .toList();
  }

  /** The tables that have other indexes, with these alone, and those that have none. */
  private static List<Table> without(Predicate<Index> which, List<Table> tables) {
    return tables.stream()
        .filter(table -> table.indexes().isEmpty() || !table.indexes().stream().allMatch(which))
        .map(table -> table.withIndexes(table.indexes().stream().filter(which.negate()).toList()))
        .toList();
  }

  /** A step that met others, such as the last statement of a killed load, is taken again. */
  private Loader repeating(Loader loader) {
    return new Loader() {
      @Override
      public long step() throws DbException {
        return repeated(loader);
      }

      @Override
      public long found() {
        return loader.found();
      }
    };
  }

  private long repeated(Loader loader) throws DbException {
    int repetitions = 0;
    while (true) {
      try {
        return loader.step();
      } catch (DbException e) {
        if (e.kind() != DbException.Kind.RETRY || repetitions == MOST_REPETITIONS) {
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

  /** Returns the names of those that stayed: the failure that brought us here is to be reported. */
  private List<String> dropAll(List<Table> tables) {
    List<String> left = new ArrayList<>();
    for (Table table : tables) {
      try {
        database.drop(table);
      } catch (DbException e) {
        left.add(table.name());
        if (e.kind() == DbException.Kind.CONNECTION) {
          tables.stream().skip(tables.indexOf(table) + 1L).map(Table::name).forEach(left::add);
          return left; // as it will be for the others, at the price of a timeout each
        }
      }
    }
    return left;
  }

  private static DbException withLeftovers(DbException e, List<String> left) {
    return left.isEmpty()
        ? e
        : new DbException(
            e.kind(),
            e.code(),
            e.getMessage()
                + ". Left behind, for it could not be dropped: "
                + String.join(", ", left),
            e);
  }
}

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
 * Creates, fills and indexes a scenario's tables. A load that ends early drops its tables, or keeps
 * them with a mark so that another load can resume it.
 */
final class TableLoad {

  static final String RESUMES = "Loaded rows remain; the same command resumes the load.";

  /**
   * Maximum number of repetitions of a step. They take about ten seconds, because a statement of a
   * killed process may lock its rows for that time.
   */
  private static final int MOST_REPETITIONS = 100;

  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

  private final Database database;
  private final ResolvedWorkload workload;
  private final MadeTables made;
  private final WorkerPool workers;
  private final StopFlag stop;
  private final LongAdder written = new LongAdder(); // rows
  private final WorkProgress progress;
  private final LoadLease.Pace pace;

  TableLoad(
      Database database,
      ResolvedWorkload workload,
      MadeTables made,
      WorkerPool workers,
      StopFlag stop,
      WorkProgress progress,
      LoadLease.Pace pace) {
    this.database = database;
    this.workload = workload;
    this.made = made;
    this.workers = workers;
    this.stop = stop;
    this.progress = progress;
    this.pace = pace;
  }

  /** Loads all tables or none: if it ends early, it drops the tables that it created. */
  void whole() throws DbException, InterruptedException {
    List<Table> created = new ArrayList<>();
    boolean complete = false;
    try {
      made.add(workload.tables());
      for (Table table : workload.tables()) {
        database.create(table);
        created.add(table);
      }
      fill(workload.tables(), loaders(false));
      complete = !stop.requested();
    } catch (DbException e) {
      complete = true; // the tables are dropped here
      throw withLeftovers(e, dropAll(created));
    } finally {
      if (!complete) {
        dropAll(created);
      }
    }
  }

  /**
   * Starts a load that can be resumed.
   *
   * @throws RunFailure when another process has started a load first
   * @throws InterruptedException when the user stops the load; the message is for the user
   */
  void begin(LoadMark mark) throws DbException, RunFailure, InterruptedException {
    try (LoadLease lease = LoadLease.begin(mark, pace)) {
      finish(lease, workload.tables(), workload.tables(), loaders(false));
    }
  }

  /**
   * Resumes a load that ended early.
   *
   * @throws RunFailure when a table is not in a state that the load can have left, or when another
   *     process still works on the load
   * @throws InterruptedException when the user stops the load; the message is for the user
   */
  void resume(LoadMark mark) throws DbException, RunFailure, InterruptedException {
    try (LoadLease lease = LoadLease.takeOver(mark, pace, stop, progress)) {
      resume(lease);
    }
  }

  private void resume(LoadLease lease) throws DbException, RunFailure, InterruptedException {
    List<Table> absent = new ArrayList<>();
    List<Table> unindexed = new ArrayList<>();
    for (Table table : workload.tables()) {
      TableState state = database.inspect(table);
      if (state instanceof TableState.Absent) {
        absent.add(table);
        unindexed.add(table);
      } else if (!(state instanceof TableState.Present)) {
        unindexed.add(lacking(table, state));
      }
    }
    finish(lease, absent, unindexed, loaders(true));
  }

  private WorkerPool.Share loaders(boolean resumes) {
    return (session, slice) -> workload.scenario().loader(session, slice, resumes);
  }

  /** Returns the table with the indexes that are missing only. */
  private Table lacking(Table table, TableState state) throws DbException, RunFailure {
    List<Index> indexes = table.indexes();
    for (int made = indexes.size() - 1; made >= 0; made--) {
      if (database.inspect(table.withIndexes(indexes.subList(0, made)))
          instanceof TableState.Present) {
        return table.withIndexes(indexes.subList(made, indexes.size()));
      }
    }
    throw ScenarioTables.differs(table, state);
  }

  private void finish(
      LoadLease lease, List<Table> absent, List<Table> unindexed, WorkerPool.Share share)
      throws DbException, InterruptedException {
    boolean fresh = absent.equals(workload.tables());
    try {
      made.add(absent);
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
      if (!stop.requested()) { // otherwise the stop caused the failure
        throw new DbException(e.kind(), e.code(), e.getMessage() + ". " + RESUMES, e);
      }
    }
    throw new InterruptedException("Interrupted. " + RESUMES);
  }

  private void fill(List<Table> unindexed, WorkerPool.Share share)
      throws DbException, InterruptedException {
    boolean after = workload.scenario().indexesAfterLoad();
    // A unique index acts as a key: it prevents duplicate rows and finds the rows of a resumed
    // load. It is therefore created before the rows are inserted.
    workers.each(after ? with(Index::unique, unindexed) : unindexed, database::createIndexes);
    List<Table> tables = workload.tables();
    boolean later = after && !workload.scenario().createsIndexes();
    List<Table> rest = later ? without(Index::unique, unindexed) : List.of();
    progress.workStarted(
        "Loading " + ScenarioTables.counted(tables),
        (long) tables.stream().mapToDouble(workload::rows).sum()); // doubles do not overflow
    try (IndexBuilder indexing = new IndexBuilder(database, tables, rest, workers.count(), stop)) {
      workers.run((session, slice) -> indexing(share.of(session, slice), indexing));
      if (indexing.left() > 0 && !stop.requested()) {
        progress.workStarted("Indexing " + ScenarioTables.counted(indexing.left()), 0);
      }
      indexing.finish();
      if (!stop.requested()) {
        workers.each(tables, database::afterLoad);
      }
    } finally {
      progress.workEnded(); // a remaining progress bar would overwrite the next output
    }
  }

  /**
   * Returns a loader that repeats a step after a conflict, such as with the last statement of a
   * killed load, and starts the indexes of full tables after each step.
   */
  private Loader indexing(Loader loader, IndexBuilder indexing) {
    return new Loader() {
      @Override
      public long step() throws DbException {
        long rows = repeated(loader);
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

  /** Returns the tables that have indexes of this kind, with these indexes only. */
  private static List<Table> with(Predicate<Index> which, List<Table> tables) {
    return tables.stream()
        .map(table -> table.withIndexes(table.indexes().stream().filter(which).toList()))
        .filter(table -> !table.indexes().isEmpty())
        .toList();
  }

  /**
   * Returns the tables with their indexes of the other kind only. Includes tables without indexes.
   */
  private static List<Table> without(Predicate<Index> which, List<Table> tables) {
    return tables.stream()
        .filter(table -> table.indexes().isEmpty() || !table.indexes().stream().allMatch(which))
        .map(table -> table.withIndexes(table.indexes().stream().filter(which.negate()).toList()))
        .toList();
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

  /**
   * Drops the tables and returns the names of those that it could not drop. Does not throw, because
   * the failure of the load is reported.
   */
  private List<String> dropAll(List<Table> tables) {
    List<String> left = new ArrayList<>();
    for (Table table : tables) {
      try {
        database.drop(table);
      } catch (DbException e) {
        left.add(table.name());
        if (e.kind() == DbException.Kind.CONNECTION) {
          tables.stream().skip(tables.indexOf(table) + 1L).map(Table::name).forEach(left::add);
          return left; // the others would fail too, after a timeout each
        }
      }
    }
    forget(tables.stream().map(Table::name).filter(name -> !left.contains(name)).toList());
    return left;
  }

  private void forget(List<String> dropped) {
    try {
      made.remove(dropped);
    } catch (DbException e) {
      // The failure of the load is reported. A drop ignores listed tables that do not exist.
    }
  }

  private static DbException withLeftovers(DbException e, List<String> left) {
    return left.isEmpty()
        ? e
        : new DbException(
            e.kind(),
            e.code(),
            e.getMessage() + ". Not dropped, because of this error: " + String.join(", ", left),
            e);
  }
}

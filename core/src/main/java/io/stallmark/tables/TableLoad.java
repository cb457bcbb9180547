package io.stallmark.tables;

import io.stallmark.engine.RunFailure;
import io.stallmark.engine.StopFlag;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.plan.Share;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.server.TableState;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.tables.lease.FollowedLease;
import io.stallmark.tables.lease.LoadLease;
import io.stallmark.tables.lease.LoadMark;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Creates, fills and indexes a scenario's tables. A load that ends early drops its tables, or keeps
 * them with a mark so that another load can resume it.
 */
final class TableLoad {

  /** Time between two looks for a stop request, nanoseconds. */
  private static final long TICK = TimeUnit.MILLISECONDS.toNanos(100);

  private final Database database;
  private final ResolvedWorkload workload;
  private final MadeTables made;
  private final WorkerPool workers;
  private final StopFlag stop;
  private final LoadSteps steps;
  private final WorkProgress progress;
  private final LoadLease.Pace pace;
  private final Reconnection reconnection;
  private final @Nullable RemoteLoaders elsewhere;
  private boolean fresh; // whether no table existed before
  private boolean elsewhereDone; // whether the loaders elsewhere have inserted all rows
  private boolean elsewhereFailed; // whether they have failed, or are at work

  /**
   * @param elsewhere inserts the rows; null: loaders of this process do
   */
  TableLoad(
      Database database,
      ResolvedWorkload workload,
      MadeTables made,
      WorkerPool workers,
      StopFlag stop,
      WorkProgress progress,
      LoadLease.Pace pace,
      Reconnection reconnection,
      @Nullable RemoteLoaders elsewhere) {
    this.database = database;
    this.workload = workload;
    this.made = made;
    this.workers = workers;
    this.stop = stop;
    steps = new LoadSteps(stop);
    this.progress = progress;
    this.pace = pace;
    this.reconnection = reconnection;
    this.elsewhere = elsewhere;
  }

  /** Loads all tables or none: if it ends early, it drops the tables that it created. */
  void whole() throws DbException, InterruptedException {
    List<Table> created = new ArrayList<>();
    boolean complete = false;
    try {
      boolean resumes = !database.createsTables();
      boolean repeatable =
          elsewhere == null && !(resumes && workload.scenario().loadIdentity().isEmpty());
      reconnection.run(
          () -> createAndFill(created),
          () -> resumes ? fill(workload.tables(), true, null) : createAndFill(created),
          () -> 0,
          () -> repeatable);
      complete = !stop.requested();
    } catch (DbException e) {
      complete = true; // the tables are dropped here
      throw withLeftovers(e, dropAll(MadeTables.lastFirst(created)));
    } finally {
      if (!complete) {
        dropAll(MadeTables.lastFirst(created));
      }
    }
  }

  private Void createAndFill(List<Table> created) throws DbException, InterruptedException {
    for (Table table : MadeTables.lastFirst(created)) {
      database.drop(table); // of an attempt whose connection was lost
    }
    created.clear();
    made.add(workload.tables());
    for (Table table : workload.tables()) {
      try {
        database.create(table);
      } catch (DbException e) {
        if (e.kind() == DbException.Kind.CONNECTION) {
          created.add(table); // it may have been created
        }
        throw e;
      }
      created.add(table);
    }
    return fill(workload.tables(), false, null);
  }

  /**
   * Starts a load that can be resumed.
   *
   * @throws RunFailure when another process has started a load first
   * @throws InterruptedException when the user stops the load; the message is for the user
   */
  void begin(LoadMark mark) throws DbException, RunFailure, InterruptedException {
    try (LoadLease lease = LoadLease.begin(mark, pace)) {
      load(lease, () -> finish(lease, workload.tables(), workload.tables(), false));
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
    try (LoadLease lease = takenOver(mark)) {
      load(lease, () -> resume(lease));
    }
  }

  private LoadLease takenOver(LoadMark mark) throws DbException, RunFailure, InterruptedException {
    try {
      return LoadLease.takeOver(mark, pace, stop, this::waiting);
    } finally {
      progress.workEnded();
    }
  }

  private void waiting(long seconds) {
    progress.workStarted(
        Text.format("Waiting up to %d s for activity of the program that began this load", seconds),
        0);
  }

  private Void resume(LoadLease lease) throws DbException, RunFailure, InterruptedException {
    if (lease.isComplete()) {
      return null;
    }
    lease.require();
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
    return finish(lease, absent, unindexed, true);
  }

  /**
   * Inserts the rows of one of several machines into tables that another process has created.
   *
   * @param lease lease of that process; null: it has none
   */
  void share(Share machine, boolean resumes, @Nullable FollowedLease lease)
      throws DbException, InterruptedException {
    UnaryOperator<Session> guard = lease == null ? UnaryOperator.identity() : lease::guard;
    // Without an identity, its loaders cannot find out what is there.
    boolean repeatable = workload.scenario().loadIdentity().isPresent();
    reconnection.run(
        () -> share(machine, resumes, guard),
        () -> {
          awaitLateStatements();
          return share(machine, true, guard);
        },
        steps::inserted,
        () -> repeatable);
  }

  private Void share(Share machine, boolean resumes, UnaryOperator<Session> guard)
      throws DbException, InterruptedException {
    Scenario.Load load = workload.scenario().load(machine.index(), machine.count());
    workers.run(
        (session, slice) -> {
          Loader loader = load.loader(guard.apply(session), slice, resumes);
          return steps.of(loader, resumes, () -> {});
        },
        machine);
    return null;
  }

  /** Inserts the rows that the clients of several machines have left out. */
  void complete(List<Scenario> incomplete) throws DbException, InterruptedException {
    progress.workStarted(
        "Adding rows that some agents did not insert",
        incomplete.stream().mapToLong(Scenario::leftOut).sum());
    try {
      for (Scenario each : incomplete) {
        workers.run((session, slice) -> steps.of(each.completer(session), false, () -> {}));
      }
    } finally {
      progress.workEnded();
    }
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
    throw TableSearch.differs(table, state);
  }

  /** Does the work of a load under its lease, and resumes it after a lost connection. */
  private void load(LoadLease lease, AnswerWatch.Work<Void, RunFailure> work)
      throws DbException, RunFailure, InterruptedException {
    try {
      reconnection.run(
          work,
          () -> {
            awaitLateStatements();
            return resume(lease);
          },
          steps::inserted,
          () -> !elsewhereFailed);
      if (!stop.requested()) {
        return;
      }
    } catch (DbException e) {
      boolean kept =
          e.kind() == DbException.Kind.CONNECTION || strayed() || LoadLease.isTakenOver(e);
      if (!stop.requested() && !kept && fresh && !steps.anyRows()) {
        List<String> left = dropAll(MadeTables.lastFirst(workload.tables()));
        if (left.isEmpty()) {
          lease.complete(); // there is nothing to resume
        }
        throw withLeftovers(e, left);
      }
      if (!stop.requested()) { // otherwise the stop caused the failure
        throw new DbException(
            e.kind(), e.code(), e.getMessage() + ". " + unstopped() + LoadLease.RESUMES, e);
      }
    } finally {
      if (strayed()) {
        lease.expire();
      }
    }
    throw new InterruptedException("Interrupted. " + unstopped() + LoadLease.RESUMES);
  }

  private Void finish(LoadLease lease, List<Table> absent, List<Table> unindexed, boolean resumes)
      throws DbException, InterruptedException {
    fresh |= absent.equals(workload.tables());
    made.add(absent);
    for (Table table : absent) {
      database.create(table);
    }
    fill(unindexed, resumes, lease);
    if (!stop.requested()) {
      lease.complete();
    }
    return null;
  }

  private String unstopped() {
    return elsewhere == null || elsewhere.unstopped().isEmpty()
        ? ""
        : "Agents that have not stopped may still insert rows: " + elsewhere.unstopped() + ". ";
  }

  /** Whether another machine may still insert rows. */
  private boolean strayed() {
    return elsewhere != null && elsewhere.lost();
  }

  private Void fill(List<Table> unindexed, boolean resumes, @Nullable LoadLease lease)
      throws DbException, InterruptedException {
    Scenario.Load load = workload.scenario().load(0, 1);
    boolean after = workload.scenario().indexesAfterLoad();
    // A unique index acts as a key: a resumed load finds its rows by it, so it is created first.
    workers.each(after ? with(Index::unique, unindexed) : unindexed, database::createIndexes);
    List<Table> tables = workload.tables();
    boolean later = after && !workload.scenario().createsIndexes();
    List<Table> rest = later ? without(Index::unique, unindexed) : List.of();
    progress.workStarted(
        "Loading " + ScenarioTables.counted(tables.size()), (long) workload.rows());
    try (IndexBuilder indexing = new IndexBuilder(database, tables, rest, workers.count(), stop)) {
      if (elsewhere == null) {
        UnaryOperator<Session> guard = lease == null ? UnaryOperator.identity() : lease::guard;
        workers.run(
            (session, slice) ->
                steps.of(
                    load.loader(guard.apply(session), slice, resumes),
                    resumes,
                    () -> indexing.begin(load::isFull)));
      } else if (!elsewhereDone) {
        insertElsewhere(elsewhere, resumes, lease);
      }
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
    return null;
  }

  /** The loaders repeat what a lost connection of their own has ended. */
  private void insertElsewhere(RemoteLoaders loaders, boolean resumes, @Nullable LoadLease lease)
      throws DbException, InterruptedException {
    elsewhereFailed = true;
    loaders.run(resumes, lease == null ? 0 : lease.owner(), this::handled, stop);
    elsewhereFailed = false;
    elsewhereDone = true;
  }

  private void handled(long rows, long found) {
    steps.add(rows, found);
    if (found > 0) {
      progress.workFound(found);
    }
    if (rows > 0) {
      progress.workAdvanced(rows);
    }
  }

  /**
   * Waits until statements whose connection was lost have ended on the server, if a row can be
   * inserted twice.
   */
  private void awaitLateStatements() throws InterruptedException {
    boolean loadsKeys = workload.scenario().loadsKeys();
    long end = System.nanoTime() + (loadsKeys ? 0 : pace.patience().toNanos());
    while (System.nanoTime() - end < 0 && !stop.requested()) {
      TimeUnit.NANOSECONDS.sleep(TICK);
      progress.workAdvanced(0); // the server is not silent
    }
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

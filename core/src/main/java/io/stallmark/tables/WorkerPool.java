package io.stallmark.tables;

import io.stallmark.engine.StopFlag;
import io.stallmark.model.Table;
import io.stallmark.plan.Share;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs work in steps on several sessions. The first failure ends the work of all sessions. */
record WorkerPool(Database database, int count, long seed, StopFlag stop, WorkProgress progress) {

  /** Creates the loader of one worker. */
  interface LoaderFactory {
    Loader of(Session session, Slice slice) throws DbException;
  }

  /** Runs the steps of the first worker only, which knows how many there could be. */
  void runFirst(LoaderFactory loaders) throws DbException, InterruptedException {
    AtomicBoolean failed = new AtomicBoolean();
    all(List.of(() -> work(loaders, Slice.of(0, count, seed), failed)));
  }

  /** Runs the steps of each worker until it has finished its share. */
  void run(LoaderFactory loaders) throws DbException, InterruptedException {
    run(loaders, Share.WHOLE);
  }

  /** Runs the steps of the workers that belong to one of several machines. */
  void run(LoaderFactory loaders, Share machine) throws DbException, InterruptedException {
    List<Callable<Void>> tasks = new ArrayList<>();
    AtomicBoolean failed = new AtomicBoolean();
    for (int i = 0; i < machine.clients(count); i++) {
      Slice slice = Slice.of((int) machine.number(i), count, seed);
      tasks.add(() -> work(loaders, slice, failed));
    }
    all(tasks);
  }

  private Void work(LoaderFactory loaders, Slice slice, AtomicBoolean failed) throws DbException {
    try (Session session = database.session()) {
      Loader loader = loaders.of(session, slice);
      for (long rows = loader.step(); rows > 0; rows = loader.step()) {
        long found = loader.found();
        if (found > 0) {
          progress.workFound(found);
        }
        if (rows > found) {
          progress.workAdvanced(rows - found);
        }
        if (stop.requested() || failed.get()) {
          break;
        }
      }
      return null;
    } catch (DbException | RuntimeException | Error e) {
      failed.set(true);
      throw e;
    }
  }

  /** A task for one table. */
  interface Task {
    void on(Table table) throws DbException;
  }

  /**
   * Runs the task for each table. After the user stops the program, it skips the tables that are
   * not started.
   */
  void each(List<Table> tables, Task task) throws DbException, InterruptedException {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (Table table : tables) {
      tasks.add(
          () -> {
            if (!stop.requested()) {
              task.on(table);
            }
            return null;
          });
    }
    all(tasks);
  }

  /** Runs the tasks, at most {@link #count} at the same time, and waits for all of them. */
  void all(List<Callable<Void>> tasks) throws DbException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(count);
    try {
      DbException first = null;
      for (Future<Void> task : pool.invokeAll(tasks)) {
        try {
          task.get();
        } catch (ExecutionException e) {
          if (!(e.getCause() instanceof DbException cause)) {
            throw new IllegalStateException(e.getCause());
          }
          // An outage fails some statements in other ways.
          boolean lost = cause.kind() == DbException.Kind.CONNECTION;
          first = first == null || lost ? cause : first;
        }
      }
      if (first != null) {
        throw first;
      }
    } finally {
      pool.shutdownNow();
    }
  }
}

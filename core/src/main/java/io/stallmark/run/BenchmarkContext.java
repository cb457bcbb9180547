package io.stallmark.run;

import io.stallmark.engine.RunFailure;
import io.stallmark.engine.SingleClient;
import io.stallmark.engine.StopFlag;
import io.stallmark.model.Table;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.run.document.ResolvedSettings;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.Database.Isolation;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.TableSize;
import io.stallmark.spi.workload.Slice;
import io.stallmark.tables.AcknowledgedWrites;
import io.stallmark.tables.AnswerWatch;
import io.stallmark.tables.CacheLimit;
import io.stallmark.tables.RemoteLoaders;
import io.stallmark.tables.ScenarioTables;
import io.stallmark.tables.ScenarioTables.Found;
import io.stallmark.tables.VerificationResult;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A job with its open database. Closed on every path, including {@link RunHandle#abandon}.
 *
 * @param resolved settings whose value on this database differs from the given one
 * @param handle stops the run
 * @param watch asks the server as long as it answers
 */
public record BenchmarkContext(
    RunJob job,
    Database database,
    ResolvedWorkload workload,
    ResolvedSettings resolved,
    RunHandle handle,
    RunObserver observer,
    AnswerWatch watch)
    implements AutoCloseable {

  private static final int MOST_MEASURED = 100;

  /**
   * As {@link #open(RunJob, boolean, RunHandle, RunObserver)}; an observer receives the handle.
   *
   * @throws SpecException if the binding or the workload refuses the job
   */
  public static BenchmarkContext open(RunJob job, boolean toDrop, RunObserver... observers)
      throws SpecException, DbException, InterruptedException {
    RunObserver observer = RunObserver.all(observers);
    RunHandle handle = new RunHandle();
    observer.started(handle);
    return open(job, toDrop, handle, observer);
  }

  /**
   * Opens the database; starts an embedded server.
   *
   * @param toDrop whether only tables are dropped: whether the database can execute the workload's
   *     operations is then not asked, so that the settings of the run that made the tables are not
   *     needed
   * @throws SpecException if the binding or the workload refuses the job
   */
  static BenchmarkContext open(RunJob job, boolean toDrop, RunHandle handle, RunObserver observer)
      throws SpecException, DbException, InterruptedException {
    try {
      Database database = connect(job, handle, observer);
      AnswerWatch watch =
          new AnswerWatch(database, handle.flag(), observer, job.plan().limits().patience());
      try {
        handle.flag().check();
        Isolation level = job.spec().find(RunOptions.ISOLATION);
        if (level != null) {
          watch.run(
              () -> {
                database.isolate(level);
                return level;
              });
        }
        Set<Capability> capabilities =
            toDrop ? job.binding().capabilities() : watch.run(() -> job.capabilities(database));
        // Compile everything first, so that an unsupported operation is refused before any table
        // changes.
        ResolvedWorkload workload = watch.run(() -> job.workload(database, capabilities));
        if (job.spec().get(RunOptions.VERIFY)) {
          requireVerification(workload);
        }
        SpecOption.check(
            "--connect",
            !job.plan().connectsEach() || database.sessionIsConnection(),
            "once: the driver of this database has a pool of connections");
        ResolvedSettings resolved = job.resolved(capabilities);
        return new BenchmarkContext(job, database, workload, resolved, handle, observer, watch);
      } catch (SpecException | DbException | InterruptedException | RuntimeException e) {
        watch.close();
        throw e;
      }
    } catch (RefusedException e) {
      throw new SpecException(String.valueOf(e.getMessage()));
    }
  }

  private static void requireVerification(ResolvedWorkload workload) throws SpecException {
    Optional<String> why = workload.scenario().verification().refusal();
    if (why.isPresent()) {
      throw new SpecException("--verify: " + why.get() + " Leave it out.");
    }
  }

  /**
   * Opens the database. {@link RunHandle#abandon} waits until an embedded server has started,
   * because only a started server can be stopped.
   */
  private static Database connect(RunJob job, RunHandle handle, RunObserver observer)
      throws DbException, InterruptedException {
    boolean embedded = job.embedded();
    if (embedded) {
      observer.notice("Starting " + job.target().url());
      handle.begin();
    }
    try {
      Database database =
          embedded
              ? job.binding().open(job.target())
              : AnswerWatch.open(
                  () -> job.binding().open(job.target()),
                  handle.flag(),
                  observer,
                  job.plan().limits().patience());
      handle.atAbandon(database::close);
      return database;
    } finally {
      if (embedded) {
        handle.done();
      }
    }
  }

  /** Asks for an early end of the run. */
  public StopFlag stop() {
    return handle.flag();
  }

  /**
   * Bytes that the tables take on disk; empty if not reported or not wanted. With more than 100
   * tables, the size is read only after the run, because reading it would disturb the run.
   *
   * @param settled whether the server first updates its size statistics, which may take time
   */
  Optional<TableSize> size(boolean settled) throws DbException {
    List<Table> tables = workload.tables();
    return job.spec().get(RunOptions.SIZES) && (settled || tables.size() <= MOST_MEASURED)
        ? database.size(tables, settled)
        : Optional.empty();
  }

  /**
   * The workload's tables. A load into tables of a {@code --fresh} run or of an embedded server is
   * not resumable, because these tables do not outlive the run.
   */
  public ScenarioTables tables() {
    ScenarioTables tables =
        new ScenarioTables(
                database,
                job.spec().workload(),
                workload,
                job.plan().threads(),
                job.spec().get(RunOptions.SEED),
                watch)
            .reconnecting(job.plan().limits().reconnect());
    return job.embedded() || job.spec().get(RunOptions.FRESH) ? tables.withoutLoadMark() : tables;
  }

  /**
   * Loads the tables, or resumes a load that ended early.
   *
   * @param generators has the loaders that insert the rows
   * @return which tables existed before
   */
  public Found load(LoadGenerator.Factory generators)
      throws DbException, RunFailure, InterruptedException {
    RemoteLoaders loaders = workload.rows() > 0 ? generators.loaders(this) : null;
    return load(loaders == null ? tables() : tables().filledBy(loaders));
  }

  private Found load(ScenarioTables tables) throws DbException, RunFailure, InterruptedException {
    try {
      Found found = tables.look();
      switch (found) {
        case ALL -> {
          return found;
        }
        case PART -> {
          observer.notice("Resuming an incomplete load");
          tables.resume();
        }
        case NOTHING -> tables.load();
      }
      handle.flag().check();
      return found;
    } catch (DbException | RunFailure | RuntimeException e) {
      handle.flag().check(); // after a stop request, the failure is a consequence of the stop
      throw e;
    }
  }

  /** Loads absent tables, or checks the rows of existing ones, as a run does before it measures. */
  public void prepare() throws DbException, RunFailure, InterruptedException {
    ScenarioTables tables = tables();
    if (load(tables) == Found.ALL) {
      tables.checkRows();
    }
    tables.begin();
  }

  /**
   * Opens a session with one client of the first role, without recording and pacing.
   *
   * @param index index of the client, from 0
   * @param count number of all clients
   */
  public SingleClient client(int index, int count) throws DbException {
    return new SingleClient(database, workload, Slice.of(index, count, job.plan().requestSeed()));
  }

  /**
   * Finds acknowledged writes that the server has lost, and verifies the tables. Errors found are
   * part of the result.
   */
  public VerificationResult verify(AcknowledgedWrites acknowledged)
      throws DbException, InterruptedException {
    try {
      return tables().verify(acknowledged);
    } finally {
      handle.flag().check(); // an interrupted verification reports false errors
    }
  }

  /** The limit of the server's cache, not set yet. */
  CacheLimit cacheLimit() {
    return new CacheLimit(database, watch, observer::warning);
  }

  /**
   * Changes settings of the server before a run.
   *
   * @throws SpecException when the server refuses a statement
   */
  void configureFirst() throws SpecException, DbException, InterruptedException {
    try {
      configure();
    } catch (DbException e) {
      if (e.kind() == DbException.Kind.CONNECTION) {
        throw e;
      }
      throw new SpecException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Changes settings of the server, by the {@code before} statements of the run.
   *
   * @throws DbException when the server refuses a statement, which is in the message
   */
  public void configure() throws DbException, InterruptedException {
    for (String statement : job.spec().get(RunOptions.BEFORE)) {
      try {
        ask(
            () -> {
              database.configure(statement);
              return statement;
            });
      } catch (DbException e) {
        String message = Text.format("'%s' failed: %s", statement, e.getMessage());
        throw new DbException(e.kind(), e.code(), message, e);
      }
    }
  }

  /**
   * Asks the server, as long as it answers.
   *
   * @throws DbException of kind CONNECTION when the server does not answer
   * @throws InterruptedException when the user has requested a stop and the server does not answer
   */
  public <T, E extends Exception> T ask(AnswerWatch.Work<T, E> question)
      throws E, DbException, InterruptedException {
    return watch.run(question);
  }

  /** Sends nothing more to a server that has left transactions of the run unanswered. */
  void giveUp() {
    watch.giveUp();
  }

  /** Whether the server no longer answers; then nothing more is sent to it. */
  boolean givenUp() {
    return watch.givenUp();
  }

  @Override
  public void close() {
    watch.close();
  }
}

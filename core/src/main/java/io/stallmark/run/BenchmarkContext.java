package io.stallmark.run;

import io.stallmark.engine.RunFailure;
import io.stallmark.engine.StopFlag;
import io.stallmark.model.Table;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.report.ResolvedSettings;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.server.TableSize;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;
import io.stallmark.tables.ScenarioTables;
import io.stallmark.tables.ScenarioTables.Found;
import io.stallmark.tables.VerificationResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A job with its database open. Closed on every path, {@link RunHandle#abandon} included. */
public final class BenchmarkContext implements AutoCloseable {

  private static final long TICK_MILLIS = 20;
  private static final int MOST_MEASURED = 100;

  private final RunJob job;
  private final Database database;
  private final ResolvedWorkload workload;
  private final ResolvedSettings resolved;
  private final RunHandle handle;
  private final RunObserver observer;

  private BenchmarkContext(
      RunJob job,
      Database database,
      ResolvedWorkload workload,
      ResolvedSettings resolved,
      RunHandle handle,
      RunObserver observer) {
    this.job = job;
    this.database = database;
    this.workload = workload;
    this.resolved = resolved;
    this.handle = handle;
    this.observer = observer;
  }

  /**
   * Opens the database; an embedded server is started.
   *
   * @throws SpecException when the binding or the workload refuses the job
   */
  public static BenchmarkContext open(RunJob job, RunHandle handle, RunObserver observer)
      throws SpecException, DbException, InterruptedException {
    try {
      Database database = connect(job, handle, observer);
      try {
        handle.flag().check();
        Set<Capability> capabilities = database.capabilities(job.spec().server().storage());
        // What the binding has no exact text for is refused before any table is touched.
        ResolvedWorkload workload = job.explained(capabilities);
        ResolvedSettings resolved = job.resolved(capabilities);
        return new BenchmarkContext(job, database, workload, resolved, handle, observer);
      } catch (DbException | InterruptedException | RuntimeException e) {
        database.close();
        throw e;
      }
    } catch (IllegalArgumentException e) {
      throw new SpecException(String.valueOf(e.getMessage()));
    }
  }

  /** An embedded server that is just starting must be there before it can be stopped. */
  private static Database connect(RunJob job, RunHandle handle, RunObserver observer)
      throws DbException, InterruptedException {
    boolean embedded = job.embedded();
    if (embedded) {
      observer.notice("Starting " + job.target().url());
      handle.begin();
    }
    try {
      Database database =
          embedded ? job.binding().open(job.target()) : openUnlessStopped(job, handle.flag());
      handle.atAbandon(database::close);
      return database;
    } finally {
      if (embedded) {
        handle.done();
      }
    }
  }

  /**
   * A server that accepts a connection and never answers must not keep the user from ending; the
   * thread that waits for it ends with the process.
   */
  private static Database openUnlessStopped(RunJob job, StopFlag stop)
      throws DbException, InterruptedException {
    FutureTask<Database> opening = new FutureTask<>(() -> job.binding().open(job.target()));
    Thread thread = new Thread(opening, "open");
    thread.setDaemon(true);
    thread.start();
    while (true) {
      try {
        return opening.get(TICK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        stop.check();
      } catch (ExecutionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof DbException db) {
          throw db;
        }
        if (cause instanceof RuntimeException runtime) {
          throw runtime;
        }
        if (cause instanceof Error error) {
          throw error;
        }
        throw new IllegalStateException(cause);
      }
    }
  }

  public Database database() {
    return database;
  }

  public ResolvedWorkload workload() {
    return workload;
  }

  /** The settings that got another value here than the one given. */
  public ResolvedSettings resolved() {
    return resolved;
  }

  /**
   * Bytes that the tables take on disk; empty: not reported. Of more than a hundred tables it is
   * not asked during the run, which it would disturb.
   */
  Optional<TableSize> size(boolean settled) throws DbException {
    List<Table> tables = workload.tables();
    return settled || tables.size() <= MOST_MEASURED
        ? database.size(tables, settled)
        : Optional.empty();
  }

  /** The workload's tables; those of a {@code --fresh} run and of an embedded server pass. */
  public ScenarioTables tables() {
    ScenarioTables tables =
        new ScenarioTables(
            database,
            workload,
            job.plan().threads(),
            job.plan().seed(),
            handle.flag(),
            observer.progress());
    return job.embedded() || job.spec().tables().fresh() ? tables.passing() : tables;
  }

  /**
   * Loads the tables, or resumes a load that ended early.
   *
   * @return what was there before
   */
  public Found load(ScenarioTables tables) throws DbException, RunFailure, InterruptedException {
    try {
      Found found = tables.look();
      switch (found) {
        case ALL -> {
          return found;
        }
        case PART -> {
          observer.notice("Going on with a load that has begun");
          tables.resume();
        }
        case NOTHING -> tables.load();
      }
      handle.flag().check();
      return found;
    } catch (DbException | RunFailure | RuntimeException e) {
      handle.flag().check(); // whatever failed, failed because of that
      throw e;
    }
  }

  /** Loads tables that are absent, or checks the rows of existing ones, as a run does first. */
  public void prepare() throws DbException, RunFailure, InterruptedException {
    ScenarioTables tables = tables();
    if (load(tables) == Found.ALL) {
      tables.checkRows();
    }
    tables.begin();
  }

  /**
   * Opens a session of the first role's clients, without recording and pacing.
   *
   * @param index of the client, from 0
   * @param count of all clients
   */
  public SingleClient client(int index, int count) throws DbException {
    Slice slice = Slice.of(index, count, job.plan().requestSeed());
    Session session = database.session();
    try {
      return new SingleClient(session, slice, workload.clients(0, session, slice).get(0));
    } catch (DbException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** One client on a session that it closes. Used by one thread. */
  public static final class SingleClient implements AutoCloseable {

    private final Session session;
    private final Slice slice;
    private final Client client;

    private SingleClient(Session session, Slice slice, Client client) {
      this.session = session;
      this.slice = slice;
      this.client = client;
    }

    /**
     * Runs a transaction, and repeats it as long as the database asks for that. Returns how often.
     *
     * @throws DbException any other failure, after a rollback
     */
    public int transaction() throws DbException {
      slice.rng().mark();
      int retries = 0;
      while (true) {
        try {
          client.transaction();
          return retries;
        } catch (DbException e) {
          DbException worst = session.rollbackAfter(e);
          if (worst.kind() != DbException.Kind.RETRY) {
            throw worst;
          }
          retries++;
          slice.rng().rewind();
        }
      }
    }

    @Override
    public void close() {
      session.close();
    }
  }

  /** Verifies the tables. Returns what was proven, a sentence each. */
  public List<String> verify(ScenarioTables tables)
      throws DbException, RunFailure, InterruptedException {
    try {
      return tables.verify(observer::verified);
    } finally {
      handle.flag().check(); // half a check finds faults that are none
    }
  }

  /** The same after a run, whose verdict the proof becomes part of. */
  VerificationResult prove(ScenarioTables tables) throws InterruptedException {
    try {
      return tables.prove();
    } catch (DbException e) {
      return new VerificationResult(
          "The tables could not be verified: " + e.getMessage(), List.of());
    } finally {
      handle.flag().check();
    }
  }

  @Override
  public void close() {
    database.close();
  }
}

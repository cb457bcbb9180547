package io.stallmark.cli.job;

import io.stallmark.cli.signal.Interruption;
import io.stallmark.engine.RunFailure;
import io.stallmark.engine.Stop;
import io.stallmark.model.Table;
import io.stallmark.report.LoadProgress;
import io.stallmark.report.Resolved;
import io.stallmark.report.Terminal;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.TableSize;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.tables.Proof;
import io.stallmark.tables.Tables;
import io.stallmark.tables.Tables.Found;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A request with its database open. Closed on every path, signals included. */
public final class Opened implements AutoCloseable {

  private static final String EMBEDDED = "embedded:";
  private static final long TICK_MILLIS = 20;
  private static final int MOST_MEASURED = 100;

  private final Request request;
  private final Terminal terminal;
  private final Database database;
  private final Scenario scenario;
  private final Resolved resolved;
  private final Interruption interruption;

  private Opened(
      Request request,
      Terminal terminal,
      Database database,
      Scenario scenario,
      Resolved resolved,
      Interruption interruption) {
    this.request = request;
    this.terminal = terminal;
    this.database = database;
    this.scenario = scenario;
    this.resolved = resolved;
    this.interruption = interruption;
  }

  /**
   * @throws SpecException when the binding or the workload finds fault with what was asked for
   */
  public static Opened open(Request request, Terminal terminal, Interruption interruption)
      throws SpecException, DbException, InterruptedException {
    try {
      return checked(request, terminal, interruption);
    } catch (IllegalArgumentException e) {
      throw new SpecException(String.valueOf(e.getMessage()));
    }
  }

  private static Opened checked(Request request, Terminal terminal, Interruption interruption)
      throws DbException, InterruptedException {
    Database database = connect(request, terminal, interruption);
    try {
      interruption.stop().check();
      Set<Capability> capabilities = database.capabilities(request.storage());
      Scenario scenario = request.scenario(capabilities);
      // What the binding has no exact text for is refused before any table is touched.
      scenario.tables().forEach(request.binding()::explain);
      scenario.ops().forEach(request.binding()::explain);
      Resolved resolved = request.resolved(capabilities);
      return new Opened(request, terminal, database, scenario, resolved, interruption);
    } catch (DbException | InterruptedException | RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /** An embedded server that is just starting must be there before it can be stopped. */
  private static Database connect(Request request, Terminal terminal, Interruption interruption)
      throws DbException, InterruptedException {
    boolean embedded = embedded(request);
    if (embedded) {
      terminal.notice("Starting " + request.target().url());
      interruption.begin();
    }
    try {
      Database database =
          embedded
              ? request.binding().open(request.target())
              : openUnlessStopped(request, interruption.stop());
      interruption.atLast(database::close);
      return database;
    } finally {
      if (embedded) {
        interruption.done();
      }
    }
  }

  /**
   * A server that accepts a connection and says nothing must not keep the user from ending; the
   * thread that waits for it ends with the program.
   */
  private static Database openUnlessStopped(Request request, Stop stop)
      throws DbException, InterruptedException {
    FutureTask<Database> opening = new FutureTask<>(() -> request.binding().open(request.target()));
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

  /** Whether the server ends with the command, and everything in it. */
  public static boolean embedded(Request request) {
    return request.target().url().startsWith(EMBEDDED);
  }

  public Database database() {
    return database;
  }

  public Scenario scenario() {
    return scenario;
  }

  /** What the settings came to here. */
  public Resolved resolved() {
    return resolved;
  }

  /** How much room the tables take; of more than a hundred, asking would disturb the run. */
  public Optional<TableSize> size(boolean settled) throws DbException {
    List<Table> tables = scenario.tables();
    return settled || tables.size() <= MOST_MEASURED
        ? database.size(tables, settled)
        : Optional.empty();
  }

  public Tables tables() {
    Tables tables =
        new Tables(
            database,
            scenario,
            request.target().connections(),
            request.seed(),
            interruption.stop(),
            new LoadProgress(terminal));
    return embedded(request) ? tables.passing() : tables;
  }

  /**
   * Loads the tables, or goes on with a load that ended early.
   *
   * @return what was there before
   */
  public Found load(Tables tables) throws DbException, RunFailure, InterruptedException {
    try {
      Found found = tables.look();
      switch (found) {
        case ALL -> {
          return found;
        }
        case PART -> {
          terminal.notice("Going on with a load that has begun");
          tables.goOn();
        }
        case NOTHING -> tables.load();
      }
      interruption.stop().check();
      return found;
    } catch (DbException | RunFailure | RuntimeException e) {
      interruption.stop().check(); // whatever failed, failed because of that
      throw e;
    }
  }

  /** Proves the tables right. Returns what was proven, a sentence each. */
  public List<String> verify(Tables tables) throws DbException, RunFailure, InterruptedException {
    try {
      return tables.verify(terminal::result);
    } finally {
      interruption.stop().check(); // half a check finds what is not so
    }
  }

  /** The same after a run, which ends well or not by what comes of it. */
  public Proof prove(Tables tables) throws InterruptedException {
    try {
      return tables.prove();
    } catch (DbException e) {
      return new Proof("The tables could not be verified: " + e.getMessage(), List.of());
    } finally {
      interruption.stop().check();
    }
  }

  @Override
  public void close() {
    database.close();
  }
}

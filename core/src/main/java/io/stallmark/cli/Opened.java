package io.stallmark.cli;

import io.stallmark.engine.RunFailure;
import io.stallmark.plan.StoredScenario;
import io.stallmark.report.LoadProgress;
import io.stallmark.report.Terminal;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.tables.Tables;
import java.util.List;

/** A request with its database open. Closed on every path, signals included. */
final class Opened implements AutoCloseable {

  private static final String EMBEDDED = "embedded:";

  private final Request request;
  private final Terminal terminal;
  private final Database database;
  private final Scenario scenario;
  private final Interruption interruption;

  private Opened(
      Request request,
      Terminal terminal,
      Database database,
      Scenario scenario,
      Interruption interruption) {
    this.request = request;
    this.terminal = terminal;
    this.database = database;
    this.scenario = scenario;
    this.interruption = interruption;
  }

  static Opened open(Request request, Terminal terminal, Interruption interruption)
      throws DbException, InterruptedException {
    Database database = connect(request, terminal, interruption);
    try {
      check(interruption);
      Scenario scenario =
          StoredScenario.of(
              request
                  .workload()
                  .scenario(request.settings(), request.seed(), database.capabilities()),
              request.storage());
      return new Opened(request, terminal, database, scenario, interruption);
    } catch (InterruptedException | RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /** An embedded server that is just starting must be there before it can be stopped. */
  private static Database connect(Request request, Terminal terminal, Interruption interruption)
      throws DbException {
    boolean embedded = request.target().url().startsWith(EMBEDDED);
    if (embedded) {
      terminal.notice("Starting " + request.target().url());
      interruption.begin();
    }
    try {
      Database database = request.binding().open(request.target());
      interruption.atLast(database::close);
      return database;
    } finally {
      if (embedded) {
        interruption.done();
      }
    }
  }

  /**
   * @throws InterruptedException when the user wants to end
   */
  static void check(Interruption interruption) throws InterruptedException {
    if (interruption.stop().requested()) {
      throw new InterruptedException("Interrupted; nothing was measured.");
    }
  }

  Database database() {
    return database;
  }

  Scenario scenario() {
    return scenario;
  }

  Tables tables() {
    return new Tables(
        database,
        scenario,
        request.target().connections(),
        request.seed(),
        interruption.stop(),
        new LoadProgress(terminal));
  }

  /** Loads the tables; there are none. */
  void load(Tables tables) throws DbException, RunFailure, InterruptedException {
    try {
      tables.load();
    } finally {
      check(interruption); // whatever failed, failed because of that
    }
  }

  /** Proves the tables right. Returns what was proven, a sentence each. */
  List<String> verify(Tables tables) throws DbException, RunFailure, InterruptedException {
    try {
      return tables.verify();
    } finally {
      check(interruption); // half a check finds what is not so
    }
  }

  @Override
  public void close() {
    database.close();
  }
}

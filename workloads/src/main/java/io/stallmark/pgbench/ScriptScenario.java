package io.stallmark.pgbench;

import io.stallmark.model.Table;
import io.stallmark.pgbench.script.Command;
import io.stallmark.pgbench.script.Script;
import io.stallmark.pgbench.script.Scripts;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Verification;
import java.util.List;

/** Scripts on tables that exist. */
final class ScriptScenario implements Scenario {

  private final Scripts scripts;
  private final ScriptOperations operations;
  private final FirstValues first;
  private final boolean begins;
  private final boolean transactions;

  /**
   * @param transactions whether the database has transactions
   */
  ScriptScenario(Scripts scripts, FirstValues first, boolean transactions) {
    this.scripts = scripts;
    this.first = first;
    this.transactions = transactions;
    operations = new ScriptOperations(scripts);
    begins =
        scripts.all().stream()
            .flatMap(script -> script.commands().stream())
            .anyMatch(Command.Boundary.class::isInstance);
  }

  @Override
  public List<Table> tables() {
    return List.of();
  }

  @Override
  public long rows(Table table) {
    return 0;
  }

  @Override
  public List<Role> roles() {
    boolean transactional = begins && transactions;
    return List.of(
        new Role(
            Role.ONLY,
            operations.ops(),
            operations.kinds(),
            transactional,
            ProgressUnit.TRANSACTIONS,
            (session, slice) ->
                new ScriptClient(scripts, operations, first, transactional, session, slice)));
  }

  @Override
  public List<String> warnings() {
    return begins && !transactions
        ? List.of(
            "This database has no transactions: the statements of one are sent without, and one"
                + " that fails leaves a part of it.")
        : List.of();
  }

  /** Clients share nothing. */
  @Override
  public void share(int machine, int machines) {}

  /**
   * Prepares every statement, so that one that is refused ends a run before it is measured, and
   * tries the options of BEGIN. A text is not known before its values are.
   */
  @Override
  public void begin(Session session) throws DbException {
    if (scripts.inStrings()) {
      return;
    }
    for (Script script : scripts.all()) {
      boolean begun = false;
      for (Command command : script.commands()) {
        if (command instanceof Command.Sql sql) {
          operations.prepare(sql, session);
          if (begun && transactions && sql.text().startsWith(Command.Sql.OPTIONS)) {
            operations.begin(sql, session);
          }
        }
        begun =
            command instanceof Command.Boundary boundary
                && boundary.word() == Command.Boundary.Word.BEGIN;
      }
    }
  }

  @Override
  public String files() {
    return scripts.files();
  }

  @Override
  public Verification verification() {
    return Verification.none("Scripts of pgbench have no checks.");
  }
}

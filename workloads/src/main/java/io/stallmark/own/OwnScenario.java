package io.stallmark.own;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.own.definition.OwnDefinition;
import io.stallmark.own.definition.OwnRole;
import io.stallmark.own.definition.OwnTable;
import io.stallmark.own.value.ValueSource;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Verification;
import java.util.ArrayList;
import java.util.List;

/** Statements of the user's. */
final class OwnScenario implements Scenario {

  private final OwnDefinition definition;
  private final long seed;
  private final int batch;
  private final boolean transactions;

  /**
   * @param seed determines the loaded rows
   * @param batch rows of an insert of a load
   * @param transactions whether the database has transactions
   */
  OwnScenario(OwnDefinition definition, long seed, int batch, boolean transactions) {
    this.definition = definition;
    this.seed = seed;
    this.batch = batch;
    this.transactions = transactions;
  }

  @Override
  public List<Table> tables() {
    return definition.tables().stream().map(OwnTable::table).toList();
  }

  @Override
  public long rows(Table table) {
    return definition.tables().stream()
        .filter(each -> each.table().name().equals(table.name()))
        .mapToLong(OwnTable::rows)
        .sum();
  }

  @Override
  public List<Role> roles() {
    return definition.roles().stream().map(this::role).toList();
  }

  private Role role(OwnRole role) {
    List<Op> ops = new ArrayList<>();
    role.transactions()
        .forEach(each -> each.steps().forEach(step -> ops.add(step.statement().op())));
    boolean transactional = transactions && role.begins();
    return new Role(
        role.name(),
        ops,
        role.kinds(),
        transactional,
        ProgressUnit.TRANSACTIONS,
        (session, slice) -> new OwnClient(definition, role, transactional, session, slice.rng()));
  }

  @Override
  public List<String> warnings() {
    return !transactions && definition.roles().stream().anyMatch(OwnRole::begins)
        ? List.of(
            "This database has no transactions: statements are sent without them, and a failed"
                + " transaction leaves partial changes.")
        : List.of();
  }

  @Override
  public double rowsPerTransaction() {
    return definition.roles().get(0).inserted();
  }

  @Override
  public void share(int machine, int machines) {
    definition.sources().forEach(source -> source.share(machine, machines));
  }

  /** Tries all statements, so that one that is refused ends a run before it is measured. */
  @Override
  public void begin(Session session) throws DbException {
    definition.tryStatements(session);
    for (ValueSource source : definition.sources()) {
      source.begin(session);
    }
  }

  @Override
  public String files() {
    return definition.files();
  }

  @Override
  public Load load(int machine, int machines) {
    return (session, slice, resumes) -> new OwnLoader(definition, seed, batch, session, slice);
  }

  @Override
  public Verification verification() {
    return definition.checks().isEmpty()
        ? Verification.none(definition.name() + " has no check under the key verify.")
        : new OwnVerification(definition.checks());
  }
}

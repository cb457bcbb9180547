package io.stallmark.plan;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * A workload with its settings resolved: a scenario for each phase of a run, over one set of tables
 * that have the user's storage options. Thread-safe.
 */
public final class ResolvedWorkload {

  private final List<Scenario> byPhase;
  private final Set<Scenario> scenarios;
  private final List<Table> tables;
  private final List<Role> roles;

  private ResolvedWorkload(List<Scenario> byPhase, Map<String, String> storage) {
    this.byPhase = List.copyOf(byPhase);
    scenarios = new LinkedHashSet<>(byPhase);
    tables = scenario().tables().stream().map(table -> table.withStorage(storage)).toList();
    List<Role> merged = new ArrayList<>();
    for (int i = 0; i < scenario().roles().size(); i++) {
      merged.add(merged(i));
    }
    roles = List.copyOf(merged);
  }

  /** A workload without phases. */
  public static ResolvedWorkload of(Scenario scenario, Map<String, String> storage) {
    return new ResolvedWorkload(List.of(scenario), storage);
  }

  /**
   * A workload with a scenario for each phase; phases with the same settings share one.
   *
   * @throws IllegalArgumentException with a line for the user when they do not go together
   */
  public static ResolvedWorkload of(List<Scenario> byPhase, Map<String, String> storage) {
    Scenario first = byPhase.get(0);
    Set<Scenario> all = new LinkedHashSet<>(byPhase);
    for (Scenario other : all) {
      if (!first.tables().equals(other.tables())
          || !first.tables().stream().allMatch(table -> first.rows(table) == other.rows(table))) {
        throw new IllegalArgumentException(
            "--phase: the settings of a phase must leave the tables and their rows as they are");
      }
      requireSame("roles", first, other, Role::name);
      requireSame("kinds of transaction", first, other, Role::transactionKinds);
      requireSame("unit of progress", first, other, Role::unit);
    }
    if (all.stream().filter(each -> each.rowsPerTransaction() > 0).count() > 1) {
      throw new IllegalArgumentException(
          "--phase: phases that insert must have the same settings: each goes on from where the"
              + " tables ended when the run began");
    }
    return new ResolvedWorkload(byPhase, storage);
  }

  private static void requireSame(
      String what, Scenario first, Scenario other, Function<Role, ?> property) {
    List<?> own = first.roles().stream().map(property).toList();
    if (!own.equals(other.roles().stream().map(property).toList())) {
      throw new IllegalArgumentException(
          "--phase: the settings of a phase must leave the " + what + " as they are");
    }
  }

  /** The role in all phases; an operation that several phases have is one in the results. */
  private Role merged(int index) {
    Role first = scenario().roles().get(index);
    Map<String, Op> ops = new LinkedHashMap<>();
    boolean transactional = false;
    for (Scenario each : scenarios) {
      Role role = each.roles().get(index);
      role.ops().forEach(op -> ops.putIfAbsent(op.name(), op));
      transactional |= role.transactional();
    }
    return new Role(
        first.name(),
        List.copyOf(ops.values()),
        first.transactionKinds(),
        transactional,
        first.unit(),
        first.clients());
  }

  /** The scenario that loads and verifies the tables: that of the first phase. */
  public Scenario scenario() {
    return byPhase.get(0);
  }

  /** The tables with their storage options. */
  public List<Table> tables() {
    return tables;
  }

  /** As {@link Scenario#rows}. */
  public long rows(Table table) {
    return scenario().rows(table);
  }

  /** As {@link Scenario#rowBytes}. */
  public long rowBytes(Table table) {
    return scenario().rowBytes(table);
  }

  /** The roles, each with the operations of all phases. */
  public List<Role> roles() {
    return roles;
  }

  /** The operations of all roles and phases, by name once each. */
  public List<Op> ops() {
    Map<String, Op> ops = new LinkedHashMap<>();
    roles.forEach(role -> role.ops().forEach(op -> ops.putIfAbsent(op.name(), op)));
    return List.copyOf(ops.values());
  }

  /** Whether some role wraps its transactions into begin and commit. */
  public boolean transactional() {
    return roles.stream().anyMatch(Role::transactional);
  }

  public List<String> warnings() {
    return scenarios.stream().flatMap(each -> each.warnings().stream()).distinct().toList();
  }

  /** As {@link Scenario#rowsPerTransaction}, of the phase that adds the most. */
  public double rowsPerTransaction() {
    return scenarios.stream().mapToDouble(Scenario::rowsPerTransaction).max().orElse(0);
  }

  /** As {@link Scenario#begin}, for every phase. */
  public void begin(Session session) throws DbException {
    for (Scenario each : scenarios) {
      each.begin(session);
    }
  }

  /**
   * Makes one client of a role on a session.
   *
   * @param role its index in {@link #roles}
   * @return the client by phase, shared by phases with the same settings; one: there are no phases
   */
  public List<Client> clients(int role, Session session, Slice slice) throws DbException {
    Map<Scenario, Client> made = new LinkedHashMap<>();
    for (Scenario each : scenarios) {
      made.put(each, each.roles().get(role).clients().client(session, slice));
    }
    return byPhase.stream().map(each -> Objects.requireNonNull(made.get(each))).toList();
  }
}

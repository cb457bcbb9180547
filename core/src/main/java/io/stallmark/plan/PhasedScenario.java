package io.stallmark.plan;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Resumption;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Scenarios of the same tables, one for each phase; the same one for phases that are alike. */
public final class PhasedScenario implements Scenario {

  private final List<Scenario> byPhase;
  private final Scenario first;
  private final Set<Scenario> all;

  private PhasedScenario(List<Scenario> byPhase) {
    this.byPhase = List.copyOf(byPhase);
    first = byPhase.get(0);
    all = new LinkedHashSet<>(byPhase);
  }

  /**
   * What all phases are together.
   *
   * @throws IllegalArgumentException with a line for the user when they do not go together
   */
  public static Scenario of(List<Scenario> byPhase) {
    PhasedScenario phased = new PhasedScenario(byPhase);
    if (phased.all.size() == 1) {
      return phased.first;
    }
    for (Scenario other : phased.all) {
      if (!phased.first.tables().equals(other.tables())
          || !phased.first.tables().stream().allMatch(t -> phased.first.rows(t) == other.rows(t))) {
        throw new IllegalArgumentException(
            "--phase: the settings of a phase must leave the tables and their rows as they are");
      }
      if (!phased.first.transactionKinds().equals(other.transactionKinds())) {
        throw new IllegalArgumentException(
            "--phase: the settings of a phase must leave the kinds of transaction as they are");
      }
    }
    if (phased.all.stream().filter(each -> each.rowsPerTransaction() > 0).count() > 1) {
      throw new IllegalArgumentException(
          "--phase: phases that insert must have the same settings: each goes on from where the"
              + " tables ended when the run began");
    }
    return phased;
  }

  @Override
  public List<Table> tables() {
    return first.tables();
  }

  /** What one phase has and another has too is one operation in the results. */
  @Override
  public List<Op> ops() {
    Map<String, Op> ops = new LinkedHashMap<>();
    all.forEach(each -> each.ops().forEach(op -> ops.putIfAbsent(op.name(), op)));
    return List.copyOf(ops.values());
  }

  @Override
  public List<String> transactionKinds() {
    return first.transactionKinds();
  }

  @Override
  public boolean transactional() {
    return all.stream().anyMatch(Scenario::transactional);
  }

  @Override
  public List<String> warnings() {
    return all.stream().flatMap(each -> each.warnings().stream()).distinct().toList();
  }

  @Override
  public long rows(Table table) {
    return first.rows(table);
  }

  @Override
  public long rowBytes(Table table) {
    return first.rowBytes(table);
  }

  @Override
  public double rowsPerTransaction() {
    return all.stream().mapToDouble(Scenario::rowsPerTransaction).max().orElse(0);
  }

  @Override
  public OptionalLong requiredRows() {
    return first.requiredRows();
  }

  @Override
  public boolean indexesAfterLoad() {
    return first.indexesAfterLoad();
  }

  @Override
  public void begin(Session session) throws DbException {
    for (Scenario each : all) {
      each.begin(session);
    }
  }

  @Override
  public Loader loader(Session session, Slice slice) throws DbException {
    return first.loader(session, slice);
  }

  @Override
  public Optional<Resumption> resumption() {
    return first.resumption();
  }

  @Override
  public Client client(Session session, Slice slice) throws DbException {
    Map<Scenario, Client> made = new LinkedHashMap<>();
    for (Scenario each : all) {
      made.put(each, each.client(session, slice));
    }
    List<Client> clients = new ArrayList<>();
    for (Scenario each : byPhase) {
      Client client = made.get(each);
      if (client != null) {
        clients.add(client);
      }
    }
    return new PhasedClient(clients);
  }

  @Override
  public Verification verification() {
    return first.verification();
  }
}

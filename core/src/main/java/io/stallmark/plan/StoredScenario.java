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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A scenario whose tables have the storage options of the command line. */
public record StoredScenario(Scenario scenario, Map<String, String> storage) implements Scenario {

  /** The scenario with the options, which may be none. */
  public static Scenario of(Scenario scenario, Map<String, String> storage) {
    return storage.isEmpty() ? scenario : new StoredScenario(scenario, storage);
  }

  @Override
  public List<Table> tables() {
    return scenario.tables().stream().map(table -> table.withStorage(storage)).toList();
  }

  @Override
  public List<Op> ops() {
    return scenario.ops();
  }

  @Override
  public List<String> transactionKinds() {
    return scenario.transactionKinds();
  }

  @Override
  public boolean transactional() {
    return scenario.transactional();
  }

  @Override
  public List<String> warnings() {
    return scenario.warnings();
  }

  @Override
  public long rows(Table table) {
    return scenario.rows(table);
  }

  @Override
  public long rowBytes(Table table) {
    return scenario.rowBytes(table);
  }

  @Override
  public double rowsPerTransaction() {
    return scenario.rowsPerTransaction();
  }

  @Override
  public OptionalLong requiredRows() {
    return scenario.requiredRows();
  }

  @Override
  public boolean indexesAfterLoad() {
    return scenario.indexesAfterLoad();
  }

  @Override
  public boolean isFull(Table table) {
    return scenario.isFull(table);
  }

  @Override
  public void begin(Session session) throws DbException {
    scenario.begin(session);
  }

  @Override
  public Loader loader(Session session, Slice slice) throws DbException {
    return scenario.loader(session, slice);
  }

  @Override
  public Optional<Resumption> resumption() {
    return scenario.resumption();
  }

  @Override
  public Client client(Session session, Slice slice) throws DbException {
    return scenario.client(session, slice);
  }

  @Override
  public Verification verification() {
    return scenario.verification();
  }
}

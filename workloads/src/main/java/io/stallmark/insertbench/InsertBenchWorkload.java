package io.stallmark.insertbench;

import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.DeclaredWorkload;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The workload {@code insertbench}. */
public final class InsertBenchWorkload extends DeclaredWorkload {

  static final String STEP = "step";
  static final String ROWS_I0 = "rows-i0";
  static final String ROWS_I1 = "rows-i1";
  static final String ROWS_I2 = "rows-i2";
  static final String RATE = "rate";
  static final String QUERY = "query";
  static final String DELETES = "deletes";
  static final String CLIENTS = "clients";
  static final String TABLES_PER = "tables-per";
  static final String SECONDARY = "secondary";
  static final String BATCH = "batch";
  static final String DATA_LENGTH = "data-length";
  static final String SETTLE = "settle";
  static final String LONG_TRANSACTION = "long-transaction";

  private static final long MANY = 1L << 40;
  private static final int MOST_CLIENTS = 1000;
  private static final int MOST_SETTLE = 1200;
  private static final int MOST_BATCH = 10_000;

  public InsertBenchWorkload() {
    super(
        "insertbench",
        "the insert benchmark: inserts, deletes and queries on an indexed table",
        List.of(
            Setting.choice(STEP, Step.names(), "step of the benchmark"),
            Setting.integer(ROWS_I0, "100000", 1, MANY, "rows of l.i0, for each client"),
            Setting.integer(ROWS_I1, "80000", 1, MANY, "rows of l.i1, for each client"),
            Setting.integer(ROWS_I2, "20000", 1, MANY, "rows of l.i2, for each client"),
            Setting.integer(RATE, "100", 1, MANY, "inserts/s of each client in step=query"),
            Setting.choice(QUERY, List.of("range", "point", "none"), "queries of step=query"),
            Setting.choice(DELETES, List.of("on", "off"), "on: deletes as many rows as inserts"),
            Setting.integer(CLIENTS, "1", 1, MOST_CLIENTS, "clients of each role"),
            Setting.choice(TABLES_PER, List.of("client", "one"), "a table for each client, or one"),
            Setting.integer(
                SECONDARY, "3", 0, PurchasesTable.MOST_INDEXES, "secondary indexes of a table"),
            Setting.integer(
                BATCH, "0", 0, MOST_BATCH, "rows per transaction; 0: 100, 50 or 5, by step"),
            Setting.integer(
                DATA_LENGTH, "20", 1, PurchasesTable.MOST_DATA, "maximum bytes of a row's text"),
            Setting.integer(
                SETTLE,
                "60",
                0,
                MOST_SETTLE,
                "minimum seconds of step=settle; a second per million rows is added"),
            Setting.integer(
                LONG_TRANSACTION, "0", 0, 86_400, "seconds of an open transaction; 0: none")));
  }

  /** The insert role has the pace of the step; the others exist only where the step has them. */
  @Override
  public List<Role.Size> roles(Settings settings) {
    Step step = Step.of(settings.choice(STEP));
    if (step == Step.SETTLE) {
      return List.of(new Role.Size(InsertBenchScenario.SETTLE, 1));
    }
    int clients = settings.int32(CLIENTS);
    double perSecond =
        step == Step.QUERY
            ? (double) settings.integer(RATE) * clients / InsertBenchOptions.batch(settings)
            : 0;
    List<Role.Size> sizes = new ArrayList<>();
    sizes.add(new Role.Size(InsertBenchScenario.INSERT, clients, perSecond));
    if (step.deletes() && settings.choice(DELETES).equals("on")) {
      sizes.add(new Role.Size(InsertBenchScenario.DELETE, clients, perSecond));
    }
    if (step == Step.QUERY && !settings.choice(QUERY).equals("none")) {
      sizes.add(new Role.Size(InsertBenchScenario.QUERY, clients));
    }
    if (settings.integer(LONG_TRANSACTION) > 0) {
      sizes.add(new Role.Size(InsertBenchScenario.SNAPSHOT, clients));
    }
    return sizes;
  }

  @Override
  public boolean isFinite(Settings settings) {
    return Step.of(settings.choice(STEP)).isFinite();
  }

  /** Operations are steps of the benchmark, so that none is measured alone. */
  @Override
  public Map<String, Map<String, String>> operations() {
    return Map.of();
  }

  @Override
  public Settings resolved(Settings settings, Set<Capability> capabilities) {
    InsertBenchOptions options = InsertBenchOptions.resolve(settings, 0, capabilities);
    return settings.with(Map.of(BATCH, (long) options.batch()));
  }

  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    return new InsertBenchScenario(InsertBenchOptions.resolve(settings, seed, capabilities));
  }
}

package io.stallmark.tpcb;

import io.stallmark.model.Op;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Tally;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Text;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** pgbench with resolved settings. */
final class TpcbScenario implements Scenario {

  private static final String BEFORE = "before";
  private static final String INSERTED = "inserted";

  private final int scale;
  private final Builtin builtin;
  private final int batch;
  private final boolean transactional;
  private final LongAdder inserted = new LongAdder();
  private volatile long before;

  /**
   * @param scale number of branches
   * @param batch rows of an insert of a load
   * @param transactions whether the database has transactions
   */
  TpcbScenario(int scale, Builtin builtin, int batch, boolean transactions) {
    this.scale = scale;
    this.builtin = builtin;
    this.batch = batch;
    transactional = transactions && builtin.updates();
  }

  @Override
  public List<Table> tables() {
    return BankTables.ALL;
  }

  @Override
  public List<Role> roles() {
    return List.of(
        Role.only(
            builtin.ops(),
            transactional,
            (session, slice) ->
                new TpcbClient(scale, builtin, transactional, inserted, session, slice.rng())));
  }

  @Override
  public List<String> warnings() {
    return builtin.updates() && !transactional
        ? List.of(
            "This database has no transactions: statements are sent without them, and a failed"
                + " transaction leaves partial changes.")
        : List.of();
  }

  @Override
  public long rows(Table table) {
    return (long) scale * BankTables.rowsOfBranch(table);
  }

  @Override
  public double rowsPerTransaction() {
    return builtin.updates() ? 1 : 0;
  }

  /** Clients share nothing. */
  @Override
  public void share(int machine, int machines) {}

  @Override
  public void begin(Session session) throws DbException {
    long branches = count(session, BankTables.BRANCH);
    if (branches != scale) {
      throw DbException.unfit(
          "BRANCHES",
          Text.format(
              "Table pgbench_branches has %,d rows: give -p scale=%d, or load with -p scale=%d",
              branches, branches, scale));
    }
    before = builtin.updates() ? count(session, BankTables.HISTORY) : 0;
    inserted.reset();
  }

  private static long count(Session session, Table table) throws DbException {
    Op count = new Op.Read("count", table, new Select.Count());
    return PreparedOperation.of(session, count).number(0);
  }

  @Override
  public Tally tally() {
    return Tally.of(Map.of(INSERTED, inserted.sum()));
  }

  @Override
  public void add(Tally tally) {
    inserted.add(tally.number(INSERTED));
  }

  @Override
  public Load load(int machine, int machines) {
    return (session, slice, resumes) -> new BankLoader(scale, batch, resumes, session, slice);
  }

  @Override
  public Optional<String> loadIdentity() {
    return Optional.of(Text.format("tpcb scale=%d batch=%d", scale, batch));
  }

  @Override
  public Verification verification() {
    return new BankVerification(scale, builtin);
  }

  /** Each committed transaction has added one row to the history. */
  @Override
  public Map<String, Long> acknowledged() {
    return inserted.sum() > 0 ? Map.of(BEFORE, before, INSERTED, inserted.sum()) : Map.of();
  }

  @Override
  public List<String> lost(Session session, Map<String, Long> acknowledged) throws DbException {
    long due = acknowledged.getOrDefault(BEFORE, 0L) + acknowledged.getOrDefault(INSERTED, 0L);
    long found = count(session, BankTables.HISTORY);
    return found >= due
        ? List.of()
        : List.of(
            Text.format(
                "%,d or more acknowledged transactions are gone: pgbench_history has %,d rows, not"
                    + " %,d.",
                due - found, found, due));
  }
}

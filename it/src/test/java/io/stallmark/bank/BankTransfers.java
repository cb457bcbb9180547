package io.stallmark.bank;

import static io.stallmark.model.Value.slot;

import io.stallmark.data.Rng;
import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.spi.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Transfers of money between accounts, whose balances always add up to the same sum. */
public final class BankTransfers implements Workload {

  /** Cents on each account after the load. */
  static final long BALANCE = 10_000;

  private static final int BATCH = 100;

  @Override
  public String name() {
    return "bank";
  }

  @Override
  public String summary() {
    return "transfers between accounts, whose balances always add up to the same sum";
  }

  @Override
  public List<Setting> settings() {
    return List.of(Setting.integer("accounts", "1000", 2, 1_000_000_000, "accounts"));
  }

  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    if (!capabilities.containsAll(Set.of(Capability.TRANSACTIONS, Capability.SUM))) {
      throw new IllegalArgumentException("bank needs transactions and sums");
    }
    return new Bank(settings.integer("accounts"));
  }

  /** A bank with so many accounts, numbered from 1. */
  record Bank(long accounts) implements Scenario {

    static final Table ACCOUNTS =
        new Table(
            "accounts",
            List.of(
                new Column("id", Type.INT64, Fill.REQUIRED),
                new Column("balance", Type.INT64, Fill.REQUIRED)),
            List.of("id"),
            List.of(),
            Map.of());
    static final Param ID = new Param("id", Type.INT64);

    private static final Op INSERT =
        new Op.Insert(
            "insert_accounts",
            List.of(ID, new Param("balance", Type.INT64)),
            ACCOUNTS,
            List.of("id", "balance"),
            List.of(slot("id"), slot("balance")),
            BATCH);

    /** Slots: cents, id. */
    private static Op change(String name) {
      return new Op.Update(
          name,
          List.of(new Param("cents", Type.INT64), ID),
          ACCOUNTS,
          List.of(new Assignment.Add("balance", slot("cents"))),
          new Predicate.Equal("id", slot("id")));
    }

    private static final Op DEBIT = change("debit");
    private static final Op CREDIT = change("credit");

    @Override
    public List<Table> tables() {
      return List.of(ACCOUNTS);
    }

    @Override
    public List<Role> roles() {
      return List.of(
          Role.only(
              List.of(DEBIT, CREDIT),
              true,
              (session, slice) -> new Teller(session, slice.rng(), accounts)));
    }

    @Override
    public long rows(Table table) {
      return accounts;
    }

    @Override
    public OptionalLong requiredRows() {
      return OptionalLong.of(accounts);
    }

    /** Each loader inserts every n-th batch. */
    @Override
    public Loader loader(Session session, Slice slice, boolean resumes) throws DbException {
      Statement insert = session.prepare(INSERT);
      Args args = Args.of(INSERT);
      long[] next = {slice.index() * (long) BATCH}; // accounts before the next batch
      return () -> {
        int rows = (int) Math.max(0, Math.min(BATCH, accounts - next[0]));
        for (int row = 0; row < rows; row++) {
          args.row(row).set(0, next[0] + row + 1).set(1, BALANCE);
        }
        if (rows > 0) {
          insert.execute(args, null);
          next[0] += slice.count() * (long) BATCH; // last, so that a failed step can be repeated
        }
        return rows;
      };
    }

    @Override
    public Verification verification() {
      return new SumOfBalances(accounts);
    }
  }

  /** Moves up to a euro from one account to another. */
  private static final class Teller implements Client {

    private final Session session;
    private final Rng rng;
    private final long accounts;
    private final Statement debit;
    private final Statement credit;
    private final Args from = Args.of(Bank.DEBIT).expect(1);
    private final Args to = Args.of(Bank.CREDIT).expect(1);

    Teller(Session session, Rng rng, long accounts) throws DbException {
      this.session = session;
      this.rng = rng;
      this.accounts = accounts;
      debit = session.prepare(Bank.DEBIT);
      credit = session.prepare(Bank.CREDIT);
    }

    @Override
    public void transaction() throws DbException {
      long cents = rng.uniform(1, 100);
      session.begin();
      debit.execute(from.set(0, -cents).set(1, rng.uniform(1, accounts)), null);
      credit.execute(to.set(0, cents).set(1, rng.uniform(1, accounts)), null);
      session.commit();
    }
  }
}

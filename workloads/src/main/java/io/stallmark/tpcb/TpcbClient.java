package io.stallmark.tpcb;

import io.stallmark.data.Rng;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Client;
import java.util.concurrent.atomic.LongAdder;

/** Client of one of pgbench's built-in scripts. */
final class TpcbClient implements Client {

  private static final int MOST = 5_000;

  private final int scale;
  private final Builtin builtin;
  private final boolean transactional;
  private final LongAdder inserted;
  private final Session session;
  private final Rng rng;
  private final Statement updateAccount;
  private final Statement selectBalance;
  private final Statement updateTeller;
  private final Statement updateBranch;
  private final Statement insertHistory;
  private final Args account = Args.of(BankTables.UPDATE_ACCOUNT);
  private final Args balance = Args.of(BankTables.SELECT_BALANCE).expect(1);
  private final Args teller = Args.of(BankTables.UPDATE_TELLER);
  private final Args branch = Args.of(BankTables.UPDATE_BRANCH);
  private final Args history = Args.of(BankTables.INSERT_HISTORY).expect(1);

  /**
   * @param inserted counts the rows of the history that were acknowledged
   */
  TpcbClient(
      int scale,
      Builtin builtin,
      boolean transactional,
      LongAdder inserted,
      Session session,
      Rng rng)
      throws DbException {
    this.scale = scale;
    this.builtin = builtin;
    this.transactional = transactional;
    this.inserted = inserted;
    this.session = session;
    this.rng = rng;
    selectBalance = session.prepare(BankTables.SELECT_BALANCE);
    updateAccount = builtin.updates() ? session.prepare(BankTables.UPDATE_ACCOUNT) : selectBalance;
    insertHistory = builtin.updates() ? session.prepare(BankTables.INSERT_HISTORY) : selectBalance;
    updateTeller = builtin.updatesAll() ? session.prepare(BankTables.UPDATE_TELLER) : selectBalance;
    updateBranch = builtin.updatesAll() ? session.prepare(BankTables.UPDATE_BRANCH) : selectBalance;
  }

  /** Draws in the order of pgbench's scripts. */
  @Override
  public void transaction() throws DbException {
    long aid = rng.uniform(1, (long) scale * BankTables.ACCOUNTS);
    if (!builtin.updates()) {
      selectBalance.execute(balance.set(0, aid), null);
      return;
    }
    long bid = rng.uniform(1, scale);
    long tid = rng.uniform(1, (long) scale * BankTables.TELLERS);
    long delta = rng.uniform(-MOST, MOST);
    if (transactional) {
      session.begin();
    }
    add(updateAccount, account, delta, aid);
    selectBalance.execute(balance.set(0, aid), null);
    if (builtin.updatesAll()) {
      add(updateTeller, teller, delta, tid);
      add(updateBranch, branch, delta, bid);
    }
    insertHistory.execute(
        history
            .set(0, tid)
            .set(1, bid)
            .set(2, aid)
            .set(3, delta)
            .set(4, System.currentTimeMillis()),
        null);
    if (transactional) {
      session.commit();
    }
    inserted.increment();
  }

  /** MySQL and MongoDB count a row only if its values change. */
  private static void add(Statement statement, Args args, long delta, long key) throws DbException {
    statement.execute(args.set(0, delta).set(1, key).expect(delta == 0 ? 0 : 1), null);
  }
}

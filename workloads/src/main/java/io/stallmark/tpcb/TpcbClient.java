package io.stallmark.tpcb;

import io.stallmark.data.Rng;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Client of one of pgbench's built-in scripts. Operations that the script lacks are null. */
final class TpcbClient implements Client {

  private static final int MOST = 5_000;

  private final int scale;
  private final boolean transactional;
  private final LongAdder inserted;
  private final Session session;
  private final Rng rng;
  private final PreparedOperation balance;
  private final @Nullable PreparedOperation account;
  private final @Nullable PreparedOperation teller;
  private final @Nullable PreparedOperation branch;
  private final @Nullable PreparedOperation history;

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
    this.transactional = transactional;
    this.inserted = inserted;
    this.session = session;
    this.rng = rng;
    boolean some = builtin.updates();
    boolean all = builtin.updatesAll();
    balance = PreparedOperation.of(session, BankTables.SELECT_BALANCE).expect(1);
    account = some ? PreparedOperation.of(session, BankTables.UPDATE_ACCOUNT) : null;
    teller = all ? PreparedOperation.of(session, BankTables.UPDATE_TELLER) : null;
    branch = all ? PreparedOperation.of(session, BankTables.UPDATE_BRANCH) : null;
    history = some ? PreparedOperation.of(session, BankTables.INSERT_HISTORY).expect(1) : null;
  }

  /** Draws in the order of pgbench's scripts. */
  @Override
  public void transaction() throws DbException {
    long aid = rng.uniform(1, (long) scale * BankTables.ACCOUNTS);
    balance.set(0, aid);
    if (account == null || history == null) {
      balance.execute();
      return;
    }
    long bid = rng.uniform(1, scale);
    long tid = rng.uniform(1, (long) scale * BankTables.TELLERS);
    long delta = rng.uniform(-MOST, MOST);
    if (transactional) {
      session.begin();
    }
    add(account, delta, aid);
    balance.execute();
    if (teller != null && branch != null) {
      add(teller, delta, tid);
      add(branch, delta, bid);
    }
    history.set(0, tid).set(1, bid).set(2, aid).set(3, delta);
    history.set(4, System.currentTimeMillis()).execute();
    if (transactional) {
      session.commit();
    }
    inserted.increment();
  }

  /** MySQL and MongoDB count a row only if its values change. */
  private static void add(PreparedOperation update, long delta, long key) throws DbException {
    update.set(0, delta).set(1, key).expect(delta == 0 ? 0 : 1).execute();
  }
}

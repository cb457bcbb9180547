package io.stallmark.bank;

import static io.stallmark.model.Value.slot;

import io.stallmark.bank.BankTransfers.Bank;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** Verifies that no transfer has made or lost a cent. Thread-safe. */
final class SumOfBalances implements Verification {

  private static final int PIECE = 1000;

  /** Slots: low, high. */
  private static final Op SUM =
      new Op.Read(
          "sum_balances",
          List.of(new Param("low", Type.INT64), new Param("high", Type.INT64)),
          Bank.ACCOUNTS,
          new Select.Sum("balance"),
          new Predicate.Between("id", slot("low"), slot("high")));

  private final long accounts;
  private final AtomicLong cents = new AtomicLong();

  SumOfBalances(long accounts) {
    this.accounts = accounts;
  }

  @Override
  public long rows() {
    return accounts;
  }

  /** Each checker sums up every n-th piece. */
  @Override
  public Loader checker(Session session, Slice slice) throws DbException {
    Statement sum = session.prepare(SUM);
    Args args = Args.of(SUM);
    long[] next = {slice.index() * (long) PIECE};
    return () -> {
      long low = next[0] + 1;
      if (low > accounts) {
        return 0;
      }
      long high = Math.min(low + PIECE - 1, accounts);
      sum.execute(args.set(0, low).set(1, high), row -> cents.addAndGet(row.getLong(0)));
      next[0] += slice.count() * (long) PIECE;
      return high - low + 1;
    };
  }

  @Override
  public List<String> findings() {
    long due = accounts * BankTransfers.BALANCE;
    return cents.get() == due
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT, "The balances add up to %d cents, not %d", cents.get(), due));
  }

  @Override
  public List<String> proven() {
    return List.of(String.format(Locale.ROOT, "The balances of %d accounts add up", accounts));
  }
}

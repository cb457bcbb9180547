package io.stallmark.tpcb;

import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import io.stallmark.verification.ExpectedKeys;
import io.stallmark.verification.FindingList;
import io.stallmark.verification.KeyedSum;
import io.stallmark.verification.KeysetPager;
import io.stallmark.verification.RangeScans;
import io.stallmark.verification.RuleViolations;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Reads every row, and compares the balances with the history in constant memory. Each account must
 * have the sum of its deltas; tellers, branches and history must add up to the same sum. Requires
 * that no other program writes at the same time. Thread-safe.
 */
final class BankVerification implements Verification {

  /** Ranges of each table's keys. */
  private static final int RANGES = 16;

  private static final int PAGE = 5_000;

  private static final List<Table> KEYED =
      List.of(BankTables.BRANCH, BankTables.TELLER, BankTables.ACCOUNT);

  private final int scale;
  private final Builtin builtin;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicBoolean historyTaken = new AtomicBoolean();
  private final RuleViolations violations = new RuleViolations();
  private final FindingList mismatches = new FindingList();
  private final KeyedSum accounts = new KeyedSum();
  private final KeyedSum history = new KeyedSum();
  private final long[] sums = new long[KEYED.size()];
  private int unread = KEYED.size() * RANGES + 1;
  private long rowsFound;
  private long transactions;

  /**
   * @param builtin scripts that do not change tellers and branches leave their sums behind
   */
  BankVerification(int scale, Builtin builtin) {
    this.scale = scale;
    this.builtin = builtin;
  }

  @Override
  public long rows() {
    return KEYED.stream().mapToLong(this::rows).sum();
  }

  private long rows(Table table) {
    return (long) scale * BankTables.rowsOfBranch(table);
  }

  @Override
  public Loader checker(Session session, Slice slice) {
    RangeScans scans = new RangeScans(() -> nextScan(session), mismatches);
    return () -> {
      if (!historyTaken.getAndSet(true)) {
        readHistory(session);
      }
      return scans.step();
    };
  }

  /** It has no key, so one checker reads it, in one statement. */
  private void readHistory(Session session) throws DbException {
    Op.Read read =
        new Op.Read("read_history", BankTables.HISTORY, Select.columns("aid", "delta")).streaming();
    KeyedSum sum = new KeyedSum();
    long rows =
        PreparedOperation.of(session, read).execute(row -> sum.add(row.getLong(0), row.getLong(1)));
    synchronized (this) {
      history.add(sum);
      transactions = rows;
      unread--;
    }
  }

  private RangeScans.@Nullable Scan nextScan(Session session) throws DbException {
    int number = next.getAndIncrement();
    if (number >= KEYED.size() * RANGES) {
      return null;
    }
    int which = number / RANGES;
    int part = number % RANGES;
    Table table = KEYED.get(which);
    long low = part == 0 ? Integer.MIN_VALUE : bound(table, part) + 1;
    long high = part == RANGES - 1 ? Integer.MAX_VALUE : bound(table, part + 1);
    KeysetPager pager = new KeysetPager(session, read(table), 0);
    pager.start(low, high);
    Part read = new Part(table, bound(table, part) + 1, bound(table, part + 1));
    return new RangeScans.Scan(pager, read::row, () -> add(which, read));
  }

  private long bound(Table table, int part) {
    return rows(table) * part / RANGES;
  }

  private static Op.Read read(Table table) {
    String key = table.primaryKey().get(0);
    return new Op.Read(
            "read_" + table.name().substring("pgbench_".length()),
            table,
            BankTables.isBranches(table)
                ? Select.whole(key, "bbalance")
                : Select.whole(
                    key, "bid", BankTables.isAccounts(table) ? "abalance" : "tbalance", "filler"),
            Predicate.between(key))
        .orderBy(key)
        .limit(PAGE);
  }

  /** A range of a table's keys. One thread. */
  private static final class Part {

    private final Table table;
    private final String missing;
    private final String outside;
    private final RuleViolations violations = new RuleViolations();
    private final ExpectedKeys keys;
    private final KeyedSum sum = new KeyedSum();
    private final byte[] filler = new byte[BankTables.FILLER];
    private final long first;
    private final long last;
    private long rows;

    Part(Table table, long first, long last) {
      this.table = table;
      this.first = first;
      this.last = last;
      String key = table.primaryKey().get(0);
      missing = table.name() + " lacks %,d rows, for instance " + key + "=%d";
      outside = table.name() + " has %,d rows outside the scale, for instance " + key + "=%d";
      keys = new ExpectedKeys((low, high) -> violations.add(missing, high - low + 1, low));
      keys.expect(first, last);
    }

    void row(Row row) throws DbException {
      long key = row.getLong(0);
      rows++;
      keys.at(key);
      if (key < first || key > last) {
        violations.add(outside, 1, key);
      }
      if (BankTables.isBranches(table)) {
        sum.add(key, row.getLong(1));
        return;
      }
      sum.add(key, row.getLong(2));
      if (row.getLong(1) != (key - 1) / BankTables.rowsOfBranch(table) + 1) {
        violations.add(
            table.name() + " has %,d rows of another branch, for instance key %d", 1, key);
      }
      if (BankTables.isAccounts(table) && !isBlank(row.getText(3, filler))) {
        violations.add(
            table.name() + " has %,d rows whose filler is not blank, for instance aid=%d", 1, key);
      }
    }

    private boolean isBlank(int length) {
      for (int i = 0; i < length; i++) {
        if (filler[i] != ' ') {
          return false;
        }
      }
      return true;
    }
  }

  private synchronized void add(int which, Part part) {
    part.keys.end();
    violations.add(part.violations);
    rowsFound += part.rows;
    sums[which] += part.sum.total();
    if (BankTables.isAccounts(part.table)) {
      accounts.add(part.sum);
    }
    unread--;
  }

  @Override
  public synchronized List<String> findings() {
    Lines all = new Lines(mismatches.kept());
    all.addAll(violations.sentences());
    if (unread > 0) {
      all.add("The tables were not read to their end: the check is incomplete");
      return all;
    }
    KeyedSum.Difference difference = accounts.difference(history);
    if (difference != null) {
      all.add(
          difference.single()
              ? Text.format(
                  "The balance of account aid=%d differs from its history by %d",
                  difference.key(), difference.amount())
              : Text.format(
                  "The balances of several accounts differ from their history, by %d in all",
                  difference.amount()));
    }
    if (sums[0] != sums[1]) {
      all.add(
          "The balances of the tellers add up to %d, those of the branches to %d",
          sums[1], sums[0]);
    } else if (builtin == Builtin.TPCB_LIKE && sums[1] != history.total()) {
      all.add(
          "The balances of the tellers add up to %d, the history to %d", sums[1], history.total());
    }
    return all;
  }

  @Override
  public synchronized Optional<String> hint() {
    if (rowsFound == 0) {
      return Optional.of("The tables are empty.");
    }
    return findings().isEmpty()
        ? Optional.empty()
        : Optional.of(
            "pgbench without -n empties the history. simple-update changes accounts only: after it,"
                + " verify with -p builtin=simple-update.");
  }

  @Override
  public synchronized List<String> proven() {
    if (rowsFound == 0) {
      return List.of();
    }
    return List.of(
        Text.format("The tables have the rows of scale %d and no other.", scale),
        Text.format("Each account has the sum of its deltas in %,d rows of history.", transactions),
        builtin == Builtin.TPCB_LIKE
            ? Text.format(
                "Accounts, tellers, branches and history add up to the same sum, %d.", sums[0])
            : "Tellers and branches add up to the same sum.");
  }
}

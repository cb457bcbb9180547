package io.stallmark.insertbench;

import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import io.stallmark.verification.FindingList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Checks that every index has as many rows as its table, that all values are in their ranges, and
 * how many rows there are.
 */
final class PurchaseVerification implements Verification {

  private static final long[] LIMITS = {
    PurchaseContent.REGISTERS,
    PurchaseContent.CUSTOMERS,
    PurchaseContent.PRODUCTS,
    PurchaseContent.PRICES
  };
  private static final List<String> COLUMNS =
      List.of("cashregisterid", "customerid", "productid", "price");

  private final InsertBenchOptions options;
  private final FindingList findings = new FindingList();
  private final AtomicLong counted = new AtomicLong();
  private final AtomicLong gaps = new AtomicLong();

  PurchaseVerification(InsertBenchOptions options) {
    this.options = options;
  }

  @Override
  public long rows() {
    return options.loaded() * options.tables().size();
  }

  @Override
  public Loader checker(Session session, Slice slice) {
    return new Loader() {

      private int table = slice.index();

      @Override
      public long step() throws DbException {
        if (table >= options.tables().size()) {
          return 0;
        }
        long rows = check(options.tables().get(table), session);
        table += slice.count();
        return Math.max(1, rows);
      }
    };
  }

  private long check(PurchasesTable table, Session session) throws DbException {
    long rows = count(session, table.countSince());
    counted.addAndGet(rows);
    for (int i = 0; i < table.secondary(); i++) {
      Op count = table.countBy(i);
      long by = count(session, count);
      if (by != rows) {
        findings.add(
            "Table %s has %,d rows, and %,d by its index %s.",
            table.name(), rows, by, table.table().indexes().get(i).name());
      }
    }
    if (rows > 0) {
      values(table, rows, session);
    }
    size(table, rows);
    return rows;
  }

  private static long count(Session session, Op op) throws DbException {
    PreparedOperation count = PreparedOperation.of(session, op);
    return (op.params().isEmpty() ? count : count.set(0, 0)).number(0);
  }

  private void values(PurchasesTable table, long rows, Session session) throws DbException {
    PreparedOperation.of(session, table.extremes()).execute(row -> compare(table, rows, row));
  }

  private void compare(PurchasesTable table, long rows, Row row) throws DbException {
    for (int i = 0; i < LIMITS.length; i++) {
      long least = row.getLong(2 * i + 2);
      long most = row.getLong(2 * i + 3);
      if (least < 0 || most >= LIMITS[i]) {
        findings.add(
            "Table %s has values of %s from %,d to %,d; they are from 0 to %,d.",
            table.name(), COLUMNS.get(i), least, most, LIMITS[i] - 1);
      }
    }
    long first = row.getLong(0);
    long last = row.getLong(1);
    gaps.addAndGet(last - first + 1 - rows);
    if (options.step() == Step.L_I0 && (first != 1 || last < rows)) {
      findings.add(
          "Table %s has %,d rows with ids from %,d to %,d; l.i0 inserts ids from 1 on.",
          table.name(), rows, first, last);
    }
  }

  /** Deletes and inserts are at most some transactions apart, those of repeated steps included. */
  private void size(PurchasesTable table, long rows) {
    if (!options.step().deletes()) {
      return;
    }
    long clients = options.clients() / options.tables().size();
    long loaded = options.loaded();
    long batch = Math.max(Step.L_I1.batch(), options.batch()); // of this step or an earlier one
    long ahead = InsertBenchOptions.AHEAD * batch * clients;
    long most = loaded + InsertBenchOptions.ROWS_OF_L_X * clients + ahead;
    boolean constant = options.deletes() && options.step() != Step.QUERY;
    if (rows < loaded - ahead || (constant && rows > most)) {
      findings.add(
          "Table %s has %,d rows; %s %,d.",
          table.name(),
          rows,
          rows < loaded ? "l.i0 has inserted" : "there can be at most",
          rows < loaded ? loaded : most);
    }
  }

  @Override
  public List<String> findings() {
    return findings.kept();
  }

  @Override
  public Optional<String> refusal() {
    return options.counts() ? Optional.empty() : Optional.of("The database cannot count rows.");
  }

  @Override
  public List<String> proven() {
    Lines proven = new Lines();
    proven.add("%,d rows: each secondary index has as many as its table.", counted.get());
    proven.add("All registers, customers, products and prices are in their ranges.");
    if (options.step() == Step.L_I0) {
      proven.add(
          gaps.get() == 0
              ? "The ids begin with 1 and have no gaps."
              : Text.format(
                  "The ids begin with 1; %,d ids of failed attempts are missing.", gaps.get()));
    }
    return proven;
  }
}

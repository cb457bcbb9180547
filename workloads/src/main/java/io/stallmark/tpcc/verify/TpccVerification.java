package io.stallmark.tpcc.verify;

import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Text;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.tpcc.schema.TpccSchema;
import io.stallmark.tpcc.schema.TpccTables;
import io.stallmark.tpcc.verify.Totals.Equation;
import io.stallmark.verification.FindingList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Checks the twelve consistency conditions of clause 3.3.2 and the distributions of the load, in
 * constant memory. Requires that no other program writes at the same time. Thread-safe.
 */
public final class TpccVerification implements Verification {

  private final TpccSchema schema;
  private final boolean documents;
  private final long rows;
  private final AtomicBoolean historyTaken = new AtomicBoolean();
  private final AtomicLong nextDistrict = new AtomicLong();
  private final AtomicLong nextStock = new AtomicLong();
  private final FindingList mismatches = new FindingList();
  private final FindingList broken = new FindingList();
  private final LoadLaws laws = new LoadLaws();
  private final Totals totals = new Totals();
  private long unread;
  private long rowsFound;
  private long payments;

  /**
   * @param documents whether the database has documents
   * @param rows rows of a load, for the progress
   */
  public TpccVerification(TpccSchema schema, boolean documents, long rows) {
    this.schema = schema;
    this.documents = documents;
    this.rows = rows;
    unread = 1 + districts() + schema.warehouses() + 1;
  }

  private long districts() {
    return schema.warehouses() * Scale.DISTRICTS;
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public Loader checker(Session session, Slice slice) throws DbException {
    DistrictCheck district = new DistrictCheck(session, schema, documents, laws, mismatches);
    StockCheck stock = new StockCheck(session, schema.scale().items(), laws, mismatches);
    return new Checker(session, district, stock);
  }

  /** Checks history, then districts, then items and stock, until none is left. One thread. */
  private final class Checker implements Loader {

    private final Session session;
    private final DistrictCheck district;
    private final StockCheck stock;
    private boolean inDistrict;
    private boolean inStock;

    Checker(Session session, DistrictCheck district, StockCheck stock) {
      this.session = session;
      this.district = district;
      this.stock = stock;
    }

    @Override
    public long step() throws DbException {
      if (!historyTaken.getAndSet(true)) {
        return 1 + readHistory(session);
      }
      long read = 0;
      while (read == 0 && (inDistrict || startDistrict())) {
        read = district.step();
        inDistrict = read > 0;
        if (read == 0) {
          done(district.rules(), district.totals(), 0);
        }
      }
      while (read == 0 && (inStock || startStock())) {
        read = stock.step();
        inStock = read > 0;
        if (read == 0) {
          done(stock.rules(), stock.totals(), 0);
        }
      }
      count(read);
      return read;
    }

    private boolean startDistrict() throws DbException {
      long number = nextDistrict.getAndIncrement();
      inDistrict = number < districts();
      if (inDistrict) {
        district.start(1 + number / Scale.DISTRICTS, 1 + number % Scale.DISTRICTS);
      }
      return inDistrict;
    }

    private boolean startStock() throws DbException {
      long number = nextStock.getAndIncrement();
      inStock = number <= schema.warehouses();
      if (inStock) {
        stock.start(number);
      }
      return inStock;
    }
  }

  /** It has no key, so one checker reads it, in one statement. */
  private long readHistory(Session session) throws DbException {
    Op.Read all =
        new Op.Read(
                "read_history",
                schema.stored(TpccTables.HISTORY),
                Select.columns("h_w_id", "h_d_id", "h_c_w_id", "h_c_d_id", "h_c_id", "h_amount"),
                new Predicate.All())
            .streaming();
    Totals sums = new Totals();
    long read = PreparedOperation.of(session, all).execute(row -> payment(row, sums));
    done(new Rules(0, 0), sums, read);
    return read;
  }

  private static void payment(Row row, Totals sums) throws DbException {
    long warehouse = row.getLong(0);
    long amount = row.getLong(5);
    long customer = Scale.customer(row.getLong(2), row.getLong(3), row.getLong(4));
    sums.right(Equation.WAREHOUSE_HISTORY, warehouse, amount);
    sums.right(Equation.DISTRICT_HISTORY, Scale.district(warehouse, row.getLong(1)), amount);
    sums.right(Equation.CUSTOMER_HISTORY, customer, -amount);
    sums.right(Equation.PAYMENTS, customer, 1);
  }

  private synchronized void count(long read) {
    rowsFound += read;
  }

  private synchronized void done(Rules rules, Totals sums, long history) {
    rules.sentences().forEach(broken::add);
    totals.add(sums);
    payments += history;
    unread--;
  }

  @Override
  public synchronized List<String> findings() {
    List<String> all = new ArrayList<>(mismatches.kept());
    all.addAll(broken.kept());
    if (unread > 0) {
      all.add("The tables were not read to their end: the check is incomplete");
      return all;
    }
    all.addAll(totals.findings());
    all.addAll(laws.findings());
    return all;
  }

  @Override
  public synchronized Optional<String> hint() {
    return rowsFound == 0 ? Optional.of("The tables are empty.") : Optional.empty();
  }

  @Override
  public synchronized List<String> proven() {
    if (rowsFound == 0) {
      return List.of();
    }
    return List.of(
        "All twelve consistency conditions of TPC-C (clause 3.3.2) are true.",
        Text.format(
            "Warehouses, districts and customers have the sums of %,d payments, to the cent.",
            payments),
        "Items, stock, customers and first orders have the distributions of a load.");
  }
}

package io.stallmark.tpcc.verify;

import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.tpcc.data.LastName;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.tpcc.schema.TpccTables;
import io.stallmark.tpcc.verify.Totals.Equation;
import io.stallmark.verification.ExpectedKeys;
import io.stallmark.verification.FindingList;
import io.stallmark.verification.KeysetPager;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** Compares the customers of a district with the orders that were delivered. Not thread-safe. */
final class CustomerCheck {

  private static final Op.Read CUSTOMERS =
      new Op.Read(
              "read_customers",
              TpccTables.CUSTOMER,
              Select.whole(
                  "c_id",
                  "c_balance",
                  "c_ytd_payment",
                  "c_payment_cnt",
                  "c_delivery_cnt",
                  "c_last",
                  "c_credit"),
              Predicate.between("c_w_id", "c_d_id", "c_id"))
          .orderBy("c_id")
          .limit(RowStream.PAGE);

  private final KeysetPager pager;
  private final LoadLaws laws;
  private final FindingList mismatches;
  private final int count;
  private final long[] amounts;
  private final long[] deliveries;
  private final byte[] text = new byte[LastName.MOST];
  private ExpectedKeys keys = new ExpectedKeys((first, last) -> {});
  private long warehouse;
  private long district;
  private long counted;
  private boolean begun;
  private boolean ended;

  /**
   * @param count number of customers of a district
   */
  CustomerCheck(Session session, int count, LoadLaws laws, FindingList mismatches)
      throws DbException {
    this.count = count;
    amounts = new long[count + 1];
    deliveries = new long[count + 1];
    pager = new KeysetPager(session, CUSTOMERS, 0);
    this.laws = laws;
    this.mismatches = mismatches;
  }

  void start(long ofWarehouse, long ofDistrict) {
    warehouse = ofWarehouse;
    district = ofDistrict;
    Arrays.fill(amounts, 0);
    Arrays.fill(deliveries, 0);
    counted = 0;
    begun = false;
    ended = false;
    pager.set(0, warehouse).set(1, district).start(0, Integer.MAX_VALUE);
  }

  /**
   * Adds a delivered order.
   *
   * @param byRun whether a transaction has delivered it, not the load
   */
  void delivered(int customer, long amount, boolean byRun) {
    amounts[customer] += amount;
    deliveries[customer] += byRun ? 1 : 0;
  }

  /**
   * Compares a page of customers. Returns their number; 0: all are compared.
   *
   * @param end receives the deliveries of all customers
   */
  long page(Rules rules, Totals totals, LongConsumer end) throws DbException {
    if (!begun) {
      begun = true;
      keys =
          new ExpectedKeys(
              (first, last) -> rules.add(Rules.MISSING_CUSTOMER, last - first + 1, first));
      keys.expect(1, count);
    }
    long rows = 0;
    while (rows == 0 && !pager.done()) {
      rows = pager.page(row -> customer(row, rules, totals));
    }
    if (rows == 0 && !ended) {
      ended = true;
      keys.end();
      end.accept(counted);
    }
    return rows;
  }

  private void customer(Row row, Rules rules, Totals totals) throws DbException {
    mismatches.addMismatch(row);
    long id = row.getLong(0);
    keys.at(id);
    if (id < 1 || id > count) {
      rules.add(Rules.OTHER_CUSTOMER, 1, id);
      return;
    }
    long amount = amounts[(int) id];
    long balance = row.getLong(1);
    long key = Scale.customer(warehouse, district, id);
    counted += row.getLong(4);
    if (balance + row.getLong(2) != amount) {
      rules.add(Rules.BALANCE, 1, id);
    }
    if (row.getLong(4) != deliveries[(int) id]) {
      rules.add(Rules.DELIVERY_COUNT, 1, id);
    }
    totals.left(Equation.CUSTOMER_HISTORY, key, balance);
    totals.right(Equation.CUSTOMER_HISTORY, key, amount);
    totals.left(Equation.PAYMENTS, key, row.getLong(3));
    int name = LastName.number(text, Math.min(row.getText(5, text), text.length));
    if (name < 0 || (id <= LastName.NUMBERS && name != id - 1)) {
      rules.add(Rules.NAME, 1, id);
    }
    row.getText(6, text);
    laws.customer(id, name, text[0] == 'B');
  }
}

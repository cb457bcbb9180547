package io.stallmark.tpcc.transaction;

import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.tpcc.data.LastName;
import io.stallmark.tpcc.data.NonUniform;
import io.stallmark.tpcc.schema.TpccTables;
import java.util.List;

/**
 * The customer of a transaction: by last name in 60 % of the cases, else by number (clause
 * 2.5.1.2). Not thread-safe.
 */
final class CustomerChoice {

  private static final int BY_NAME = 60;

  /** Customers of a district with the same name, at most. */
  private static final int MOST = 3000;

  private final TpccTerminal terminal;
  private final NonUniform numbers;
  private final NonUniform names;
  private final PreparedOperation ids;
  private final RowSink idRow = this::readId;
  private final long[] found = new long[MOST];
  private int count;
  private long warehouse;
  private long district;
  private long customer; // 0: by name
  private int name;

  CustomerChoice(Terms terms, TpccTerminal terminal, Session session) throws DbException {
    this.terminal = terminal;
    numbers = NonUniform.customer(terms.schema().scale());
    names = NonUniform.name(terms.schema().scale());
    ids = PreparedOperation.of(session, op(terms)).expect(1);
  }

  /** Reads the customers of a name, in the order of their first names. Slots: c_w_id, c_d_id. */
  static Op op(Terms terms) {
    Op.Read read =
        new Op.Read(
                "select_customers_by_name",
                TpccTables.CUSTOMER,
                Select.columns("c_id"),
                Predicate.equal("c_w_id", "c_d_id", "c_last"))
            .orderBy(List.of("c_first"));
    return terms.documents() ? read.using(TpccTables.BY_NAME) : read;
  }

  void draw(long ofWarehouse, long ofDistrict) {
    warehouse = ofWarehouse;
    district = ofDistrict;
    boolean byName = terminal.percent(BY_NAME);
    customer = byName ? 0 : numbers.draw(terminal.rng());
    name = byName ? (int) names.draw(terminal.rng()) : 0;
  }

  long warehouse() {
    return warehouse;
  }

  long district() {
    return district;
  }

  /** Returns the number of the customer; of several with the name, that of the middle one. */
  long find() throws DbException {
    if (customer > 0) {
      return customer;
    }
    count = 0;
    ids.set(0, warehouse).set(1, district);
    ids.args().length(2, LastName.write(name, ids.args().bytes(2, LastName.MOST)));
    ids.execute(idRow);
    TpccTerminal.found(count, "customer of name", warehouse, district, name);
    return found[(count - 1) / 2];
  }

  private void readId(Row row) throws DbException {
    if (count < found.length) {
      found[count++] = row.getLong(0);
    }
  }
}

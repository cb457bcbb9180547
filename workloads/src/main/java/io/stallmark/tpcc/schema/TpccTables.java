package io.stallmark.tpcc.schema;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The nine tables, with the columns of clause 1.3. The names are those that HammerDB and go-tpc
 * use. Money is an exact decimal.
 */
public final class TpccTables {

  /** Index of customers by their names. */
  public static final String BY_NAME = "idx_customer";

  /** Index of a customer's orders. */
  public static final String BY_CUSTOMER = "idx_order";

  static final Type MONEY = new Type.Decimal(12, 2);
  private static final Type RATE = new Type.Decimal(4, 4);
  private static final Type AMOUNT = new Type.Decimal(6, 2);
  private static final Type KEY = Type.UNSIGNED32;
  private static final Type DIST = new Type.Text(24);

  /** Maximum number of characters of c_data. */
  public static final int CUSTOMER_DATA = 500;

  public static final Table ITEM =
      table(
          "item",
          List.of("i_id"),
          key("i_id"),
          column("i_im_id", Type.INT32),
          text("i_name", 24),
          column("i_price", new Type.Decimal(5, 2)),
          text("i_data", 50));

  public static final Table WAREHOUSE =
      table("warehouse", List.of("w_id"), place("w_", key("w_id")));

  public static final Table DISTRICT =
      table(
          "district",
          List.of("d_w_id", "d_id"),
          and(place("d_", key("d_id"), key("d_w_id")), column("d_next_o_id", Type.INT32)));

  public static final Table STOCK = table("stock", List.of("s_w_id", "s_i_id"), stockColumns());

  public static final Table CUSTOMER =
      table(
              "customer",
              List.of("c_w_id", "c_d_id", "c_id"),
              key("c_id"),
              key("c_d_id"),
              key("c_w_id"),
              text("c_first", 16),
              fixed("c_middle", 2),
              text("c_last", 16),
              text("c_street_1", 20),
              text("c_street_2", 20),
              text("c_city", 20),
              fixed("c_state", 2),
              fixed("c_zip", 9),
              fixed("c_phone", 16),
              column("c_since", Type.SECONDS),
              fixed("c_credit", 2),
              column("c_credit_lim", MONEY),
              column("c_discount", RATE),
              column("c_balance", MONEY),
              column("c_ytd_payment", MONEY),
              column("c_payment_cnt", Type.INT32),
              column("c_delivery_cnt", Type.INT32),
              text("c_data", CUSTOMER_DATA))
          .withIndexes(
              List.of(new Index(BY_NAME, List.of("c_w_id", "c_d_id", "c_last", "c_first"), false)));

  public static final Table HISTORY =
      table(
          "history",
          List.of(),
          key("h_c_id"),
          key("h_c_d_id"),
          key("h_c_w_id"),
          key("h_d_id"),
          key("h_w_id"),
          column("h_date", Type.SECONDS),
          column("h_amount", AMOUNT),
          text("h_data", 24));

  public static final Table ORDERS =
      table(
              "orders",
              List.of("o_w_id", "o_d_id", "o_id"),
              key("o_id"),
              key("o_d_id"),
              key("o_w_id"),
              column("o_c_id", KEY),
              column("o_entry_d", Type.SECONDS),
              column("o_carrier_id", Type.INT32),
              column("o_ol_cnt", Type.INT32),
              column("o_all_local", Type.INT32))
          .withIndexes(
              List.of(
                  new Index(BY_CUSTOMER, List.of("o_w_id", "o_d_id", "o_c_id", "o_id"), false)));

  public static final Table NEW_ORDER =
      table(
          "new_order",
          List.of("no_w_id", "no_d_id", "no_o_id"),
          key("no_o_id"),
          key("no_d_id"),
          key("no_w_id"));

  public static final Table ORDER_LINE =
      table(
          "order_line",
          List.of("ol_w_id", "ol_d_id", "ol_o_id", "ol_number"),
          key("ol_o_id"),
          key("ol_d_id"),
          key("ol_w_id"),
          key("ol_number"),
          key("ol_i_id"),
          column("ol_supply_w_id", KEY),
          column("ol_delivery_d", Type.SECONDS),
          column("ol_quantity", Type.INT32),
          column("ol_amount", AMOUNT),
          column("ol_dist_info", DIST));

  /** In the order in which they are loaded. */
  public static final List<Table> ALL =
      List.of(ITEM, WAREHOUSE, DISTRICT, STOCK, CUSTOMER, HISTORY, ORDERS, NEW_ORDER, ORDER_LINE);

  private TpccTables() {}

  private static Table table(String name, List<String> primaryKey, Column... columns) {
    return new Table(name, List.of(columns), primaryKey, List.of(), Map.of());
  }

  private static Column key(String name) {
    return new Column(name, KEY, Fill.REQUIRED);
  }

  /** A column that is no key can be NULL, as in the tables of go-tpc. */
  private static Column column(String name, Type type) {
    return new Column(name, type, Fill.NULL);
  }

  private static Column text(String name, int most) {
    return column(name, new Type.Varchar(most, true));
  }

  private static Column fixed(String name, int length) {
    return column(name, new Type.Text(length));
  }

  /** Columns that warehouses and districts have in common, after those of the key. */
  private static Column[] place(String prefix, Column... key) {
    return and(
        key,
        text(prefix + "name", 10),
        text(prefix + "street_1", 20),
        text(prefix + "street_2", 20),
        text(prefix + "city", 20),
        fixed(prefix + "state", 2),
        fixed(prefix + "zip", 9),
        column(prefix + "tax", RATE),
        column(prefix + "ytd", MONEY));
  }

  private static Column[] stockColumns() {
    List<Column> all = new ArrayList<>(List.of(key("s_i_id"), key("s_w_id")));
    all.add(column("s_quantity", Type.INT32));
    IntStream.rangeClosed(1, 10).forEach(d -> all.add(column(dist(d), DIST)));
    all.add(column("s_ytd", Type.INT32));
    all.add(column("s_order_cnt", Type.INT32));
    all.add(column("s_remote_cnt", Type.INT32));
    all.add(text("s_data", 50));
    return all.toArray(Column[]::new);
  }

  /** Name of the column of stock with the text for a district's order lines. */
  public static String dist(int district) {
    return "s_dist_" + district / 10 + district % 10;
  }

  private static Column[] and(Column[] first, Column... rest) {
    List<Column> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(rest));
    return all.toArray(Column[]::new);
  }
}

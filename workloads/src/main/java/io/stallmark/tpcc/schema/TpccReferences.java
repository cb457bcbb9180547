package io.stallmark.tpcc.schema;

import io.stallmark.model.Index;
import io.stallmark.model.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The foreign keys of clause 1.3, and the indexes without which some databases would create their
 * own. Two of these have the names that go-tpc gives them.
 */
final class TpccReferences {

  private static final Map<String, List<Index>> ALL =
      Map.of(
          "district",
          List.of(to(TpccTables.WAREHOUSE, "fk_district_warehouse", "d_w_id")),
          "stock",
          List.of(
              index("idx_stock_item", "s_i_id"),
              to(TpccTables.WAREHOUSE, "fk_stock_warehouse", "s_w_id"),
              to(TpccTables.ITEM, "fk_stock_item", "s_i_id")),
          "customer",
          List.of(to(TpccTables.DISTRICT, "fk_customer_district", "c_w_id", "c_d_id")),
          "history",
          List.of(
              index("idx_h_w_id", "h_w_id", "h_d_id"),
              index("idx_h_c_w_id", "h_c_w_id", "h_c_d_id", "h_c_id"),
              to(TpccTables.DISTRICT, "fk_history_district", "h_w_id", "h_d_id"),
              to(TpccTables.CUSTOMER, "fk_history_customer", "h_c_w_id", "h_c_d_id", "h_c_id")),
          "orders",
          List.of(to(TpccTables.CUSTOMER, "fk_orders_customer", "o_w_id", "o_d_id", "o_c_id")),
          "new_order",
          List.of(to(TpccTables.ORDERS, "fk_new_order_orders", "no_w_id", "no_d_id", "no_o_id")),
          "order_line",
          List.of(
              index("idx_line_stock", "ol_supply_w_id", "ol_i_id"),
              to(TpccTables.ORDERS, "fk_line_orders", "ol_w_id", "ol_d_id", "ol_o_id"),
              to(TpccTables.STOCK, "fk_line_stock", "ol_supply_w_id", "ol_i_id")));

  private TpccReferences() {}

  private static Index index(String name, String... columns) {
    return new Index(name, List.of(columns), false);
  }

  private static Index to(Table table, String name, String... columns) {
    return Index.foreignKey(name, List.of(columns), table);
  }

  static Table added(Table table) {
    List<Index> all = new ArrayList<>(table.indexes());
    all.addAll(ALL.getOrDefault(table.name(), List.of()));
    return table.withIndexes(all);
  }
}

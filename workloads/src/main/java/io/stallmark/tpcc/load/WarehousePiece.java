package io.stallmark.tpcc.load;

import io.stallmark.model.Table;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.tpcc.schema.TpccSchema;
import io.stallmark.tpcc.schema.TpccTables;
import java.util.ArrayList;
import java.util.List;

/**
 * Consecutive rows of one table of a load, which are inserted together.
 *
 * @param warehouse 0: the rows belong to all warehouses
 * @param district 0: the rows belong to all districts
 * @param first first item, customer, order or other last part of the key
 * @param last last of them, inclusive
 */
record WarehousePiece(Table table, long warehouse, long district, long first, long last) {

  /** The pieces of item, which all warehouses share, then those of each warehouse. */
  private static final List<WarehousePiece> ITEMS = new ArrayList<>();

  private static final List<WarehousePiece> WAREHOUSE = new ArrayList<>();

  /** Orders whose lines are inserted together. */
  static final int ORDERS = 50;

  private static final int ROWS = 1000;

  static {
    split(ITEMS, TpccTables.ITEM, 0, Scale.ITEMS, ROWS);
    split(WAREHOUSE, TpccTables.WAREHOUSE, 0, 1, 1);
    split(WAREHOUSE, TpccTables.DISTRICT, 0, Scale.DISTRICTS, Scale.DISTRICTS);
    split(WAREHOUSE, TpccTables.STOCK, 0, Scale.ITEMS, ROWS);
    inDistricts(TpccTables.CUSTOMER, ROWS);
    inDistricts(TpccTables.HISTORY, ROWS);
    inDistricts(TpccTables.ORDERS, ROWS);
    inDistricts(TpccTables.ORDER_LINE, ORDERS);
    for (int district = 1; district <= Scale.DISTRICTS; district++) {
      WAREHOUSE.add(
          new WarehousePiece(
              TpccTables.NEW_ORDER, 1, district, Scale.DELIVERED + 1L, Scale.CUSTOMERS));
    }
  }

  private static final List<WarehousePiece> WITHOUT_LINES =
      WAREHOUSE.stream()
          .filter(piece -> !piece.table.name().equals(TpccTables.ORDER_LINE.name()))
          .toList();

  private static void inDistricts(Table table, int rows) {
    for (int district = 1; district <= Scale.DISTRICTS; district++) {
      split(WAREHOUSE, table, district, Scale.CUSTOMERS, rows);
    }
  }

  private static void split(
      List<WarehousePiece> into, Table table, int district, int count, int rowsOfPiece) {
    for (int first = 1; first <= count; first += rowsOfPiece) {
      into.add(new WarehousePiece(table, 1, district, first, first + rowsOfPiece - 1L));
    }
  }

  /** Number of pieces of a load. */
  static long count(TpccSchema schema) {
    return ITEMS.size() + schema.warehouses() * warehouse(schema).size();
  }

  private static List<WarehousePiece> warehouse(TpccSchema schema) {
    return schema.embedded() ? WITHOUT_LINES : WAREHOUSE;
  }

  /** Returns a piece by its number, from 0. */
  static WarehousePiece of(TpccSchema schema, long number) {
    if (number < ITEMS.size()) {
      return ITEMS.get((int) number);
    }
    long rest = number - ITEMS.size();
    List<WarehousePiece> each = warehouse(schema);
    WarehousePiece first = each.get((int) (rest % each.size()));
    long warehouse = 1 + rest / each.size();
    return first.table.equals(TpccTables.WAREHOUSE)
        ? new WarehousePiece(first.table, warehouse, 0, warehouse, warehouse)
        : new WarehousePiece(first.table, warehouse, first.district, first.first, first.last);
  }

  /** Number of keys. */
  int size() {
    return (int) (last - first + 1);
  }
}

package io.stallmark.tpcc.load;

import io.stallmark.model.Table;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.tpcc.schema.TpccSchema;
import io.stallmark.tpcc.schema.TpccTables;
import java.util.ArrayList;
import java.util.List;

/**
 * The pieces of a load: those of item, which all warehouses share, then those of each warehouse.
 */
final class WarehousePieces {

  /** Orders whose lines are inserted together. */
  static final int ORDERS = 50;

  private static final int ROWS = 1000;

  private final List<WarehousePiece> items = new ArrayList<>();
  private final List<WarehousePiece> first = new ArrayList<>(); // of the first warehouse
  private final long warehouses;

  WarehousePieces(TpccSchema schema) {
    warehouses = schema.warehouses();
    Scale scale = schema.scale();
    split(items, TpccTables.ITEM, 0, 1, scale.items(), ROWS);
    split(first, TpccTables.WAREHOUSE, 0, 1, 1, 1);
    split(first, TpccTables.DISTRICT, 0, 1, Scale.DISTRICTS, Scale.DISTRICTS);
    split(first, TpccTables.STOCK, 0, 1, scale.items(), ROWS);
    inDistricts(TpccTables.CUSTOMER, 1, scale.customers(), ROWS);
    inDistricts(TpccTables.HISTORY, 1, scale.customers(), ROWS);
    inDistricts(TpccTables.ORDERS, 1, scale.customers(), ROWS);
    if (!schema.embedded()) {
      inDistricts(TpccTables.ORDER_LINE, 1, scale.customers(), ORDERS);
    }
    inDistricts(TpccTables.NEW_ORDER, scale.delivered() + 1, scale.customers(), ROWS);
  }

  private void inDistricts(Table table, int from, int last, int rows) {
    for (int district = 1; district <= Scale.DISTRICTS; district++) {
      split(first, table, district, from, last, rows);
    }
  }

  private static void split(
      List<WarehousePiece> into, Table table, int district, int from, int last, int rows) {
    for (int key = from; key <= last; key += rows) {
      into.add(new WarehousePiece(table, 1, district, key, Math.min(last, key + rows - 1)));
    }
  }

  long count() {
    return items.size() + warehouses * first.size();
  }

  /** Returns a piece by its number, from 0. */
  WarehousePiece of(long number) {
    if (number < items.size()) {
      return items.get((int) number);
    }
    long rest = number - items.size();
    WarehousePiece piece = first.get((int) (rest % first.size()));
    long warehouse = 1 + rest / first.size();
    return piece.table().equals(TpccTables.WAREHOUSE)
        ? new WarehousePiece(piece.table(), warehouse, 0, warehouse, warehouse)
        : new WarehousePiece(
            piece.table(), warehouse, piece.district(), piece.first(), piece.last());
  }
}

package io.stallmark.tpcc.load;

import io.stallmark.model.Table;

/**
 * Consecutive rows of one table of a load, which are inserted together.
 *
 * @param warehouse of item: any
 * @param district 0: the rows belong to all districts
 * @param first first item, customer, order or other last part of the key
 * @param last last of them, inclusive
 */
record WarehousePiece(Table table, long warehouse, long district, long first, long last) {

  /** Number of keys. */
  int size() {
    return (int) (last - first + 1);
  }
}

package io.stallmark.tpcc.data;

/** Cardinalities of TPC-C (clause 4.3.3.1). */
public final class Scale {

  /** Rows of the table item, whatever the number of warehouses; also rows of stock a warehouse. */
  public static final int ITEMS = 100_000;

  public static final int DISTRICTS = 10;

  /** Customers of a district; each has one order and one row of history after a load. */
  public static final int CUSTOMERS = 3000;

  /** Loaded orders of a district that are delivered; the others have a row in new_order. */
  public static final int DELIVERED = 2100;

  /** Loaded orders of a district that are not delivered. */
  public static final int OPEN = CUSTOMERS - DELIVERED;

  public static final int FEWEST_LINES = 5;
  public static final int MOST_LINES = 15;

  /** Number that is no item: an order with it is rolled back on purpose (clause 2.4.1.5). */
  public static final int UNUSED_ITEM = ITEMS + 1;

  private Scale() {}

  /** Number of a district among those of all warehouses, from 0. */
  public static long district(long warehouse, long district) {
    return (warehouse - 1) * DISTRICTS + district - 1;
  }

  /** Number of a customer among those of all warehouses, from 0. */
  public static long customer(long warehouse, long district, long customer) {
    return district(warehouse, district) * CUSTOMERS + customer - 1;
  }

  /** Number of a row of stock among those of all warehouses, from 0. */
  public static long stock(long warehouse, long item) {
    return (warehouse - 1) * ITEMS + item - 1;
  }
}

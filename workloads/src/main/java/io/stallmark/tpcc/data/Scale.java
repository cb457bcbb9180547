package io.stallmark.tpcc.data;

/**
 * Cardinalities of a load: those of TPC-C (clause 4.3.3.1), or a part of them for trials. Keys are
 * numbered as if all rows were there.
 *
 * @param percent share of the items, of the customers and of the orders
 */
public record Scale(int percent) {

  public static final int WHOLE = 100;

  /** Rows of the table item, whatever the number of warehouses; also rows of stock a warehouse. */
  private static final int ITEMS = 100_000;

  public static final int DISTRICTS = 10;

  private static final int CUSTOMERS = 3000;
  private static final int DELIVERED = 2100;

  public static final int FEWEST_LINES = 5;
  public static final int MOST_LINES = 15;

  /** Rows of the table item, and rows of stock of each warehouse. */
  public int items() {
    return ITEMS / WHOLE * percent;
  }

  /** Number that is no item: an order with it is rolled back on purpose (clause 2.4.1.5). */
  public int unusedItem() {
    return items() + 1;
  }

  /** Customers of a district; each has one order and one row of history after a load. */
  public int customers() {
    return CUSTOMERS / WHOLE * percent;
  }

  /** Last names of the customers of a district: the first of {@link LastName}. */
  public int names() {
    return Math.min(LastName.NUMBERS, customers());
  }

  /** Loaded orders of a district that are delivered; the others have a row in new_order. */
  public int delivered() {
    return DELIVERED / WHOLE * percent;
  }

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

  /** Returns a district by its number, in words. */
  public static String districtWords(long number) {
    return "d_w_id=" + (1 + number / DISTRICTS) + ", d_id=" + (1 + number % DISTRICTS);
  }

  /** Returns a customer by its number, in words. */
  public static String customerWords(long number) {
    return "c_id=" + (1 + number % CUSTOMERS) + " of district " + districtWords(number / CUSTOMERS);
  }

  /** Returns a row of stock by its number, in words. */
  public static String stockWords(long number) {
    return "s_w_id=" + (1 + number / ITEMS) + ", s_i_id=" + (1 + number % ITEMS);
  }
}

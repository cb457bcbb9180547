package io.stallmark.tpcc.data;

import io.stallmark.data.Rng;
import io.stallmark.spi.Args;
import java.nio.charset.StandardCharsets;

/**
 * Content of every row of a load (clause 4.3.3.1). Seed, table and key alone determine it. The
 * slots of a row are the columns of its table, in their order. Amounts are in cents, rates in
 * 1/10,000. Not thread-safe.
 */
public final class TpccRowContent {

  /** Time of all loaded orders, payments and customers: 2026-01-01, milliseconds since 1970. */
  public static final long LOADED_AT = 1_767_225_600_000L;

  public static final long FIRST_PAYMENT = 1_000;

  private static final long CREDIT_LIMIT = 5_000_000;
  private static final byte[] MIDDLE = "OE".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] GOOD = "GC".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] BAD = "BC".getBytes(StandardCharsets.US_ASCII);
  private static final int PERCENT = 100;

  /** Streams of the generator; each kind of row has its own. */
  private enum Kind {
    ITEM,
    WAREHOUSE,
    DISTRICT,
    STOCK,
    CUSTOMER,
    HISTORY,
    ORDER,
    LINES,
    PERMUTATION
  }

  private final long seed;
  private final Rng rng = Rng.of(0, 0);
  private final TpccRowWriter to;
  private final Scale scale;
  private final int[] customers;
  private long permuted = -1; // district of which these are the customers, by order

  public TpccRowContent(Scale scale, long seed, Args any) {
    this.scale = scale;
    this.seed = seed;
    customers = new int[scale.customers()];
    to = new TpccRowWriter(rng, any);
  }

  private TpccRowWriter begin(Kind kind, long key, Args row) {
    rng.reseed(seed * Kind.values().length + kind.ordinal(), key);
    return to.begin(row);
  }

  public void item(long item, Args row) {
    begin(Kind.ITEM, item, row).number(item).random(1, 10_000).text(14, 24).random(100, 10_000);
    to.data(26, 50);
  }

  public void warehouse(long warehouse, Args row) {
    begin(Kind.WAREHOUSE, warehouse, row).number(warehouse).text(6, 10).address().random(0, 2000);
    to.number((long) Scale.DISTRICTS * scale.customers() * FIRST_PAYMENT);
  }

  public void district(long warehouse, long district, Args row) {
    begin(Kind.DISTRICT, Scale.district(warehouse, district), row).number(district);
    to.number(warehouse)
        .text(6, 10)
        .address()
        .random(0, 2000)
        .number(scale.customers() * FIRST_PAYMENT);
    to.number(scale.customers() + 1L);
  }

  public void stock(long warehouse, long item, Args row) {
    begin(Kind.STOCK, Scale.stock(warehouse, item), row).number(item).number(warehouse);
    to.random(10, PERCENT);
    for (int district = 0; district < Scale.DISTRICTS; district++) {
      to.fixed(24);
    }
    to.number(0).number(0).number(0).data(26, 50);
  }

  public void customer(long warehouse, long district, long customer, Args row) {
    begin(Kind.CUSTOMER, Scale.customer(warehouse, district, customer), row);
    long name = customer <= LastName.NUMBERS ? customer - 1 : NonUniform.LOADED_NAME.draw(rng);
    to.number(customer).number(district).number(warehouse).text(8, 16).fixed(MIDDLE);
    to.lastName((int) name).address().digits(16).number(LOADED_AT);
    to.fixed(rng.uniform(1, 10) == 1 ? BAD : GOOD).number(CREDIT_LIMIT).random(0, 5000);
    to.number(-FIRST_PAYMENT).number(FIRST_PAYMENT).number(1).number(0).text(300, 500);
  }

  public void history(long warehouse, long district, long customer, Args row) {
    begin(Kind.HISTORY, Scale.customer(warehouse, district, customer), row).number(customer);
    to.number(district).number(warehouse).number(district).number(warehouse);
    to.number(LOADED_AT).number(FIRST_PAYMENT).text(12, 24);
  }

  /** Fills a row of orders. */
  public void order(long warehouse, long district, long order, Args row) {
    int lines = lines(warehouse, district, order);
    long customer = customerOf(warehouse, district, order);
    begin(Kind.ORDER, Scale.customer(warehouse, district, order), row).number(order);
    to.number(district).number(warehouse).number(customer).number(LOADED_AT);
    if (order <= scale.delivered()) {
      to.random(1, 10);
    } else {
      to.absent();
    }
    to.number(lines).number(1);
  }

  /** Number of lines of a loaded order. */
  public int lines(long warehouse, long district, long order) {
    beginLines(warehouse, district, order);
    return (int) rng.uniform(Scale.FEWEST_LINES, Scale.MOST_LINES);
  }

  private void beginLines(long warehouse, long district, long order) {
    rng.reseed(
        seed * Kind.values().length + Kind.LINES.ordinal(),
        Scale.customer(warehouse, district, order));
  }

  /** Fills rows of order_line: all those of an order. Returns their number. */
  public int lines(long warehouse, long district, long order, Args batch, int first) {
    int lines = lines(warehouse, district, order);
    boolean delivered = order <= scale.delivered();
    for (int line = 1; line <= lines; line++) {
      to.begin(batch.row(first + line - 1)).number(order).number(district).number(warehouse);
      to.number(line).random(1, scale.items()).number(warehouse);
      if (delivered) {
        to.number(LOADED_AT).number(5).number(0);
      } else {
        to.absent().number(5).random(1, 999_999);
      }
      to.fixed(24);
    }
    return lines;
  }

  public static void newOrder(long warehouse, long district, long order, Args row) {
    row.set(0, order).set(1, district).set(2, warehouse);
  }

  /** Customer of a loaded order: a permutation of the district's customers. */
  int customerOf(long warehouse, long district, long order) {
    long key = Scale.district(warehouse, district);
    if (key != permuted) {
      rng.reseed(seed * Kind.values().length + Kind.PERMUTATION.ordinal(), key);
      for (int i = 0; i < customers.length; i++) {
        int other = (int) rng.uniform(0, i);
        customers[i] = customers[other];
        customers[other] = i + 1;
      }
      permuted = key;
    }
    return customers[(int) order - 1];
  }
}

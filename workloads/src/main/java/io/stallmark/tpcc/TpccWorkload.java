package io.stallmark.tpcc;

import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.DeclaredWorkload;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.text.RefusedException;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.tpcc.schema.TpccSchema;
import io.stallmark.tpcc.transaction.Mix;
import io.stallmark.tpcc.transaction.Terms;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The workload {@code tpcc}. */
public final class TpccWorkload extends DeclaredWorkload {

  private static final String WAREHOUSES = "warehouses";
  private static final String CARDINALITY = "cardinality";
  private static final String LAYOUT = "layout";
  private static final String MIX = "mix";
  private static final String STATEMENTS = "statements";
  private static final String KEYING = "keying";
  private static final String HOME = "home";
  private static final String HISTORY_KEY = "history-key";
  private static final String FOREIGN_KEYS = "foreign-keys";

  /** Above it, the number of a customer or of a row of stock does not fit. */
  private static final int MOST_WAREHOUSES = 100_000;

  public TpccWorkload() {
    super(
        "tpcc",
        "orders, payments and deliveries of a wholesale supplier, derived from TPC-C",
        List.of(
            Setting.integer(
                WAREHOUSES, "1", 1, MOST_WAREHOUSES, "warehouses, each with about 100 MB"),
            Setting.integer(
                CARDINALITY,
                "100",
                1,
                Scale.WHOLE,
                "percent of the standard's items, customers and orders; less for trials"),
            Setting.choice(
                LAYOUT,
                List.of("normalized", "embedded"),
                "a document for each row, or the lines of an order inside it (MongoDB)"),
            Setting.text(MIX, Mix.DECK, "deck of cards, or weights such as 45:43:4:4:4"),
            Setting.choice(
                STATEMENTS,
                List.of("each", "batched"),
                "statements for each row, or for all rows of an order together"),
            Setting.choice(
                HOME, List.of("fixed", "random"), "home warehouse, of a client or a transaction"),
            Setting.choice(
                KEYING,
                List.of("off", "standard"),
                "keying and think times of the standard, for which give 10 threads a warehouse"),
            Setting.choice(
                HISTORY_KEY,
                List.of("none", "auto"),
                "key of history: none as in the standard, or a number of the database's"),
            Setting.choice(
                FOREIGN_KEYS,
                List.of("off", "on"),
                "foreign keys of the standard, created after the rows (SQL)")));
  }

  @Override
  public Map<String, Map<String, String>> operations() {
    return Map.of(
        "new_order", Map.of(MIX, "1:0:0:0:0"),
        "payment", Map.of(MIX, "0:1:0:0:0"),
        "order_status", Map.of(MIX, "0:0:1:0:0"),
        "delivery", Map.of(MIX, "0:0:0:1:0"),
        "stock_level", Map.of(MIX, "0:0:0:0:1"));
  }

  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    require(capabilities, Capability.TRANSACTIONS);
    boolean numbered = settings.choice(HISTORY_KEY).equals("auto");
    if (numbered) {
      require(capabilities, Capability.AUTO_INCREMENT);
    }
    boolean embedded = settings.choice(LAYOUT).equals("embedded");
    if (embedded) {
      require(capabilities, Capability.BSON);
    }
    boolean references = settings.choice(FOREIGN_KEYS).equals("on");
    if (references && capabilities.contains(Capability.BSON)) {
      throw new RefusedException("foreign-keys=on: MongoDB has no foreign keys; leave it out");
    }
    return new TpccScenario(
        new Terms(
            new TpccSchema(
                settings.integer(WAREHOUSES),
                new Scale(settings.int32(CARDINALITY)),
                seed,
                embedded,
                numbered,
                references),
            Mix.of(settings.text(MIX)),
            capabilities.contains(Capability.BSON),
            capabilities.contains(Capability.OLD_VALUES),
            settings.choice(STATEMENTS).equals("batched"),
            settings.choice(KEYING).equals("standard"),
            settings.choice(HOME).equals("random")));
  }

  private static void require(Set<Capability> capabilities, Capability needed) {
    if (!capabilities.contains(needed)) {
      throw new RefusedException(
          "tpcc with these settings needs a database with %s, which this one does not have",
          needed.label());
    }
  }
}

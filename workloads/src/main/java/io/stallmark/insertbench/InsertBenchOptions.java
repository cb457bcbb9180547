package io.stallmark.insertbench;

import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Settings;
import io.stallmark.text.RefusedException;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Resolved settings.
 *
 * @param clients number of client groups; each has a client of every role
 * @param tables number of tables; client group i uses table i modulo this
 * @param rows rows that each client of {@code insert} inserts in this step; meaningless for the
 *     step {@code query}
 * @param loaded rows that a load inserts into each table
 * @param batch rows of a transaction
 * @param assigned whether the database assigns ids
 * @param deletesFirst whether the database has a delete of the first rows
 * @param counts whether the database can count rows; one without sums cannot
 * @param dataLength maximum length of the text of a row
 * @param settle least duration of the step {@code settle}, in seconds
 * @param longTransaction duration of the transactions that stay open, in seconds; 0: none
 */
record InsertBenchOptions(
    Step step,
    int clients,
    List<PurchasesTable> tables,
    long rows,
    long loaded,
    int batch,
    Query query,
    boolean deletes,
    boolean assigned,
    boolean deletesFirst,
    boolean counts,
    int dataLength,
    long settle,
    long longTransaction,
    long seed) {

  /** Rows that the step {@code l.x} inserts before it creates the indexes. */
  static final int ROWS_OF_L_X = 100;

  /** Number of transactions that inserts and deletes of a group may be apart. */
  static final int AHEAD = 8;

  /** Kind of the queries. */
  enum Query {
    RANGE,
    POINT,
    NONE
  }

  InsertBenchOptions {
    tables = List.copyOf(tables);
  }

  /**
   * @throws RefusedException with a message for the user
   */
  static InsertBenchOptions resolve(Settings settings, long seed, Set<Capability> capabilities) {
    Step step = Step.of(settings.choice(InsertBenchWorkload.STEP));
    int clients = settings.int32(InsertBenchWorkload.CLIENTS);
    int secondary = settings.int32(InsertBenchWorkload.SECONDARY);
    Query query =
        step == Step.QUERY
            ? Query.valueOf(
                settings.choice(InsertBenchWorkload.QUERY).toUpperCase(java.util.Locale.ROOT))
            : Query.NONE;
    if (query == Query.RANGE && secondary == 0) {
      throw new RefusedException("query=range needs secondary indexes: secondary=1 to 3");
    }
    if (step == Step.L_X && secondary == 0) {
      throw new RefusedException("step=l.x creates indexes: secondary=1 to 3");
    }
    long longTransaction = settings.integer(InsertBenchWorkload.LONG_TRANSACTION);
    if (longTransaction > 0 && !capabilities.contains(Capability.TRANSACTIONS)) {
      throw new RefusedException(
          "long-transaction needs a database with " + Capability.TRANSACTIONS.label());
    }
    if (longTransaction > 0 && !step.deletes()) {
      throw new RefusedException("long-transaction needs step=l.i1, l.i2 or query");
    }
    boolean assigned = capabilities.contains(Capability.AUTO_INCREMENT);
    int tables = settings.choice(InsertBenchWorkload.TABLES_PER).equals("client") ? clients : 1;
    int declared = step == Step.L_I0 ? 0 : secondary;
    long first = settings.integer(InsertBenchWorkload.ROWS_I0);
    return new InsertBenchOptions(
        step,
        clients,
        IntStream.rangeClosed(1, tables)
            .mapToObj(number -> new PurchasesTable(number, declared, assigned))
            .toList(),
        switch (step) {
          case L_I0 -> first;
          case L_X -> ROWS_OF_L_X;
          case L_I1 -> settings.integer(InsertBenchWorkload.ROWS_I1);
          default -> settings.integer(InsertBenchWorkload.ROWS_I2);
        },
        step == Step.L_I0 ? 0 : first * (clients / tables),
        batch(settings),
        query,
        step.deletes() && settings.choice(InsertBenchWorkload.DELETES).equals("on"),
        assigned,
        capabilities.contains(Capability.DELETE_FIRST),
        capabilities.contains(Capability.SUM),
        settings.int32(InsertBenchWorkload.DATA_LENGTH),
        settings.integer(InsertBenchWorkload.SETTLE),
        longTransaction,
        seed);
  }

  /** Rows of a transaction; as in iibench.py not more than a second's rows. */
  static int batch(Settings settings) {
    Step step = Step.of(settings.choice(InsertBenchWorkload.STEP));
    int given = settings.int32(InsertBenchWorkload.BATCH);
    int batch = given == 0 ? step.batch() : given;
    long rate = settings.integer(InsertBenchWorkload.RATE);
    return step == Step.QUERY ? (int) Math.min(batch, rate) : batch;
  }

  PurchasesTable table(int client) {
    return tables.get(client % tables.size());
  }

  /** Slot of the first column after the id. */
  int firstSlot() {
    return assigned ? 0 : 1;
  }

  PurchaseContent content() {
    return new PurchaseContent(dataLength, firstSlot());
  }
}

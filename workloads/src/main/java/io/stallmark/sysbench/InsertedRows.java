package io.stallmark.sysbench;

import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Tally;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Rows that the clients of the insert mix have inserted and the database has acknowledged. Their
 * ids are greater than those before the run, and no statement of the mix changes or deletes a row.
 * The other mixes have no such record: clients overwrite each other's rows. Thread-safe.
 */
final class InsertedRows {

  private static final String BEFORE = ".before";
  private static final String INSERTED = ".inserted";

  private final List<Table> tables;
  private final long[] before;
  private final LongAdder[] inserted;

  InsertedRows(List<Table> tables) {
    this.tables = tables;
    before = new long[tables.size()];
    inserted = Stream.generate(LongAdder::new).limit(before.length).toArray(LongAdder[]::new);
  }

  /** Reads the greatest id of each table. Called before the first client is created. */
  void begin(Session session) throws DbException {
    for (int i = 0; i < before.length; i++) {
      inserted[i].reset();
      before[i] = PreparedOperation.of(session, SysbenchOperations.lastId(tables.get(i))).number(0);
    }
  }

  /** Counts an acknowledged row of a table. */
  void add(int table) {
    inserted[table].increment();
  }

  /** Number of inserted rows by table, to {@link #add} on another machine. */
  Tally tally() {
    Map<String, Long> numbers = new TreeMap<>();
    for (int i = 0; i < before.length; i++) {
      numbers.put(tables.get(i).name(), inserted[i].sum());
    }
    return Tally.of(numbers);
  }

  void add(Tally tally) {
    for (int i = 0; i < before.length; i++) {
      inserted[i].add(tally.number(tables.get(i).name()));
    }
  }

  /** Greatest id before the run and number of inserted rows of each table with such rows. */
  Map<String, Long> acknowledged() {
    Map<String, Long> numbers = new TreeMap<>();
    for (int i = 0; i < before.length; i++) {
      if (inserted[i].sum() > 0) {
        numbers.put(tables.get(i).name() + BEFORE, before[i]);
        numbers.put(tables.get(i).name() + INSERTED, inserted[i].sum());
      }
    }
    return numbers;
  }

  /**
   * Counts the rows of a record of {@link #acknowledged} in the tables.
   *
   * @return sentences about lost rows; empty: none is lost
   */
  static List<String> lost(List<Table> tables, Session session, Map<String, Long> acknowledged)
      throws DbException {
    Lines sentences = new Lines();
    long lost = 0;
    for (Table table : tables) {
      long before = acknowledged.getOrDefault(table.name() + BEFORE, 0L);
      long inserted = acknowledged.getOrDefault(table.name() + INSERTED, 0L);
      long found = inserted == 0 ? 0 : count(table, before + 1, session);
      if (found < inserted) {
        lost += inserted - found;
        sentences.add(
            "Table %s has %,d rows with ids from %d on; the run inserted %,d.",
            table.name(), found, before + 1, inserted);
      }
    }
    if (lost > 0) {
      sentences.add(0, Text.format("%,d or more acknowledged transactions are gone.", lost));
    }
    return sentences;
  }

  private static long count(Table table, long low, Session session) throws DbException {
    return PreparedOperation.of(session, SysbenchOperations.countRows(table))
        .set(0, low)
        .set(1, Integer.MAX_VALUE)
        .number(0);
  }
}

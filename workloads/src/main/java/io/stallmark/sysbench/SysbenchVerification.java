package io.stallmark.sysbench;

import io.stallmark.data.TextPattern;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import io.stallmark.verification.ExpectedKeys;
import io.stallmark.verification.FindingList;
import io.stallmark.verification.KeysetPager;
import io.stallmark.verification.RangeScans;
import io.stallmark.verification.RuleViolations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads every row in primary key order and every index entry in the order of k, and compares them.
 * The memory in use does not grow with the tables. Requires that no other program writes at the
 * same time. Thread-safe.
 */
final class SysbenchVerification implements Verification {

  /** Number of ranges of a table's ids, and number of ranges of its index. */
  static final int RANGES = 16;

  /** Maximum number of tables, and of ids of each, that are looked up after a run. */
  private static final int SAMPLED_TABLES = 32;

  private static final int SAMPLED_IDS = 8;

  private static final int PAGE = 5_000;
  private static final int INDEX_PAGE = 20_000;

  private final SysbenchOptions options;
  private final long seed;
  private final long rows;
  private final boolean rowsKept;
  private final String missing;
  private final String outside;
  private final int scansPerTable;
  private final AtomicInteger next = new AtomicInteger();
  private final @Nullable TableTally[] tallies;
  private final int[] scansLeft;
  private final FindingList findings = new FindingList();
  private long rowsFound;
  private long lowestId = Long.MAX_VALUE;
  private long highestId = Long.MIN_VALUE;

  /**
   * @param options each table should have the ids 1 to rows, unless the mix adds or removes rows
   */
  SysbenchVerification(SysbenchOptions options, long seed) {
    this.options = options;
    this.seed = seed;
    rows = options.rows();
    rowsKept = options.mix().keepsRows();
    missing = Text.format("ids missing from 1 to %,d: %%,d, for instance id=%%d", rows);
    outside = Text.format("ids outside 1 to %,d: %%,d, for instance id=%%d", rows);
    scansPerTable = indexes() * RANGES;
    tallies = new TableTally[options.tables().size()];
    scansLeft = new int[tallies.length];
    Arrays.fill(scansLeft, scansPerTable);
  }

  /** Number of indexes of each table, with that of the primary key. */
  private int indexes() {
    return options.tables().get(0).indexes().isEmpty() ? 1 : 2;
  }

  @Override
  public long rows() {
    return tallies.length * rows * indexes();
  }

  @Override
  public Loader checker(Session session, Slice slice) {
    RowContent content = new RowContent(options, seed);
    return new RangeScans(() -> nextScan(session, content), findings);
  }

  private RangeScans.@Nullable Scan nextScan(Session session, RowContent content)
      throws DbException {
    int number = next.getAndIncrement();
    int table = number / scansPerTable;
    if (table >= tallies.length) {
      return null;
    }
    int part = number % scansPerTable;
    return part < RANGES
        ? rowScan(session, table, part, content)
        : indexScan(session, table, part - RANGES, INDEX_PAGE);
  }

  /**
   * First number of a range of ids or of values of k, which ends before that of the next part. The
   * first and the last range extend to the bounds of INTEGER.
   */
  static long low(int part, long rows) {
    return part == 0
        ? Integer.MIN_VALUE
        : part == RANGES ? Integer.MAX_VALUE + 1L : rows * part / RANGES + 1;
  }

  private KeysetPager pager(Session session, Op.Read rows, int keyColumn, int part)
      throws DbException {
    KeysetPager pager = new KeysetPager(session, rows, keyColumn);
    pager.start(low(part, this.rows), low(part + 1, this.rows) - 1);
    return pager;
  }

  private static Op.Read read(String name, Table table, String key, Select columns) {
    return new Op.Read(name, table, columns, Predicate.between(key)).orderBy(key);
  }

  /** Reads the index entries in a range of k. */
  RangeScans.Scan indexScan(Session session, int number, int part, int page) throws DbException {
    Table table = options.tables().get(number);
    Op.Read entries = read("verify_index", table, "k", Select.columns("id", "k")).limit(page);
    TableTally tally = new TableTally();
    return new RangeScans.Scan(
        pager(session, entries.using(table.indexes().get(0).name()), 1, part)
            .forgetting(tally.index::forgetLastKey),
        row -> tally.index.addEntry(row.getLong(0), row.getLong(1)),
        () -> add(number, tally));
  }

  /** Reads the rows in a range of ids. */
  private RangeScans.Scan rowScan(Session session, int number, int part, RowContent content)
      throws DbException {
    Table table = options.tables().get(number);
    TableTally tally = new TableTally();
    ExpectedKeys ids =
        new ExpectedKeys(
            (first, last) -> {
              if (rowsKept) {
                tally.violations.add(missing, last - first + 1, first);
              }
            });
    ids.expect(Math.max(low(part, rows), 1), Math.min(low(part + 1, rows) - 1, rows));
    Args loaded = Args.of(SysbenchOperations.load(table, 1));
    byte[] text = new byte[SysbenchTables.C.length() + SysbenchTables.PAD.length()];
    return new RangeScans.Scan(
        pager(
            session,
            read("verify_rows", table, "id", Select.whole("id", "k", "c", "pad")).limit(PAGE),
            0,
            part),
        row -> {
          long id = row.getLong(0);
          ids.at(id);
          content.fill(loaded, number, id);
          judge(row, id, loaded, text, tally);
        },
        () -> {
          ids.end();
          add(number, tally);
        });
  }

  private void judge(Row row, long id, Args loaded, byte[] text, TableTally tally)
      throws DbException {
    RuleViolations violations = tally.violations;
    boolean inside = id >= 1 && id <= rows;
    if (rowsKept && !inside) {
      violations.add(outside, 1, id);
    }
    boolean form = SysbenchTables.C.matches(text, row.getText(2, text));
    boolean sameC = form && starts(text, loaded.text(2), SysbenchTables.C);
    if (!form) {
      violations.add(
          "rows with a c that is not of sysbench's form: %,d, for instance id=%d", 1, id);
    }
    if (!SysbenchTables.PAD.matches(text, row.getText(3, text))) {
      violations.add(
          "rows with a pad that is not of sysbench's form: %,d, for instance id=%d", 1, id);
    } else if (inside && sameC && !starts(text, loaded.text(3), SysbenchTables.PAD)) {
      violations.add(
          "rows with the c of the load and another pad, which no statement leaves: %d,"
              + " for instance id=%d",
          1, id);
    }
    long k = row.getLong(1);
    if (k < 1) {
      violations.add("rows with a k below 1: %,d, for instance id=%d", 1, id);
    }
    tally.addRow(id, k);
    if (inside) {
      tally.addChange(id, Math.abs(k - loaded.getLong(0, 1)), k > rows);
    }
  }

  private static boolean starts(byte[] text, byte[] other, TextPattern pattern) {
    return Arrays.equals(text, 0, pattern.length(), other, 0, pattern.length());
  }

  /** Adds a finished scan. After the last scan of a table, derives its findings. */
  private synchronized void add(int number, TableTally scan) {
    TableTally sum = tallies[number] == null ? new TableTally() : tallies[number];
    sum.add(scan);
    tallies[number] = sum;
    if (--scansLeft[number] == 0) {
      tallies[number] = null; // the sums of many tables would take much memory
      rowsFound += sum.rows;
      lowestId = Math.min(lowestId, sum.lowestId);
      highestId = Math.max(highestId, sum.highestId);
      Table table = options.tables().get(number);
      String index = indexes() == 1 ? "" : table.indexes().get(0).name();
      sum.findings(table.name(), index).forEach(findings::add);
    }
  }

  @Override
  public synchronized List<String> findings() {
    List<String> all = new ArrayList<>(findings.kept());
    IntStream.range(0, scansLeft.length)
        .filter(table -> scansLeft[table] > 0)
        .mapToObj(table -> options.tables().get(table).name())
        .forEach(name -> all.add(name + " was not read to its end: its check is incomplete"));
    return all;
  }

  @Override
  public synchronized long found() {
    return findings.count() + findings().size() - findings.kept().size();
  }

  @Override
  public synchronized Optional<String> hint() {
    return rowsFound == 0 ? Optional.of("The tables are empty.") : Optional.empty();
  }

  @Override
  public synchronized List<String> proven() {
    if (rowsFound == 0) {
      return List.of();
    }
    List<String> proven = new ArrayList<>();
    proven.add(
        rowsKept
            ? Text.format("Each table has the ids 1 to %,d and no other.", rows)
            : Text.format(
                "The tables hold %,d rows with ids from %,d to %,d; this mix adds or removes rows, so which ids there are was not checked.",
                rowsFound, lowestId, highestId));
    proven.add(Text.format("c and pad have sysbench's form in all %,d rows.", rowsFound));
    if (indexes() > 1) {
      proven.add("The index on k has the same ids and values of k as the tables.");
    }
    return proven;
  }

  /**
   * Looks up some ids of some tables after a run of a mix that keeps its rows. Finds tables that
   * were emptied during the run if the statements of the mix have no expectation.
   *
   * @return a sentence for each table that lacks rows
   */
  static List<String> missing(SysbenchOptions options, Session session) throws DbException {
    Lines sentences = new Lines();
    List<Table> tables = options.tables();
    int sample = Math.min(SAMPLED_TABLES, tables.size());
    for (int i = 0; i < sample; i++) {
      Table table = tables.get((int) ((long) i * tables.size() / sample));
      long ids = Math.min(SAMPLED_IDS, options.rows());
      long missing = missing(table, options.rows(), ids, session);
      // without a transaction, a failed insert leaves its row deleted
      boolean holes = options.replaces() && !options.transactional();
      if (missing > (holes ? ids / 2 : 0)) {
        sentences.add(
            "%d of %,d ids that were looked up after the run are missing: rows have vanished from table %s.",
            missing, ids, table.name());
      }
    }
    return sentences;
  }

  private static long missing(Table table, long rows, long ids, Session session)
      throws DbException {
    PreparedOperation select = PreparedOperation.of(session, SysbenchOperations.pointSelect(table));
    long missing = 0;
    for (long i = 1; i <= ids; i++) {
      missing += select.set(0, i * rows / ids).execute() > 0 ? 0 : 1;
    }
    return missing;
  }
}

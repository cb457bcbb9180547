package io.stallmark.insertbench;

import io.stallmark.data.Rng;
import io.stallmark.insertbench.InsertBenchOptions.Query;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Conclusion;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Tally;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Lines;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Insert benchmark with resolved settings: one step. */
final class InsertBenchScenario implements Scenario {

  static final String INSERT = "inserters";
  static final String DELETE = "deleters";
  static final String QUERY = "queriers";
  static final String SNAPSHOT = "snapshots";
  static final String SETTLE = "settle";

  /** Key of the number of inserted rows of a table. */
  private static final String INSERTED = "inserted.";

  private static final String OLDEST = "oldest.";

  /** Key of the greatest id that a run found in a table. */
  private static final String BEFORE = "before.";

  private final InsertBenchOptions options;
  private final List<GroupProgress> groups;
  private final List<TableProgress> progress;
  private final List<String> undone = new CopyOnWriteArrayList<>(); // by the step settle

  InsertBenchScenario(InsertBenchOptions options) {
    this.options = options;
    groups =
        Stream.generate(() -> new GroupProgress(options.deletes(), options.step() == Step.QUERY))
            .limit(options.clients())
            .toList();
    progress = Stream.generate(TableProgress::new).limit(options.tables().size()).toList();
  }

  @Override
  public List<Table> tables() {
    return options.tables().stream().map(PurchasesTable::table).toList();
  }

  @Override
  public List<Role> roles() {
    PurchasesTable table = options.tables().get(0);
    if (options.step() == Step.SETTLE) {
      return List.of(
          role(
              SETTLE,
              List.of(),
              List.of(),
              ProgressUnit.TRANSACTIONS,
              (session, slice) ->
                  new SettleClient(
                      options,
                      session,
                      progress.stream().mapToLong(TableProgress::rowsBefore).sum(),
                      undone::addAll)));
    }
    List<Role> roles = new ArrayList<>();
    roles.add(
        paced(
            "inserts",
            INSERT,
            List.of(table.insert("insert", options.batch())),
            options.step() == Step.L_X ? List.of("insert_rows", "create_indexes") : List.of(),
            ProgressUnit.ROWS,
            (session, slice) ->
                new InsertClient(options, group(slice), progress(slice), session, slice)));
    if (options.deletes()) {
      roles.add(
          paced(
              "deletes",
              DELETE,
              options.deletesFirst()
                  ? List.of(table.deleteOldest(options.batch()))
                  : List.of(table.oldest(options.batch()), table.deleteRange()),
              List.of(),
              ProgressUnit.TRANSACTIONS,
              (session, slice) ->
                  new DeleteClient(
                      options,
                      options.table(slice.index()),
                      group(slice),
                      progress(slice),
                      session)));
    }
    if (options.query() != Query.NONE) {
      roles.add(role(QUERY, queries(table), List.of(), ProgressUnit.TRANSACTIONS, this::querier));
    }
    if (options.longTransaction() > 0) {
      roles.add(
          new Role(
              SNAPSHOT,
              List.of(table.first()),
              List.of(),
              true,
              ProgressUnit.TRANSACTIONS,
              (session, slice) ->
                  new SnapshotClient(options, options.table(slice.index()), session)));
    }
    return roles;
  }

  private Client querier(Session session, Slice slice) throws DbException {
    PurchasesTable table = options.table(slice.index());
    return options.query() == Query.POINT
        ? new PointQueryClient(table, progress(slice), session, slice)
        : ranges(table, progress(slice), session, slice.rng());
  }

  /** Reads a few rows in the order of a random secondary index, from a random value on. */
  private static Client ranges(
      PurchasesTable table, TableProgress progress, Session session, Rng rng) throws DbException {
    progress.draw(rng);
    List<PreparedOperation> ranges = new ArrayList<>();
    for (int i = 0; i < table.secondary(); i++) {
      ranges.add(PreparedOperation.of(session, table.range(i)));
    }
    return () -> {
      int index = (int) rng.uniform(0, ranges.size() - 1);
      // iibench.py: cashregisterid > r, for the others >= r
      long more = PurchasesTable.isExclusive(index) ? 1 : 0;
      ranges.get(index).set(0, rng.uniform(0, PurchasesTable.values(index) - 1) + more).execute();
    };
  }

  /** Role that has a rate in the step {@code query}, and must hold it. */
  private Role paced(
      String noun,
      String name,
      List<Op> ops,
      List<String> kinds,
      ProgressUnit unit,
      Role.ClientFactory clients) {
    Role role = role(name, ops, kinds, unit, clients);
    return options.step() == Step.QUERY
        ? role.with(new Role.ServiceLevel(options.batch(), noun))
        : role;
  }

  private static Role role(
      String name,
      List<Op> ops,
      List<String> kinds,
      ProgressUnit unit,
      Role.ClientFactory clients) {
    return new Role(name, ops, kinds, false, unit, clients);
  }

  private List<Op> queries(PurchasesTable table) {
    if (options.query() == Query.POINT) {
      return List.of(table.last(), table.points());
    }
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < table.secondary(); i++) {
      ops.add(table.range(i));
    }
    return ops;
  }

  private GroupProgress group(Slice slice) throws DbException {
    if (slice.count() != options.clients()) {
      throw DbException.unfit(
          "CLIENTS",
          Text.format(
              "-p clients=%d is the number of threads of each role; there are %d",
              options.clients(), slice.count()));
    }
    return groups.get(slice.index());
  }

  private TableProgress progress(Slice slice) {
    return progress.get(slice.index() % progress.size());
  }

  @Override
  public Conclusion conclusion(Histogram responses) {
    return Conclusion.remarks(undone.stream().distinct().toList());
  }

  @Override
  public long rows(Table table) {
    return options.loaded();
  }

  @Override
  public double rowsPerTransaction() {
    return options.deletes() ? 0 : options.batch();
  }

  @Override
  public boolean indexesAfterLoad() {
    return true;
  }

  @Override
  public boolean createsIndexes() {
    return options.step() == Step.L_X;
  }

  /** The clients of a table have the same number, so that they run on the same machine. */
  @Override
  public void share(int machine, int machines) {
    if (options.step() == Step.SETTLE || progress.size() < options.clients()) {
      throw new RefusedException(
          options.step() == Step.SETTLE
              ? "step=settle runs on one machine only"
              : "tables-per=one runs on one machine only, because all clients share the table");
    }
  }

  @Override
  public Tally tally() {
    Map<String, Long> numbers = new LinkedHashMap<>();
    for (int i = 0; i < progress.size(); i++) {
      String name = options.tables().get(i).name();
      numbers.put(INSERTED + name, progress.get(i).acknowledged());
      numbers.put(OLDEST + name, progress.get(i).oldest());
    }
    return Tally.of(numbers);
  }

  @Override
  public void add(Tally tally) {
    for (int i = 0; i < progress.size(); i++) {
      String name = options.tables().get(i).name();
      progress.get(i).add(tally.number(INSERTED + name), tally.number(OLDEST + name));
    }
  }

  @Override
  public void begin(Session session) throws DbException {
    for (int i = 0; i < progress.size(); i++) {
      PurchasesTable table = options.tables().get(i);
      long first = PreparedOperation.of(session, table.first()).number(0);
      long last = PreparedOperation.of(session, table.last()).number(first);
      boolean empty = last == 0;
      if (empty != (options.step() == Step.L_I0)) {
        throw DbException.unfit(
            "ROWS",
            empty
                ? "Table " + table.name() + " has no rows: run step=l.i0 first, or use --fresh"
                : "Table " + table.name() + " has rows, and step=l.i0 begins without: use --fresh");
      }
      progress.get(i).begin(first, last);
    }
  }

  @Override
  public Load load(int machine, int machines) {
    return (session, slice, resumes) -> new PurchaseLoader(options, session, slice);
  }

  @Override
  public Verification verification() {
    return new PurchaseVerification(options);
  }

  @Override
  public Map<String, Long> acknowledged() {
    Map<String, Long> all = new LinkedHashMap<>();
    for (int i = 0; i < progress.size(); i++) {
      String name = options.tables().get(i).name();
      // Rows that deletes of this run have reached cannot be counted afterwards.
      if (progress.get(i).acknowledged() > 0 && !progress.get(i).deletesReachInserts()) {
        all.put(INSERTED + name, progress.get(i).acknowledged());
        all.put(BEFORE + name, progress.get(i).before());
      }
    }
    return all;
  }

  /** Counts the rows that were inserted. Rows that a run may have deleted since are not missed. */
  @Override
  public List<String> lost(Session session, Map<String, Long> acknowledged) throws DbException {
    Lines findings = new Lines();
    for (PurchasesTable table : options.tables()) {
      long inserted = acknowledged.getOrDefault(INSERTED + table.name(), 0L);
      long before = acknowledged.getOrDefault(BEFORE + table.name(), 0L);
      if (PreparedOperation.of(session, table.first()).number(0) > before + 1) {
        continue; // deletes have reached the rows of the run
      }
      long found = PreparedOperation.of(session, table.countSince()).set(0, before + 1).number(0);
      if (found < inserted) {
        findings.add(
            "%,d of %,d acknowledged inserts into table %s are gone.",
            inserted - found, inserted, table.name());
      }
    }
    return findings;
  }
}

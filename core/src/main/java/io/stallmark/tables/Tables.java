package io.stallmark.tables;

import io.stallmark.engine.RunFailure;
import io.stallmark.engine.Stop;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.TableState;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** A scenario's tables in a database: looked at, loaded, verified, dropped. */
public final class Tables {

  private final Database database;
  private final Scenario scenario;
  private final Stop stop;
  private final Progress progress;
  private final Workers workers;

  /**
   * @param threads loads and checks run on so many sessions
   */
  public Tables(
      Database database, Scenario scenario, int threads, long seed, Stop stop, Progress progress) {
    this.database = database;
    this.scenario = scenario;
    this.stop = stop;
    this.progress = progress;
    workers = new Workers(database, threads, seed, stop, progress);
  }

  /**
   * Whether all tables are there, as declared; false: none of them is.
   *
   * @throws RunFailure when some are missing or one differs from its declaration
   */
  public boolean present() throws DbException, RunFailure {
    List<String> absent = new ArrayList<>();
    for (Table table : scenario.tables()) {
      TableState state = database.inspect(table);
      if (state instanceof TableState.Different different) {
        throw new RunFailure(
            "Table "
                + table.name()
                + " "
                + different.difference()
                + ". Drop it with 'stallmark drop', or choose another database.");
      }
      if (state instanceof TableState.Absent) {
        absent.add(table.name());
      }
    }
    if (!absent.isEmpty() && absent.size() < scenario.tables().size()) {
      throw new RunFailure(
          "Of "
              + scenario.tables().size()
              + " tables "
              + absent.size()
              + (absent.size() == 1 ? " is" : " are")
              + " missing, first "
              + absent.get(0)
              + ". Drop the others with 'stallmark drop' and load again, or give the number of"
              + " tables that is there.");
    }
    return absent.isEmpty();
  }

  /** The names of those that are there, in whatever shape. */
  List<String> there() throws DbException {
    List<String> there = new ArrayList<>();
    for (Table table : scenario.tables()) {
      if (!(database.inspect(table) instanceof TableState.Absent)) {
        there.add(table.name());
      }
    }
    return there;
  }

  List<String> names() {
    return scenario.tables().stream().map(Table::name).toList();
  }

  /**
   * Counts the rows of every table.
   *
   * @throws RunFailure when a table has not as many as the scenario requires
   */
  public void checkRows() throws DbException, RunFailure, InterruptedException {
    OptionalLong required = scenario.requiredRows();
    if (required.isEmpty()) {
      return;
    }
    List<String> wrong = java.util.Collections.synchronizedList(new ArrayList<>());
    progress.begin("Counting the rows of " + tables(), 0);
    try {
      each(
          table -> {
            long rows = count(table);
            if (rows != required.getAsLong()) {
              wrong.add(table.name() + " has " + rows);
            }
          });
    } finally {
      progress.end();
    }
    if (!wrong.isEmpty()) {
      throw new RunFailure(
          "Each table must have "
              + required.getAsLong()
              + " rows, but "
              + String.join(", ", wrong.stream().sorted().limit(3).toList())
              + ". Give the number that is there with -p rows=…, or drop the tables with 'stallmark"
              + " drop' and load again.");
    }
  }

  /**
   * Creates and fills the tables. Whatever ends it early, the tables made here are dropped again.
   *
   * @throws DbException the first failure; its message names the tables that could not be dropped
   */
  public void load() throws DbException, InterruptedException {
    List<Table> created = new ArrayList<>();
    boolean complete = false;
    try {
      for (Table table : scenario.tables()) {
        database.create(table);
        created.add(table);
      }
      fill();
      complete = !stop.requested();
    } catch (DbException e) {
      complete = true; // it is dealt with here
      throw withLeftovers(e, dropAll(created));
    } finally {
      if (!complete) {
        dropAll(created);
      }
    }
  }

  /** Lets the workload look at its tables before a run. */
  public void begin() throws DbException {
    try (Session session = database.session()) {
      scenario.begin(session);
    }
  }

  /** Drops the scenario's tables. Returns how many there were. */
  public int drop() throws DbException {
    int dropped = 0;
    for (Table table : scenario.tables()) {
      if (!(database.inspect(table) instanceof TableState.Absent)) {
        database.drop(table);
        dropped++;
      }
    }
    return dropped;
  }

  /**
   * Proves the data right.
   *
   * @param finding told of everything that is wrong, a line each
   * @return what was proven, a sentence each
   * @throws RunFailure when something is wrong
   */
  public List<String> verify(Consumer<String> finding)
      throws DbException, RunFailure, InterruptedException {
    Verification verification = scenario.verification();
    progress.begin("Verifying " + tables(), verification.rows());
    try {
      workers.run(verification::checker);
    } finally {
      progress.end();
    }
    List<String> findings = verification.findings();
    if (!findings.isEmpty()) {
      findings.forEach(finding);
      throw new RunFailure(
          findings.size() == 1
              ? "Verification failed: " + findings.get(0)
              : "Verification failed with " + findings.size() + " findings; they are listed above");
    }
    return verification.proven();
  }

  private void fill() throws DbException, InterruptedException {
    if (!scenario.indexesAfterLoad()) {
      each(database::createIndexes);
    }
    progress.begin(
        "Loading " + tables(), scenario.tables().stream().mapToLong(scenario::rows).sum());
    try {
      workers.run(scenario::loader);
      if (scenario.indexesAfterLoad() && !stop.requested()) {
        progress.begin("Indexing " + tables(), 0);
        each(database::createIndexes);
      }
    } finally {
      progress.end(); // a bar that stayed would write over what is said next
    }
  }

  /** Returns the names of those that stayed: the failure that brought us here is to be reported. */
  private List<String> dropAll(List<Table> tables) {
    List<String> left = new ArrayList<>();
    for (Table table : tables) {
      try {
        database.drop(table);
      } catch (DbException e) {
        left.add(table.name());
        if (e.kind() == DbException.Kind.CONNECTION) {
          tables.stream().skip(tables.indexOf(table) + 1L).map(Table::name).forEach(left::add);
          return left; // as it will be for the others, at the price of a timeout each
        }
      }
    }
    return left;
  }

  private static DbException withLeftovers(DbException e, List<String> left) {
    return left.isEmpty()
        ? e
        : new DbException(
            e.kind(),
            e.code(),
            e.getMessage()
                + ". Left behind, for it could not be dropped: "
                + String.join(", ", left),
            e);
  }

  private long count(Table table) throws DbException {
    Op.Read count =
        new Op.Read("count_rows", List.of(), table, new Select.Count(), new Predicate.All());
    long[] rows = new long[1];
    try (Session session = database.session()) {
      session.prepare(count).execute(Args.of(count), row -> rows[0] = row.getLong(0));
    }
    return rows[0];
  }

  /** Something to do with one table. */
  private interface Task {
    void on(Table table) throws DbException;
  }

  private void each(Task task) throws DbException, InterruptedException {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (Table table : scenario.tables()) {
      tasks.add(
          () -> {
            if (!stop.requested()) {
              task.on(table);
            }
            return null;
          });
    }
    workers.all(tasks);
  }

  private String tables() {
    int count = scenario.tables().size();
    return count == 1 ? "1 table" : count + " tables";
  }
}

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
   */
  public void load() throws DbException, RunFailure, InterruptedException {
    List<Table> created = new ArrayList<>();
    boolean complete = false;
    try {
      for (Table table : scenario.tables()) {
        database.create(table);
        created.add(table);
      }
      fill();
      complete = !stop.requested();
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
   * @return what was proven, a sentence each
   * @throws RunFailure with the first finding and the number of the others
   */
  public List<String> verify() throws DbException, RunFailure, InterruptedException {
    Verification verification = scenario.verification();
    progress.begin("Verifying " + tables(), verification.rows());
    try {
      workers.run(verification::checker);
    } finally {
      progress.end();
    }
    List<String> findings = verification.findings();
    if (!findings.isEmpty()) {
      int more = findings.size() - 1;
      String others = more == 0 ? "" : " (" + more + " more finding" + (more > 1 ? "s)" : ")");
      throw new RunFailure("Verification failed: " + findings.get(0) + others);
    }
    return verification.proven();
  }

  private void fill() throws DbException, InterruptedException {
    if (!scenario.indexesAfterLoad()) {
      each(database::createIndexes);
    }
    progress.begin("Loading " + tables(), scenario.rowsPerTable() * scenario.tables().size());
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

  private void dropAll(List<Table> tables) {
    for (Table table : tables) {
      try {
        database.drop(table);
      } catch (DbException e) {
        if (e.kind() == DbException.Kind.CONNECTION) {
          return; // as it will be for the others, at the price of a timeout each
        }
        // the failure that brought us here is the one to report
      }
    }
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

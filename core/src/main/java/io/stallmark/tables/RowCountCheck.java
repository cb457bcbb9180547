package io.stallmark.tables;

import io.stallmark.engine.RunFailure;
import io.stallmark.model.Op;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Checks the number of rows of every table when the scenario requires a certain number. */
record RowCountCheck(
    Database database, ResolvedWorkload workload, WorkerPool workers, WorkProgress progress) {

  void run() throws DbException, RunFailure, InterruptedException {
    if (workload.scenario().requiredRows().isPresent()) {
      counted();
    }
  }

  /** As {@link #run}, but counts also where any number of rows is allowed. Returns their sum. */
  long counted() throws DbException, RunFailure, InterruptedException {
    OptionalLong required = workload.scenario().requiredRows();
    Map<String, Long> counts = counts(required);
    if (required.isPresent()) {
      check(counts, required.getAsLong());
    }
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private static void check(Map<String, Long> counts, long required) throws RunFailure {
    List<String> wrong = new ArrayList<>();
    counts.forEach(
        (table, rows) -> {
          if (rows != required) {
            wrong.add(Text.format("%s has %,d", table, rows));
          }
        });
    if (!wrong.isEmpty()) {
      throw new RunFailure(
          "Each table must have %,d %s, but %s. %s the tables with 'stallmark drop' and load again.",
          required,
          required == 1 ? "row" : "rows",
          String.join(", ", wrong.stream().sorted().limit(3).toList()),
          Set.copyOf(counts.values()).size() == 1
              ? "Give the number that is there with -p rows=…, or drop"
              : "Drop");
    }
  }

  private Map<String, Long> counts(OptionalLong required) throws DbException, InterruptedException {
    Map<String, Long> counts = new ConcurrentHashMap<>();
    progress.workStarted(
        "Counting the rows of " + ScenarioTables.counted(workload.tables().size()), 0);
    try {
      workers.each(workload.tables(), table -> counts.put(table.name(), count(table, required)));
    } finally {
      progress.workEnded();
    }
    return counts;
  }

  static Op operation(Table table) {
    return new Op.Read("count_rows", table, new Select.Count());
  }

  /**
   * Returns the number of rows. The server's metadata suffices where it has the required number; a
   * crash can make it inexact, so that any other number is counted by reading the rows.
   */
  private long count(Table table, OptionalLong required) throws DbException {
    if (required.isPresent() && database.rowCount(table).equals(required)) {
      return required.getAsLong();
    }
    try (Session session = database.session()) {
      return PreparedOperation.of(session, operation(table)).number(0);
    }
  }
}

package io.stallmark.tables;

import io.stallmark.engine.RunFailure;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/** Checks the number of rows of every table when the scenario requires a certain number. */
record RowCountCheck(
    Database database, ResolvedWorkload workload, WorkerPool workers, WorkProgress progress) {

  void run() throws DbException, RunFailure, InterruptedException {
    OptionalLong required = workload.scenario().requiredRows();
    if (required.isEmpty()) {
      return;
    }
    List<String> wrong = wrong(required.getAsLong());
    if (!wrong.isEmpty()) {
      throw new RunFailure(
          "Each table must have "
              + required.getAsLong()
              + (required.getAsLong() == 1 ? " row, but " : " rows, but ")
              + String.join(", ", wrong.stream().sorted().limit(3).toList())
              + ". Give the number that is there with -p rows=…, or drop the tables with 'stallmark"
              + " drop' and load again.");
    }
  }

  private List<String> wrong(long required) throws DbException, InterruptedException {
    List<String> wrong = Collections.synchronizedList(new ArrayList<>());
    progress.workStarted("Counting the rows of " + ScenarioTables.counted(workload.tables()), 0);
    try {
      workers.each(
          workload.tables(),
          table -> {
            long rows = count(table, required);
            if (rows != required) {
              wrong.add(table.name() + " has " + rows);
            }
          });
    } finally {
      progress.workEnded();
    }
    return wrong;
  }

  /**
   * Returns the number of rows. The server's metadata suffices where it has the required number; a
   * crash can make it inexact, so that any other number is counted by reading the rows.
   */
  private long count(Table table, long required) throws DbException {
    if (database.rowCount(table).equals(OptionalLong.of(required))) {
      return required;
    }
    Op.Read count =
        new Op.Read("count_rows", List.of(), table, new Select.Count(), new Predicate.All());
    long[] rows = new long[1];
    try (Session session = database.session()) {
      session.prepare(count).execute(Args.of(count), row -> rows[0] = row.getLong(0));
    }
    return rows[0];
  }
}

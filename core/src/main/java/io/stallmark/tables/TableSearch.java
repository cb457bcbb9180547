package io.stallmark.tables;

import io.stallmark.engine.RunFailure;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.TableState;
import io.stallmark.tables.ScenarioTables.Found;
import io.stallmark.tables.lease.LoadMark;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which of a scenario's tables a database has, and in which state.
 *
 * @param mark mark of an incomplete load; null: such a load leaves none
 */
record TableSearch(Database database, ResolvedWorkload workload, @Nullable LoadMark mark) {

  /**
   * Inspects the mark and the tables.
   *
   * @param anyRows whether rows may differ from the declaration
   * @throws RunFailure when some tables are missing, when a table differs from its declaration, or
   *     when there is an incomplete load of other data
   */
  Found find(boolean anyRows) throws DbException, RunFailure {
    LoadMark.State state = mark == null ? LoadMark.State.ABSENT : mark.state();
    return switch (state) {
      case ABSENT -> present(anyRows) ? Found.ALL : Found.NOTHING;
      case OWN -> Found.PART;
      case BLANK -> {
        // The row is written before the tables are created. Tables without the row exist only after
        // the server has lost a committed write.
        if (!existingTables().isEmpty()) {
          throw new RunFailure(
              "A load into these tables ended early, and the database has no record of its settings."
                  + " Drop them with 'stallmark drop' and load again.");
        }
        yield Found.NOTHING;
      }
      case OTHER ->
          throw new RunFailure(
              "A load with other settings has begun in this database. To resume it, give its"
                  + " settings and its --seed. To delete it, run 'stallmark drop'.");
      case OTHER_WORKLOAD ->
          throw new RunFailure(
              "A load of another workload has begun in this database. Complete it, or run"
                  + " 'stallmark drop' for that workload.");
      case FOREIGN ->
          throw new RunFailure(
              "Table %s%s. It is not Stallmark's, so 'stallmark drop' does not drop it. Drop it yourself, or choose another database.",
              LoadMark.TABLE.name(),
              database.inspect(LoadMark.TABLE) instanceof TableState.Different different
                  ? " " + different.difference()
                  : " has other columns");
    };
  }

  /**
   * Whether all tables exist as declared; false: none exists.
   *
   * @param anyRows whether rows may differ from the declaration
   * @throws RunFailure when some are missing or one differs from its declaration
   */
  private boolean present(boolean anyRows) throws DbException, RunFailure {
    List<String> absent = new ArrayList<>();
    for (Table table : workload.tables()) {
      TableState state = state(table);
      if (state instanceof TableState.Different
          || (state instanceof TableState.Mistyped && !anyRows)) {
        throw differs(table, state);
      }
      if (state instanceof TableState.Absent) {
        absent.add(table.name());
      }
    }
    if (!absent.isEmpty() && absent.size() < workload.tables().size()) {
      throw new RunFailure(
          "Of %d tables %d %s missing, first %s. Drop the others with 'stallmark drop' and load again, or give the number of existing tables.",
          workload.tables().size(),
          absent.size(),
          absent.size() == 1 ? "is" : "are",
          absent.get(0));
    }
    return absent.isEmpty();
  }

  /** State of a table. It may lack the indexes that a client of the run creates. */
  private TableState state(Table table) throws DbException {
    TableState state = database.inspect(table);
    if (state instanceof TableState.Different && workload.scenario().createsIndexes()) {
      Table bare = table.withIndexes(table.indexes().stream().filter(Index::unique).toList());
      TableState without = database.inspect(bare);
      return without instanceof TableState.Different ? state : without;
    }
    return state;
  }

  static RunFailure differs(Table table, TableState state) {
    String what =
        state instanceof TableState.Mistyped mistyped
            ? mistyped.row()
            : state instanceof TableState.Different different
                ? "Table " + table.name() + " " + different.difference() + "."
                : "";
    return new RunFailure(
        what
            + " Give the settings that the table was made with, drop it with 'stallmark drop', or"
            + " choose another database.");
  }

  /** Names of the tables that exist, whatever their columns and indexes are. */
  List<String> existingTables() throws DbException {
    List<String> there = new ArrayList<>();
    for (Table table : workload.tables()) {
      if (exists(table)) {
        there.add(table.name());
      }
    }
    return there;
  }

  boolean exists(Table table) throws DbException {
    return !(database.inspect(table) instanceof TableState.Absent);
  }
}

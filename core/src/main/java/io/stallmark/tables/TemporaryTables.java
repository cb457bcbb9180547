package io.stallmark.tables;

import io.stallmark.engine.RunFailure;
import io.stallmark.spi.DbException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tables that exist for one run only. A mark file in the run's directory is created before them and
 * deleted after them. If the mark remains, the run has left its tables in the database.
 */
public final class TemporaryTables implements AutoCloseable {

  /** Name of the mark file, which lists the tables' names, one per line. */
  public static final String MARK = "tables.made";

  private final ScenarioTables tables;
  private final Path mark;
  private final Consumer<String> warning;
  private boolean drops;

  /**
   * Creates the object; does not claim the tables yet.
   *
   * @param run directory of the run
   * @param warning receives a sentence when the tables cannot be dropped, because the server does
   *     not answer
   */
  public TemporaryTables(ScenarioTables tables, Path run, Consumer<String> warning) {
    this.tables = tables;
    this.warning = warning;
    mark = run.resolve(MARK);
  }

  /**
   * Claims the tables for the run and writes the mark.
   *
   * @param keep whether the tables and the mark remain after the run
   * @throws RunFailure when one of the tables exists
   */
  public void claim(boolean keep)
      throws DbException, RunFailure, IOException, InterruptedException {
    List<String> there = tables.existing();
    if (!there.isEmpty()) {
      List<String> others = tables.droppable().others();
      throw new RunFailure(
          "Table %s exists already, but this run must create it. %s, or choose another database.",
          there.get(0),
          others.isEmpty()
              ? "Drop it with 'stallmark drop'"
              : "No 'load' or 'run' created it, so drop it yourself, in SQL with DROP TABLE "
                  + String.join(", ", others));
    }
    Files.write(mark, tables.names());
    drops = !keep;
  }

  /** Drops the tables that were claimed, unless they are to be kept. */
  @Override
  public void close() throws DbException, IOException {
    if (!drops) {
      return;
    }
    if (tables.givenUp()) {
      warnOfRemains();
      return;
    }
    try {
      tables.drop();
      Files.delete(mark);
    } catch (InterruptedException e) { // of the user, and the server does not answer
      warnOfRemains();
    }
  }

  private void warnOfRemains() {
    warning.accept("The server does not answer, so the tables of this run were not dropped.");
  }
}

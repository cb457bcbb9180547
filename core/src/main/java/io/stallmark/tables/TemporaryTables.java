package io.stallmark.tables;

import io.stallmark.engine.RunFailure;
import io.stallmark.spi.DbException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Tables that live as long as one run. A mark in the run's directory, made before they are and gone
 * after, tells whoever finds it that a run which could not end left its tables behind.
 */
public final class TemporaryTables implements AutoCloseable {

  /** The mark: the tables' names, a line each. */
  public static final String MARK = "tables.made";

  private final ScenarioTables tables;
  private final Path mark;
  private boolean drops;

  /**
   * Claims nothing yet.
   *
   * @param run the run's directory
   */
  public TemporaryTables(ScenarioTables tables, Path run) {
    this.tables = tables;
    mark = run.resolve(MARK);
  }

  /**
   * From now on the tables are the run's.
   *
   * @param keep whether it leaves them there, with the mark
   * @throws RunFailure when one is there already
   */
  public void claim(boolean keep) throws DbException, RunFailure, IOException {
    List<String> there = tables.there();
    if (!there.isEmpty()) {
      throw new RunFailure(
          "Table "
              + there.get(0)
              + " is there already, and this run is to make its own. Drop it with 'stallmark drop',"
              + " or choose another database.");
    }
    Files.write(mark, tables.names());
    drops = !keep;
  }

  /** Drops what was claimed and is not to be kept. */
  @Override
  public void close() throws DbException, IOException {
    if (drops) {
      tables.drop();
      Files.delete(mark);
    }
  }
}

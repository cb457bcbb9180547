package io.stallmark.engine;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import org.jspecify.annotations.Nullable;

/** Session of a database that does nothing, and whose inserts succeed. */
final class NoSession implements Session {

  private final long rows;

  /**
   * @param rows number of rows that each statement says it has found or changed
   */
  NoSession(long rows) {
    this.rows = rows;
  }

  @Override
  public Statement prepare(Op op) {
    return new Nothing(rows);
  }

  @Override
  public void begin() {}

  @Override
  public void commit() {}

  @Override
  public void rollback() {}

  @Override
  public void close() {}

  private record Nothing(long rows) implements Statement {
    @Override
    public long execute(Args args, @Nullable RowSink sink) {
      return rows;
    }

    @Override
    public Outcome outcome() {
      return Outcome.INSERTED;
    }

    @Override
    public long generatedKey() {
      return 1;
    }
  }
}

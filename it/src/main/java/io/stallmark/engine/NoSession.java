package io.stallmark.engine;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import org.jspecify.annotations.Nullable;

/** Session of a database that does nothing: it has no rows, and every insert succeeds. */
final class NoSession implements Session {

  @Override
  public Statement prepare(Op op) {
    return new Nothing();
  }

  @Override
  public void begin() {}

  @Override
  public void commit() {}

  @Override
  public void rollback() {}

  @Override
  public void close() {}

  private static final class Nothing implements Statement {
    @Override
    public long execute(Args args, @Nullable RowSink sink) {
      return 0;
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

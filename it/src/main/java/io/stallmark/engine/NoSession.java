package io.stallmark.engine;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import org.jspecify.annotations.Nullable;

/** A database that does nothing: there are no rows, and an insert finds none. */
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

package io.stallmark.testkit;

import io.stallmark.model.Op;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;

/**
 * A session that executes the same statement for every operation and ignores begin, commit and
 * rollback.
 */
public final class SilentSession implements Session {

  private final Statement statement;

  /** Creates a session whose statements do nothing and do not allocate. */
  public SilentSession() {
    this((args, sink) -> 0);
  }

  /**
   * @param statement statement that every operation is prepared to
   */
  public SilentSession(Statement statement) {
    this.statement = statement;
  }

  @Override
  public Statement prepare(Op op) {
    return statement;
  }

  @Override
  public void begin() {}

  @Override
  public void commit() {}

  @Override
  public void rollback() {}

  @Override
  public void close() {}
}

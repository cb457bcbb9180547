package io.stallmark.testkit;

import io.stallmark.model.Op;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;

/** Executes one statement for every operation, and nothing for the transactions around it. */
public final class SilentSession implements Session {

  private final Statement statement;

  /** For a session whose statements do nothing, without allocation. */
  public SilentSession() {
    this((args, sink) -> 0);
  }

  /**
   * @param statement what every operation is prepared to
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

package io.stallmark.testkit;

import io.stallmark.model.Op;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;

/** Accepts every operation and does nothing, without allocation. */
public class SilentSession implements Session {

  @Override
  public Statement prepare(Op op) {
    return (args, sink) -> 0;
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

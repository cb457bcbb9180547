package io.stallmark.linkbench.request;

import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;

/** A connection to tables in memory. */
final class StoreSession implements Session {

  private final GraphStore store;
  private boolean open;

  StoreSession(GraphStore store) {
    this.store = store;
  }

  @Override
  public Statement prepare(Op op) {
    return new StoreStatement(this, store, op);
  }

  @Override
  public void begin() throws DbException {
    assertThatOpenIs(false);
    store.fault.strike("begin", false);
    open = true;
    store.fault.strike("begin", true);
  }

  @Override
  public void commit() throws DbException {
    assertThatOpenIs(true);
    store.fault.strike("commit", false);
    open = false;
    store.commit();
    store.fault.strike("commit", true);
  }

  @Override
  public void rollback() {
    open = false;
    store.rollback();
  }

  @Override
  public void close() {
    rollback();
  }

  boolean isOpen() {
    return open;
  }

  void assertThatOpenIs(boolean expected) {
    if (open != expected) {
      throw new AssertionError("A transaction is " + (open ? "open" : "not open"));
    }
  }
}

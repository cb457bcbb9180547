package io.stallmark.spi;

import io.stallmark.model.Op;

/**
 * One client's connection. Used by one thread at a time. Outside {@link #begin} and {@link #commit}
 * every statement commits by itself.
 */
public interface Session extends AutoCloseable {

  /**
   * Compiles an operation, before the run; nothing is parsed or built between two executions.
   *
   * @throws DbException FATAL when this database cannot do it exactly, or the server refuses it
   */
  Statement prepare(Op op) throws DbException;

  void begin() throws DbException;

  void commit() throws DbException;

  /** Ends an open transaction without effect; nothing happens when there is none. */
  void rollback() throws DbException;

  /** Never throws: a connection that cannot be closed is gone already. */
  @Override
  void close();
}

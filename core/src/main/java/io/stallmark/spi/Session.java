package io.stallmark.spi;

import io.stallmark.model.Op;

/**
 * One client's connection. Used by one thread at a time. Outside {@link #begin} and {@link #commit}
 * every statement commits by itself.
 */
public interface Session extends AutoCloseable {

  /**
   * Compiles an operation before the run. Nothing is parsed or built between two executions.
   *
   * @throws DbException FATAL when this database cannot do it exactly, or the server refuses it
   */
  Statement prepare(Op op) throws DbException;

  /**
   * Compiles an operation for its position in a transaction without {@link #begin}. A first
   * statement begins the transaction, statements within follow, a last one commits it. That takes
   * no further round trip where {@link #carries} says so. {@link #commit} and {@link #rollback} end
   * the transaction too. When a statement fails, nothing is committed and a rollback is due.
   * Statements prepared without a boundary are not part of the transaction, and must not run while
   * it is open.
   *
   * @throws DbException FATAL when this database cannot do it exactly, or the server refuses it
   */
  default Statement prepare(Op op, TransactionBoundary boundary) throws DbException {
    return boundary == TransactionBoundary.WITHIN
        ? prepare(op)
        : new BoundaryStatement(this, prepare(op, TransactionBoundary.WITHIN), boundary);
  }

  /**
   * Whether the operation's boundary needs no further round trip. Otherwise {@link #begin} or
   * {@link #commit} is called for it.
   */
  default boolean carries(Op op, TransactionBoundary boundary) {
    return boundary == TransactionBoundary.WITHIN;
  }

  void begin() throws DbException;

  void commit() throws DbException;

  /** Ends an open transaction without effect; nothing happens when there is none. */
  void rollback() throws DbException;

  /**
   * Rolls back what a failure has left of a transaction. Returns the failure; a lost connection
   * when even the rollback fails, for it cannot be trusted any more.
   */
  default DbException rollbackAfter(DbException failure) {
    if (failure.kind() == DbException.Kind.CONNECTION) {
      return failure;
    }
    try {
      rollback();
      return failure;
    } catch (DbException again) {
      DbException lost =
          new DbException(
              DbException.Kind.CONNECTION,
              failure.code(),
              String.valueOf(failure.getMessage()),
              failure);
      lost.addSuppressed(again);
      return lost;
    }
  }

  /** Never throws: a connection that cannot be closed is gone already. */
  @Override
  void close();
}

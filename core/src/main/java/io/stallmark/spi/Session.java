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

  /**
   * Compiles an operation for its place in a transaction without {@link #begin}: a first statement
   * begins it, statements within follow, a last one commits it, with no round trip more where
   * {@link #carries} says so. {@link #commit} and {@link #rollback} end it too. When a statement
   * fails, nothing is committed and a rollback is due. Statements prepared without a place are no
   * part of such a transaction, and must not run while it is open.
   *
   * @throws DbException FATAL when this database cannot do it exactly, or the server refuses it
   */
  default Statement prepare(Op op, Place place) throws DbException {
    return place == Place.WITHIN
        ? prepare(op)
        : new PlacedStatement(this, prepare(op, Place.WITHIN), place);
  }

  /**
   * Whether the database is told of the operation's place without a round trip more. Otherwise
   * {@link #begin} or {@link #commit} is called for it.
   */
  default boolean carries(Op op, Place place) {
    return place == Place.WITHIN;
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

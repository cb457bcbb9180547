package io.stallmark.spi;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The session of one client with the database, on one or two connections. Used by one thread at a
 * time. Outside {@link #begin} and {@link #commit}, each statement is committed automatically.
 */
public interface Session extends AutoCloseable {

  /**
   * Prepares an operation before the run, so that nothing is parsed or built between two
   * executions.
   *
   * @throws DbException of kind FATAL when the database cannot execute it exactly or the server
   *     refuses it
   */
  Statement prepare(Op op) throws DbException;

  /**
   * Whether the database can execute an operation.
   *
   * @throws DbException of a kind that does not answer this, such as CONNECTION
   */
  default boolean accepts(Op op) throws DbException {
    try {
      prepare(op);
      return true;
    } catch (DbException e) {
      if (e.kind() != DbException.Kind.REFUSED && e.kind() != DbException.Kind.FATAL) {
        throw e;
      }
      return false;
    }
  }

  /**
   * Prepares an operation for its position in a transaction without {@link #begin}. The first
   * statement begins the transaction and the last one commits it. No separate round trip is needed
   * where {@link #carries} returns true. {@link #commit} and {@link #rollback} also end the
   * transaction. When a statement fails, nothing is committed and the caller must roll back.
   * Statements prepared without a boundary are not part of the transaction and must not be executed
   * while it is open.
   *
   * @throws DbException of kind FATAL when the database cannot execute it exactly or the server
   *     refuses it
   */
  default Statement prepare(Op op, TransactionBoundary boundary) throws DbException {
    return boundary == TransactionBoundary.WITHIN
        ? prepare(op)
        : new BoundaryStatement(this, prepare(op, TransactionBoundary.WITHIN), boundary);
  }

  /**
   * Whether the operation begins or ends the transaction without a separate round trip. If not, its
   * statement calls {@link #begin} or {@link #commit} itself.
   */
  default boolean carries(Op op, TransactionBoundary boundary) {
    return boundary == TransactionBoundary.WITHIN;
  }

  /**
   * Returns a statement that sends the text of each execution, unprepared.
   *
   * @throws DbException of kind FATAL when this session sends no texts
   */
  default TextStatement text() throws DbException {
    throw new DbException(
        DbException.Kind.FATAL, "unsupported", "This database has no statements in SQL");
  }

  /**
   * Prepares a text on the server, at any time. The caller closes the statement.
   *
   * @param text with {@code ?} for each parameter
   * @param as names the statement in the results; its parameters are those of the text
   * @throws DbException of kind FATAL when this session sends no texts or the server refuses it
   */
  default TextStatement prepare(String text, Op.Native as) throws DbException {
    return text();
  }

  /**
   * Opens another session with the same database, recorded with this one. The caller closes it.
   *
   * @throws DbException of kind FATAL when this session sends no texts
   */
  default Session another() throws DbException {
    throw new DbException(
        DbException.Kind.FATAL, "unsupported", "This database has no statements in SQL");
  }

  /** Name of the binding, as of {@link Binding#name}; empty: not known. */
  default String binding() {
    return "";
  }

  /**
   * Creates the secondary indexes of a table that has none, all at once where the server can, and
   * waits for them. For workloads whose clients measure this; a load uses {@link
   * Database#createIndexes}.
   *
   * @throws DbException of kind FATAL when this session does not support it
   */
  default void createIndexes(Table table) throws DbException {
    throw new DbException(DbException.Kind.FATAL, "unsupported", "This session creates no indexes");
  }

  /**
   * Lets the server do the work that earlier writes to a table have left: statistics, writing of
   * changed pages, compaction. Returns when it is done, which may take long.
   *
   * @param ended whether the run ends; the call then returns soon, and restores what it has changed
   * @return what this user's privileges do not allow, complete sentences
   * @throws DbException of kind FATAL when this session does not support it, or the server does not
   *     complete the work in 20 minutes
   */
  default List<String> settle(Table table, BooleanSupplier ended) throws DbException {
    throw new DbException(
        DbException.Kind.FATAL, "unsupported", "This session cannot settle a table");
  }

  void begin() throws DbException;

  /**
   * Begins a transaction whose reads all see the rows of one moment, so that the server keeps old
   * versions of rows until its end.
   */
  default void beginSnapshot() throws DbException {
    begin();
  }

  void commit() throws DbException;

  /** Rolls back the open transaction; does nothing when none is open. */
  void rollback() throws DbException;

  /**
   * Rolls back the transaction in which a statement failed. Does nothing when the connection is
   * lost.
   *
   * @return {@code failure}; if the rollback fails too, the same failure with kind CONNECTION,
   *     because the connection can no longer be used
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

  /** Closes the connections. Never throws: a connection that fails to close is already lost. */
  @Override
  void close();

  /**
   * A statement whose text, or whose place among the operations, is known only during a run: that
   * of a script. Not thread-safe.
   */
  interface TextStatement extends AutoCloseable {

    /** Receives a result. */
    interface Result extends RowSink {

      /** Called before the rows, if the reply has columns. All are texts. */
      void columns(int count);

      /** Called for each column before the rows. */
      default void label(int column, String name) {}
    }

    /**
     * Executes the statement in one round trip and fetches the whole result.
     *
     * @param as names the execution in the results; its parameters are those of {@code args}
     * @param text what to send; a prepared statement sends its own
     * @param args values of the parameters of a prepared statement
     * @return number of rows read or changed
     */
    long execute(Op.Native as, String text, Args args, @Nullable Result result) throws DbException;

    /** Frees the statement. Never throws. */
    @Override
    void close();
  }
}

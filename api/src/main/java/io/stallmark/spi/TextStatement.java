package io.stallmark.spi;

import io.stallmark.model.Op;
import org.jspecify.annotations.Nullable;

/**
 * A statement whose text, or whose place among the operations, is known only during a run: that of
 * a script. Not thread-safe.
 */
public interface TextStatement extends AutoCloseable {

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

package io.stallmark.pgbench;

import io.stallmark.pgbench.expression.EvaluationException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session.TextStatement.Result;
import org.jspecify.annotations.Nullable;

/** Sends a statement with the present values of its variables. */
interface StatementSender {

  /**
   * Executes the statement once.
   *
   * @param rows receives the columns that become variables; null: there are none
   */
  void send(@Nullable Result rows) throws DbException, EvaluationException;
}

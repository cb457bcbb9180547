package io.stallmark.pgbench.expression;

import io.stallmark.text.Text;
import org.jspecify.annotations.Nullable;

/** An expression that has no value, such as a division by zero. The message is for the user. */
public final class EvaluationException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message that is formatted as by {@link Text#format}. */
  EvaluationException(String format, @Nullable Object... values) {
    super(Text.format(format, values));
  }

  public static EvaluationException unset(String variable) {
    return new EvaluationException("the variable %s is not set", variable);
  }

  /** Returns an exception for a number of rows that is not 1. */
  public static EvaluationException rows(long rows) {
    return new EvaluationException("\\gset takes one row, and there are %d", rows);
  }
}

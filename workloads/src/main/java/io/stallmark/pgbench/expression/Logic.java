package io.stallmark.pgbench.expression;

import java.util.List;

/** Expressions that evaluate only what they need, or that look at NULL. */
final class Logic {

  private Logic() {}

  /**
   * AND, OR. The second operand is evaluated only if the first one is neither NULL nor decides.
   *
   * @param decides value of the first operand that is the result
   */
  static Expression junction(Expression first, Expression second, boolean decides) {
    return into -> {
      first.evaluate(into);
      if (!into.isNull() && into.toBoolean() != decides) {
        second.evaluate(into);
        if (!into.isNull()) {
          into.set(into.toBoolean());
        }
      }
    };
  }

  static Expression not(Expression operand) {
    return into -> {
      operand.evaluate(into);
      if (!into.isNull()) {
        into.set(!into.toBoolean());
      }
    };
  }

  /**
   * IS NULL, IS TRUE, IS FALSE.
   *
   * @param negated IS NOT
   */
  static Expression is(Expression operand, ScriptValue.Kind kind, boolean truth, boolean negated) {
    return into -> {
      operand.evaluate(into);
      boolean same =
          into.kind() == kind && (kind == ScriptValue.Kind.NULL || into.holds() == truth);
      into.set(same != negated);
    };
  }

  /**
   * CASE.
   *
   * @param conditions one for each result; the last result is that of ELSE
   */
  static Expression cases(List<Expression> conditions, List<Expression> results) {
    Expression[] when = conditions.toArray(Expression[]::new);
    Expression[] then = results.toArray(Expression[]::new);
    return into -> {
      int chosen = 0;
      while (chosen < when.length) {
        when[chosen].evaluate(into);
        if (into.holds()) {
          break;
        }
        chosen++;
      }
      then[chosen].evaluate(into);
    };
  }
}

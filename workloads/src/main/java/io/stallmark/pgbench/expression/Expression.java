package io.stallmark.pgbench.expression;

/**
 * Part of an expression. Belongs to one client, because it keeps the values of its operands.
 * Allocates nothing. Not thread-safe.
 */
@FunctionalInterface
public interface Expression {

  /** Evaluates the expression into a value, whose content may change even if there is none. */
  void evaluate(ScriptValue into) throws EvaluationException;
}

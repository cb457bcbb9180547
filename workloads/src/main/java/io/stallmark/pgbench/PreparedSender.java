package io.stallmark.pgbench;

import io.stallmark.pgbench.expression.EvaluationException;
import io.stallmark.pgbench.expression.ScriptValue;
import io.stallmark.pgbench.expression.Variables;
import io.stallmark.pgbench.script.Command;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session.TextStatement.Result;
import org.jspecify.annotations.Nullable;

/** Sends a prepared statement. Allocates nothing. */
final class PreparedSender implements StatementSender {

  private final PreparedOperation operation;
  private final String[] names;
  private final ScriptValue[] parameters;

  PreparedSender(Command.Sql sql, PreparedOperation operation, Variables variables) {
    this.operation = operation;
    names = sql.variables().stream().map(Command.Sql.Variable::name).toArray(String[]::new);
    parameters =
        sql.variables().stream()
            .map(each -> variables.get(each.name()))
            .toArray(ScriptValue[]::new);
  }

  @Override
  public void send(@Nullable Result rows) throws DbException, EvaluationException {
    Args args = operation.args();
    for (int i = 0; i < parameters.length; i++) {
      bind(args, i);
    }
    operation.execute(rows);
  }

  private void bind(Args args, int parameter) throws EvaluationException {
    ScriptValue value = parameters[parameter];
    switch (value.kind()) {
      case UNSET -> throw EvaluationException.unset(names[parameter]);
      case NULL -> args.setNull(parameter);
      case INTEGER -> args.set(parameter, value.number());
      case REAL -> args.setReal(parameter, value.printed());
      case BOOLEAN -> args.setBoolean(parameter, value.number() != 0);
      case TEXT -> args.setText(parameter, value.buffer(0), value.length());
    }
  }
}

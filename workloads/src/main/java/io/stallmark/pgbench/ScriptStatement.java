package io.stallmark.pgbench;

import io.stallmark.model.Op;
import io.stallmark.pgbench.expression.EvaluationException;
import io.stallmark.pgbench.expression.ScriptValue;
import io.stallmark.pgbench.expression.Variables;
import io.stallmark.pgbench.script.Command;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement in the session of a client, with its variables. Receives its rows. */
final class ScriptStatement implements RowSink {

  private static final int FIRST_LENGTH = 256; // of a text of a row

  private final PreparedOperation operation;
  private final String[] names;
  private final ScriptValue[] parameters;
  private final ScriptValue[] columns;
  private final ScriptValue[] kept; // from the last row
  private final boolean one;
  private final @Nullable RowSink sink;
  private long rows;

  ScriptStatement(Command.Sql sql, Op.Native op, PreparedOperation operation, Variables variables) {
    this.operation = operation;
    names = sql.variables().stream().map(Command.Sql.Variable::name).toArray(String[]::new);
    parameters =
        sql.variables().stream()
            .map(each -> variables.get(each.name()))
            .toArray(ScriptValue[]::new);
    List<String> gathered =
        op.columns().stream().map(column -> sql.prefix() + column.name()).toList();
    columns = gathered.stream().map(variables::get).toArray(ScriptValue[]::new);
    kept = gathered.stream().map(any -> new ScriptValue()).toArray(ScriptValue[]::new);
    one = sql.rows() == Command.Sql.Rows.ONE;
    sink = sql.rows() == Command.Sql.Rows.NONE ? null : this;
  }

  void execute() throws DbException, EvaluationException {
    Args args = operation.args();
    for (int i = 0; i < parameters.length; i++) {
      bind(args, i);
    }
    rows = 0;
    operation.execute(sink);
    if (one && rows != 1) {
      throw EvaluationException.rows(rows);
    }
    if (rows > 0) {
      for (int i = 0; i < columns.length; i++) {
        columns[i].copy(kept[i]);
      }
    }
  }

  private void bind(Args args, int parameter) throws EvaluationException {
    ScriptValue value = parameters[parameter];
    switch (value.kind()) {
      case UNSET -> throw EvaluationException.unset(names[parameter]);
      case NULL -> args.setNull(parameter);
      case INTEGER -> args.set(parameter, value.number());
      case REAL -> args.setReal(parameter, value.fraction());
      case BOOLEAN -> args.setBoolean(parameter, value.number() != 0);
      case TEXT -> args.setText(parameter, value.buffer(0), value.length());
    }
  }

  @Override
  public void row(Row row) throws DbException {
    rows++;
    for (int i = 0; i < kept.length; i++) {
      if (row.isNull(i)) {
        kept[i].setNull();
      } else {
        int length = row.getText(i, kept[i].buffer(FIRST_LENGTH));
        if (length > kept[i].buffer(0).length) {
          row.getText(i, kept[i].buffer(length));
        }
        kept[i].setText(length);
      }
    }
  }
}

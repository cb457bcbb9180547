package io.stallmark.pgbench;

import io.stallmark.model.Column;
import io.stallmark.pgbench.expression.EvaluationException;
import io.stallmark.pgbench.expression.ScriptValue;
import io.stallmark.pgbench.expression.Variables;
import io.stallmark.pgbench.script.Command;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session.TextStatement;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A statement in the session of a client, with its variables. Receives its rows. */
final class ScriptStatement implements TextStatement.Result {

  private static final int FIRST_LENGTH = 256; // of a text of a row

  private final StatementSender sender;
  private final String[] labels;
  private final int[] places; // of the columns in the rows
  private final boolean[] lacking; // whether a row may have no such column
  private final ScriptValue[] columns;
  private final ScriptValue[] kept; // from the last row
  private final boolean one;
  private final TextStatement.@Nullable Result sink;
  private long rows;

  ScriptStatement(
      Command.Sql sql, ScriptOperations operations, StatementSender sender, Variables variables) {
    this.sender = sender;
    labels = operations.of(sql).columns().stream().map(Column::name).toArray(String[]::new);
    places = new int[labels.length];
    Arrays.setAll(places, column -> column);
    lacking = new boolean[labels.length];
    for (int i = 0; i < lacking.length; i++) {
      lacking[i] = operations.mayLack(sql, labels[i]);
    }
    columns =
        Stream.of(labels)
            .map(name -> variables.get(sql.prefix() + name))
            .toArray(ScriptValue[]::new);
    kept = Stream.of(labels).map(any -> new ScriptValue()).toArray(ScriptValue[]::new);
    one = sql.rows() == Command.Sql.Rows.ONE;
    sink = sql.rows() == Command.Sql.Rows.NONE ? null : this;
  }

  void execute() throws DbException, EvaluationException {
    rows = 0;
    sender.send(sink);
    if (one && rows != 1) {
      throw EvaluationException.rows(rows);
    }
    if (rows > 0) {
      for (int i = 0; i < columns.length; i++) {
        if (places[i] >= 0) {
          columns[i].copy(kept[i]);
        }
      }
    }
  }

  /** The rows of a text have all columns of the reply, others those of the operation. */
  @Override
  public void columns(int count) {
    Arrays.fill(places, -1);
  }

  @Override
  public void label(int column, String name) {
    for (int i = 0; i < labels.length; i++) {
      if (labels[i].equalsIgnoreCase(name)) {
        places[i] = column;
      }
    }
  }

  @Override
  public void row(Row row) throws DbException {
    rows++;
    for (int i = 0; i < kept.length; i++) {
      int place = places[i];
      if (place < 0 && lacking[i]) {
        continue;
      } else if (place < 0) {
        throw DbException.unfit("SCRIPT", "the result has no column " + labels[i]);
      }
      if (row.isNull(place)) {
        kept[i].setNull();
      } else {
        int length = row.getText(place, kept[i].buffer(FIRST_LENGTH));
        if (length > kept[i].buffer(0).length) {
          row.getText(place, kept[i].buffer(length));
        }
        kept[i].setText(length);
      }
    }
  }
}

package io.stallmark.jdbc;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.TextStatement;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A statement of a script. Of several results, it passes on the first. */
final class JdbcText implements TextStatement {

  private static final Set<Integer> BINARY =
      Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB);

  private final PreparedConnection line;
  private final Statement statement;
  private final @Nullable ArgumentBinder binder; // null: not prepared
  private final Consumer<String> before;

  /**
   * @param before receives the text before each execution
   */
  JdbcText(
      PreparedConnection line,
      Statement statement,
      @Nullable ArgumentBinder binder,
      Consumer<String> before) {
    this.line = line;
    this.statement = statement;
    this.binder = binder;
    this.before = before;
  }

  @Override
  public long execute(Op.Native as, String text, Args args, @Nullable Result result)
      throws DbException {
    before.accept(text);
    try {
      if (!execute(text, args)) {
        return Math.max(0, statement.getLargeUpdateCount());
      }
      try (ResultSet rows = statement.getResultSet()) {
        return result == null ? count(rows) : pass(rows, result);
      }
    } catch (SQLException e) {
      throw line.error(e);
    }
  }

  private boolean execute(String text, Args args) throws SQLException {
    if (binder != null && statement instanceof PreparedStatement prepared) {
      binder.bind(prepared, args, 1);
      return prepared.execute();
    }
    return statement.execute(text);
  }

  private static long count(ResultSet rows) throws SQLException {
    long count = 0;
    while (rows.next()) {
      count++;
    }
    return count;
  }

  private long pass(ResultSet rows, Result result) throws SQLException, DbException {
    int columns = rows.getMetaData().getColumnCount();
    result.columns(columns);
    boolean[] binary = new boolean[columns];
    for (int i = 0; i < columns; i++) {
      binary[i] = BINARY.contains(rows.getMetaData().getColumnType(i + 1));
      result.label(i, rows.getMetaData().getColumnLabel(i + 1));
    }
    TextRow row = new TextRow(rows, binary);
    long count = 0;
    while (rows.next()) {
      result.row(row);
      count++;
    }
    return count;
  }

  @Override
  public void close() {
    try {
      statement.close();
    } catch (SQLException e) {
      // The connection is lost, and the statement with it.
    }
  }

  /** The current row, whose columns are read as texts. */
  private final class TextRow implements Row {

    private final ResultSet rows;
    private final boolean[] binary;

    TextRow(ResultSet rows, boolean[] binary) {
      this.rows = rows;
      this.binary = binary;
    }

    @Override
    public boolean isNull(int column) throws DbException {
      try {
        return rows.getObject(column + 1) == null;
      } catch (SQLException e) {
        throw line.error(e);
      }
    }

    @Override
    public long getLong(int column) throws DbException {
      try {
        return rows.getLong(column + 1);
      } catch (SQLException e) {
        throw line.error(e);
      }
    }

    @Override
    public double getDouble(int column) throws DbException {
      try {
        return rows.getDouble(column + 1);
      } catch (SQLException e) {
        throw line.error(e);
      }
    }

    @Override
    public int getText(int column, byte[] into) throws DbException {
      try {
        byte[] bytes =
            binary[column]
                ? rows.getBytes(column + 1)
                : rows.getString(column + 1).getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, into, 0, Math.min(bytes.length, into.length));
        return bytes.length;
      } catch (SQLException e) {
        throw line.error(e);
      }
    }
  }
}

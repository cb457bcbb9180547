package io.stallmark.jdbc;

import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Statement;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A JDBC batch insert: the server executes the text of one row with the values of all rows. */
final class BulkStatement implements Statement {

  private final PreparedConnection line;
  private final PreparedStatement statement;
  private final ArgumentBinder binder;

  BulkStatement(PreparedConnection line, PreparedStatement statement, ArgumentBinder binder) {
    this.line = line;
    this.statement = statement;
    this.binder = binder;
  }

  @Override
  public long execute(Args args, @Nullable RowSink sink) throws DbException {
    try {
      for (int row = 0; row < args.rows(); row++) {
        binder.bindRow(statement, args, row);
        statement.addBatch();
      }
      statement.executeBatch(); // Update counts are not used: they may be SUCCESS_NO_INFO.
      return args.rows();
    } catch (SQLException e) {
      throw line.error(e);
    }
  }
}

package io.stallmark.jdbc;

import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Statement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** An insert whose rows travel as a stream of text behind the statement. */
final class StreamStatement implements Statement {

  private final JdbcSession session;
  private final java.sql.Statement statement;
  private final String text;
  private final TextRows rows;

  StreamStatement(JdbcSession session, java.sql.Statement statement, String text, TextRows rows) {
    this.session = session;
    this.statement = statement;
    this.text = text;
    this.rows = rows;
  }

  @Override
  public long execute(Args args, @Nullable RowSink sink) throws DbException {
    try {
      rows.begin(args);
      return session.dialect().insertText(statement, text, rows);
    } catch (SQLException e) {
      throw session.error(e);
    }
  }
}

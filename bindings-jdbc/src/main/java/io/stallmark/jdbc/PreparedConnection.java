package io.stallmark.jdbc;

import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Statement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A connection of a session with its prepared statements. Used by one thread at a time. */
final class PreparedConnection {

  static final String COMMIT = "COMMIT";
  static final String ROLLBACK = "ROLLBACK";

  private final SqlDialect dialect;
  private final ConnectionSource connector;
  private final Connection connection;
  private final SqlRenderer renderer;
  private final java.sql.Statement control;

  PreparedConnection(SqlDialect dialect, ConnectionSource connector, Connection connection)
      throws SQLException {
    this.dialect = dialect;
    this.connector = connector;
    this.connection = connection;
    renderer = new SqlRenderer(dialect);
    control = connection.createStatement();
  }

  Statement prepare(Op op) throws DbException {
    try {
      if (op instanceof Op.Insert insert && insert.form() == Op.Insert.Form.STREAM) {
        return stream(insert);
      }
      if (op instanceof Op.Insert insert && insert.form() == Op.Insert.Form.BULK) {
        return bulk(insert);
      }
      return ListStatement.slot(op) < 0
          ? prepare(op, op instanceof Op.Insert insert ? insert.rows() : 1)
          : ListStatement.prepare(op, values -> prepare(op, values));
    } catch (IllegalArgumentException e) {
      throw new DbException(Kind.FATAL, "unsupported", String.valueOf(e.getMessage()), e);
    } catch (SQLException e) {
      throw error(e);
    }
  }

  private Statement stream(Op.Insert insert) throws SQLException, DbException {
    SqlText sql = renderer.render(insert, 1);
    dialect.checkText(connection);
    StreamStatement.TextRows text = new StreamStatement.TextRows(insert, sql.slots());
    return new StreamStatement(this, connection.createStatement(), sql.text(), text);
  }

  private Statement bulk(Op.Insert insert) throws SQLException {
    SqlText sql = renderer.render(insert, 1);
    dialect.checkBulk(connection);
    return new BulkStatement(
        this, compile(insert, 1, sql), new ArgumentBinder(dialect, insert, sql.slots(), 1));
  }

  /**
   * @param count number of rows of an insert, or of values of a list
   */
  private Statement prepare(Op op, int count) throws DbException {
    try {
      SqlText sql = renderer.render(op, count);
      ArgumentBinder binder = new ArgumentBinder(dialect, op, sql.slots(), count);
      if (op instanceof Op.Insert insert && insert.rows() > 1) {
        return new BatchStatement(this, insert, compile(op, count, sql), binder);
      }
      return new JdbcStatement(this, op, compile(op, 1, sql), binder);
    } catch (SQLException e) {
      throw error(e);
    }
  }

  /** Prepares an insert for a number of rows other than the declared one. */
  PreparedStatement compile(Op.Insert insert, int rows) throws SQLException {
    return compile(insert, rows, renderer.render(insert, rows));
  }

  private PreparedStatement compile(Op op, int rows, SqlText sql) throws SQLException {
    long parameters = (long) rows * sql.slots().size();
    if (parameters > dialect.maxParameters()) {
      throw new IllegalArgumentException(
          "%s of %d rows needs %d parameters and a statement can have %d; take smaller batches"
              .formatted(op.name(), rows, parameters, dialect.maxParameters()));
    }
    PreparedStatement statement =
        JdbcStatement.isNumbered(op)
            ? connection.prepareStatement(sql.text(), java.sql.Statement.RETURN_GENERATED_KEYS)
            : connection.prepareStatement(sql.text());
    statement
        .getMetaData(); // Otherwise some drivers prepare at the first execution, during the run.
    return statement;
  }

  /**
   * Prepares an operation followed by COMMIT in one text. Servers do not prepare such texts, so the
   * driver inserts the values into the text.
   */
  Statement prepareToCommit(Op op) throws DbException {
    try {
      SqlText sql = renderer.render(op, 1);
      compile(op, 1, sql).close(); // the server reports errors now, not during the run
      PreparedStatement texts =
          dialect.prepareTexts(
              connection, sql.text() + "; " + COMMIT, JdbcStatement.isNumbered(op));
      return new JdbcStatement(this, op, texts, new ArgumentBinder(dialect, op, sql.slots(), 1));
    } catch (SQLException e) {
      throw error(e);
    }
  }

  void control(String text) throws DbException {
    try {
      control.executeUpdate(text);
    } catch (SQLException e) {
      throw error(e);
    }
  }

  /** Closes the connection. Never throws. */
  void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // The connection is already lost, and the server has released its resources.
    }
  }

  DbException error(SQLException error) {
    return dialect.error(error, connector);
  }

  SqlDialect dialect() {
    return dialect;
  }
}

package io.stallmark.jdbc;

import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * One client's connection. Transactions are begun and ended by text, as sysbench does: JDBC's own
 * way, {@code setAutoCommit}, costs a round trip more each time it is switched.
 */
final class JdbcSession implements Session {

  private final Dialect dialect;
  private final Connector connector;
  private final Connection connection;
  private final Renderer renderer;
  private final java.sql.Statement control;
  private final String begin;
  private boolean open;

  JdbcSession(Dialect dialect, Connector connector, Connection connection) throws SQLException {
    this.dialect = dialect;
    this.connector = connector;
    this.connection = connection;
    renderer = new Renderer(dialect);
    control = connection.createStatement();
    begin = dialect.begin();
  }

  @Override
  public io.stallmark.spi.Statement prepare(Op op) throws DbException {
    try {
      if (op instanceof Op.Insert insert && insert.form() == Op.Insert.Form.STREAM) {
        return stream(insert);
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

  private io.stallmark.spi.Statement stream(Op.Insert insert) throws SQLException, DbException {
    Sql sql = renderer.render(insert, 1);
    dialect.checkText(connection);
    StreamStatement.TextRows text = new StreamStatement.TextRows(insert, sql.slots());
    return new StreamStatement(this, connection.createStatement(), sql.text(), text);
  }

  /**
   * @param count how many rows an insert has, or how many values a list
   */
  private io.stallmark.spi.Statement prepare(Op op, int count) throws DbException {
    try {
      Sql sql = renderer.render(op, count);
      Binder binder = new Binder(dialect, op, sql.slots(), count);
      if (op instanceof Op.Insert insert && insert.rows() > 1) {
        return new BatchStatement(this, insert, compile(op, count, sql), binder);
      }
      return new JdbcStatement(this, op, compile(op, 1, sql), binder);
    } catch (SQLException e) {
      throw error(e);
    }
  }

  /** The insert for another number of rows than declared. */
  PreparedStatement compile(Op.Insert insert, int rows) throws SQLException {
    return compile(insert, rows, renderer.render(insert, rows));
  }

  private PreparedStatement compile(Op op, int rows, Sql sql) throws SQLException {
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
        .getMetaData(); // some drivers prepare at the first execution, in the run, unless asked
    return statement;
  }

  @Override
  public void begin() throws DbException {
    open = true;
    control(begin);
  }

  @Override
  public void commit() throws DbException {
    control("COMMIT");
    open = false;
  }

  @Override
  public void rollback() throws DbException {
    if (open) {
      open = false;
      control("ROLLBACK");
    }
  }

  private void control(String text) throws DbException {
    try {
      control.executeUpdate(text);
    } catch (SQLException e) {
      throw error(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // The connection is gone already, and with it everything that closing would free.
    }
  }

  DbException error(SQLException error) {
    return dialect.error(error, connector);
  }

  Dialect dialect() {
    return dialect;
  }
}

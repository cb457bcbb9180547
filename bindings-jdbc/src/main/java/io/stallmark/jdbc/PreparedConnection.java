package io.stallmark.jdbc;

import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session.TextStatement;
import io.stallmark.spi.Statement;
import io.stallmark.text.RefusedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A connection of a session with its prepared statements. Used by one thread at a time. */
final class PreparedConnection {

  private static final String COMMIT = "COMMIT";

  /** Maximum number of parameters in a statement. Most protocols have a 16-bit length field. */
  private static final int MOST_PARAMETERS = 65_535;

  private final SqlDialect dialect;
  private final ConnectionSource connector;
  private final Connection connection;
  private final Control commit;
  private boolean forExisting; // whether the session is set up for tables of the user's

  PreparedConnection(SqlDialect dialect, ConnectionSource connector, Connection connection)
      throws SQLException {
    this.dialect = dialect;
    this.connector = connector;
    this.connection = connection;
    commit = control(COMMIT);
  }

  Statement prepare(Op op) throws DbException {
    try {
      if (!forExisting && SqlRenderer.isOfExistingTable(op)) {
        control(dialect.existingTableSession()).execute();
        forExisting = true;
      }
      if (op instanceof Op.Insert insert && insert.form() == Op.Insert.Form.STREAM) {
        return stream(insert);
      } else if (op instanceof Op.Insert insert && insert.form() == Op.Insert.Form.BULK) {
        return bulk(insert);
      }
      return SizedStatement.prepare(op, size -> translated(() -> prepare(op, size)));
    } catch (RefusedException e) {
      throw new DbException(Kind.FATAL, "unsupported", String.valueOf(e.getMessage()), e);
    } catch (SQLException e) {
      throw error(e);
    }
  }

  /** Prepares an insert whose rows are sent as a text stream after the statement. */
  private Statement stream(Op.Insert insert) throws SQLException, DbException {
    String text = SqlRenderer.render(dialect, insert, 1).text();
    dialect.checkText(connection);
    TextRows rows = new TextRows(insert, dialect.streamFormat());
    java.sql.Statement statement = connection.createStatement();
    return (args, sink) -> {
      try {
        rows.begin(args);
        return dialect.sendText(statement, text, rows);
      } catch (SQLException e) {
        throw error(e);
      }
    };
  }

  /** Prepares a JDBC batch: the server executes the text of one row with the values of all rows. */
  private Statement bulk(Op.Insert insert) throws SQLException {
    SqlRenderer sql = SqlRenderer.render(dialect, insert, 1);
    dialect.checkBulk(connection);
    PreparedStatement statement = compile(insert, 1, sql);
    ArgumentBinder binder = new ArgumentBinder(dialect, insert, sql.slots(), 1);
    return (args, sink) -> {
      try {
        for (int row = 0; row < args.rows(); row++) {
          binder.bindRow(statement, args, row);
          statement.addBatch();
        }
        statement.executeBatch(); // Update counts are not used: they may be SUCCESS_NO_INFO.
        return args.rows();
      } catch (SQLException e) {
        throw error(e);
      }
    };
  }

  /**
   * @param size number of rows of an insert, or of values of a list
   */
  private Statement prepare(Op op, int size) throws SQLException {
    SqlRenderer sql = SqlRenderer.render(dialect, op, size);
    int rows = op instanceof Op.Insert ? size : 1;
    ArgumentBinder binder = new ArgumentBinder(dialect, op, sql.slots(), size);
    return new JdbcStatement(this, op, () -> compile(op, rows, sql), binder);
  }

  private PreparedStatement compile(Op op, int rows, SqlRenderer sql) throws SQLException {
    long parameters = (long) rows * sql.slots().size();
    if (parameters > MOST_PARAMETERS) {
      throw new RefusedException(
          "%s of %d rows needs %d parameters and a statement can have %d; use smaller batches",
          op.name(), rows, parameters, MOST_PARAMETERS);
    }
    String[] keys = JdbcStatement.numbered(op);
    PreparedStatement statement =
        keys.length > 0
            ? connection.prepareStatement(sql.text(), keys)
            : connection.prepareStatement(sql.text());
    dialect.checkPrepared(statement, sql.text());
    if (op instanceof Op.Read read && read.streamed()) {
      dialect.stream(statement);
    }
    return prepared(statement);
  }

  /** Prepares now. Otherwise some drivers prepare at the first execution, during the run. */
  private PreparedStatement prepared(PreparedStatement statement) throws SQLException {
    if (dialect.prepares(connection)) {
      statement.getMetaData();
    }
    return statement;
  }

  /**
   * Prepares an operation followed by COMMIT in one text. Servers do not prepare such texts, so the
   * driver inserts the values into the text.
   */
  Statement prepareToCommit(Op op) throws DbException {
    try {
      SqlRenderer sql = SqlRenderer.render(dialect, op, 1);
      compile(op, 1, sql).close(); // the server reports errors now, not during the run
      String texts = sql.text() + "; " + COMMIT;
      boolean numbered = JdbcStatement.numbered(op).length > 0;
      return new JdbcStatement(
          this,
          op,
          () -> dialect.prepareTexts(connection, texts, numbered),
          new ArgumentBinder(dialect, op, sql.slots(), 1));
    } catch (SQLException e) {
      throw error(e);
    }
  }

  /** Returns a statement for any text. */
  TextStatement text(Consumer<String> before) throws DbException {
    return translated(
        () -> new JdbcSession.JdbcText(this, connection.createStatement(), null, before));
  }

  /** Prepares a text, on the server where it can. */
  TextStatement text(String text, Op.Native as, Consumer<String> before) throws DbException {
    try {
      List<Integer> slots = IntStream.range(0, as.params().size()).boxed().toList();
      PreparedStatement statement = prepared(connection.prepareStatement(text));
      ArgumentBinder binder = new ArgumentBinder(dialect, as, slots, 1).expecting(statement);
      return new JdbcSession.JdbcText(this, statement, binder, before);
    } catch (SQLException e) {
      throw error(e);
    }
  }

  /** A statement that begins or ends a transaction. */
  interface Control {
    void execute() throws SQLException;
  }

  /** Prepares a statement without parameters, or uses text where the server does not prepare it. */
  Control control(String text) throws SQLException {
    try {
      PreparedStatement statement = prepared(connection.prepareStatement(text));
      return statement::executeUpdate;
    } catch (SQLException e) {
      java.sql.Statement statement = connection.createStatement();
      return () -> statement.executeUpdate(text);
    }
  }

  void commit() throws DbException {
    execute(commit);
  }

  void execute(Control control) throws DbException {
    try {
      control.execute();
    } catch (SQLException e) {
      throw error(e);
    }
  }

  /** Executes texts, one after the other. */
  void run(List<String> texts) throws DbException {
    try (java.sql.Statement statement = connection.createStatement()) {
      for (String text : texts) {
        statement.execute(text);
      }
    } catch (SQLException e) {
      throw error(e);
    }
  }

  /** Settles a table, see {@link io.stallmark.spi.Session#settle}. */
  List<String> settle(Table table, BooleanSupplier ended) throws DbException {
    return translated(() -> dialect.settle(connection, table, ended));
  }

  void rollback() throws DbException {
    run(List.of("ROLLBACK"));
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

  private <T> T translated(SqlDialect.Call<T> call) throws DbException {
    return dialect.translated(connector, call);
  }

  SqlDialect dialect() {
    return dialect;
  }
}

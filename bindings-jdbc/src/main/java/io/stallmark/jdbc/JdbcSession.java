package io.stallmark.jdbc;

import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Session.TextStatement;
import io.stallmark.spi.Statement;
import io.stallmark.spi.TransactionBoundary;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Session of one client. Transactions begin and commit by prepared statements, as in sysbench:
 * JDBC's {@code setAutoCommit} needs one more round trip for each change. Statements with a
 * transaction boundary use a second connection. Its autocommit is always off, so that it needs no
 * BEGIN.
 */
final class JdbcSession implements Session {

  private static final String BLANKS = "(?:\\s++|/\\*.*?\\*/|(?:--|#)[^\\n]*+\\n)*+";

  /**
   * First words of texts after which a transaction may be open, in group 1, and of those that end
   * one, after comments.
   */
  private static final Pattern FIRST_WORDS =
      Pattern.compile(
          ("(?is)" + BLANKS + "(?:(begin|start|set|call")
              + ("|(?:commit|rollback|end)\\b" + BLANKS + "(?:work|transaction)?+" + BLANKS)
              + ("(?:to|and" + BLANKS + "chain))|commit|rollback|end)\\b"));

  private final SqlDialect dialect;
  private final ConnectionSource connector;
  private final PreparedConnection line;
  private final PreparedConnection.Control begin;
  private @Nullable PreparedConnection transactions;

  /** Connection with an open transaction; null if there is none. */
  private @Nullable PreparedConnection open;

  JdbcSession(SqlDialect dialect, ConnectionSource connector) throws SQLException {
    this.dialect = dialect;
    this.connector = connector;
    line = new PreparedConnection(dialect, connector, connector.connect());
    begin = line.control(dialect.begin());
  }

  @Override
  public Statement prepare(Op op) throws DbException {
    return line.prepare(op);
  }

  @Override
  public Statement prepare(Op op, TransactionBoundary boundary) throws DbException {
    if (!carries(op, boundary)) {
      return Session.super.prepare(op, boundary);
    }
    PreparedConnection on = transactions();
    return new AtBoundary(
        on,
        boundary == TransactionBoundary.LAST ? on.prepareToCommit(op) : on.prepare(op),
        boundary);
  }

  @Override
  public boolean carries(Op op, TransactionBoundary boundary) {
    if (boundary == TransactionBoundary.LAST) {
      return dialect.beginsByItself()
          && dialect.joinsTexts(JdbcStatement.numbered(op).length > 0)
          && isOneWrite(op);
    }
    return dialect.beginsByItself();
  }

  private static boolean isOneWrite(Op op) {
    return op instanceof Op.Update
        || op instanceof Op.Delete
        || (op instanceof Op.Insert insert && insert.rows() == 1);
  }

  private PreparedConnection transactions() throws DbException {
    PreparedConnection existing = transactions;
    if (existing != null) {
      return existing;
    }
    PreparedConnection made =
        dialect.translated(
            connector,
            () -> new PreparedConnection(dialect, connector, connector.connectForTransactions()));
    transactions = made;
    return made;
  }

  @Override
  public TextStatement text() throws DbException {
    return line.text(text -> noting(text).run());
  }

  @Override
  public TextStatement prepare(String text, Op.Native as) throws DbException {
    Runnable noting = noting(text); // once, because each execution has the same text
    return line.text(text, as, executed -> noting.run());
  }

  /**
   * Returns an action for each execution of a text. It notes whether the text begins or ends a
   * transaction, so that one that fails is rolled back.
   */
  private Runnable noting(String text) {
    Matcher words = FIRST_WORDS.matcher(text);
    if (!words.lookingAt()) {
      return () -> {};
    }
    @Nullable PreparedConnection left = words.group(1) == null ? null : line;
    return () -> open = left;
  }

  @Override
  public Session another() throws DbException {
    return dialect.translated(connector, () -> new JdbcSession(dialect, connector));
  }

  @Override
  public String binding() {
    return dialect.name();
  }

  @Override
  public void createIndexes(Table table) throws DbException {
    line.run(new TableDefinition(dialect).createAllIndexes(table));
  }

  @Override
  public List<String> settle(Table table, BooleanSupplier ended) throws DbException {
    return line.settle(table, ended);
  }

  @Override
  public void begin() throws DbException {
    line.execute(begin);
    open = line; // one that has not begun is not rolled back
  }

  @Override
  public void beginSnapshot() throws DbException {
    open = line;
    line.run(line.dialect().beginSnapshot());
  }

  @Override
  public void commit() throws DbException {
    (open == null ? line : open).commit();
    open = null;
  }

  @Override
  public void rollback() throws DbException {
    PreparedConnection ended = open;
    if (ended != null) {
      open = null;
      ended.rollback();
    }
  }

  @Override
  public void close() {
    line.close();
    if (transactions != null) {
      transactions.close();
    }
  }

  /** A statement with a transaction boundary, on the second connection. */
  private final class AtBoundary implements Statement {

    private final PreparedConnection on;
    private final Statement statement;
    private final TransactionBoundary boundary;

    AtBoundary(PreparedConnection on, Statement statement, TransactionBoundary boundary) {
      this.on = on;
      this.statement = statement;
      this.boundary = boundary;
    }

    @Override
    public long execute(Args args, @Nullable RowSink sink) throws DbException {
      if ((open == on) == (boundary == TransactionBoundary.FIRST)) {
        throw new IllegalStateException(
            boundary + " in a transaction: " + (open == on ? "one is open" : "none is open"));
      }
      open = on;
      long rows = statement.execute(args, sink);
      if (boundary == TransactionBoundary.LAST) {
        open = null;
      }
      return rows;
    }

    @Override
    public Outcome outcome() {
      return statement.outcome();
    }

    @Override
    public long generatedKey() throws DbException {
      return statement.generatedKey();
    }
  }

  /** A statement of a script. Of several results, it passes on the first. */
  static final class JdbcText implements TextStatement {

    private static final Set<Integer> BINARY =
        Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB);

    private final PreparedConnection line;
    private final java.sql.Statement statement;
    private final @Nullable ArgumentBinder binder; // null: not prepared
    private final Consumer<String> before;

    /**
     * @param before receives the text before each execution
     */
    JdbcText(
        PreparedConnection line,
        java.sql.Statement statement,
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
      int[] types = new int[columns];
      for (int i = 0; i < columns; i++) {
        types[i] = rows.getMetaData().getColumnType(i + 1);
        result.label(i, rows.getMetaData().getColumnLabel(i + 1));
      }
      TextRow row = new TextRow(rows, types);
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
      private final int[] types; // of Types

      TextRow(ResultSet rows, int[] types) {
        this.rows = rows;
        this.types = types;
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
              BINARY.contains(types[column])
                  ? rows.getBytes(column + 1)
                  : JdbcStatement.text(rows, column + 1, types[column]);
          System.arraycopy(bytes, 0, into, 0, Math.min(bytes.length, into.length));
          return bytes.length;
        } catch (SQLException e) {
          throw line.error(e);
        }
      }
    }
  }
}

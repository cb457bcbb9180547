package io.stallmark.jdbc;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Place;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection. Transactions are begun and ended by text, as sysbench does: JDBC's own
 * way, {@code setAutoCommit}, costs a round trip more each time it is switched. Statements with a
 * place run on a second connection, which is never in autocommit and so needs no BEGIN.
 */
final class JdbcSession implements Session {

  private final Dialect dialect;
  private final Connector connector;
  private final Line line;
  private final String begin;
  private @Nullable Line transactions;

  /** Where a transaction is open. */
  private @Nullable Line open;

  JdbcSession(Dialect dialect, Connector connector) throws SQLException {
    this.dialect = dialect;
    this.connector = connector;
    line = new Line(dialect, connector, connector.connect());
    begin = dialect.begin();
  }

  @Override
  public Statement prepare(Op op) throws DbException {
    return line.prepare(op);
  }

  @Override
  public Statement prepare(Op op, Place place) throws DbException {
    if (!carries(op, place)) {
      return Session.super.prepare(op, place);
    }
    Line on = transactions();
    return new Placed(on, place == Place.LAST ? on.prepareToCommit(op) : on.prepare(op), place);
  }

  @Override
  public boolean carries(Op op, Place place) {
    return place != Place.LAST || (dialect.joinsTexts() && isOneWrite(op));
  }

  private static boolean isOneWrite(Op op) {
    return op instanceof Op.Update
        || op instanceof Op.Delete
        || (op instanceof Op.Insert insert && insert.rows() == 1);
  }

  private Line transactions() throws DbException {
    Line existing = transactions;
    if (existing != null) {
      return existing;
    }
    try {
      Line made = new Line(dialect, connector, connector.connectForTransactions());
      transactions = made;
      return made;
    } catch (SQLException e) {
      throw dialect.error(e, connector);
    }
  }

  @Override
  public void begin() throws DbException {
    open = line;
    line.control(begin);
  }

  @Override
  public void commit() throws DbException {
    (open == null ? line : open).control(Line.COMMIT);
    open = null;
  }

  @Override
  public void rollback() throws DbException {
    Line ended = open;
    if (ended != null) {
      open = null;
      ended.control(Line.ROLLBACK);
    }
  }

  @Override
  public void close() {
    line.close();
    if (transactions != null) {
      transactions.close();
    }
  }

  /** A statement on the second connection. */
  private final class Placed implements Statement {

    private final Line on;
    private final Statement statement;
    private final Place place;

    Placed(Line on, Statement statement, Place place) {
      this.on = on;
      this.statement = statement;
      this.place = place;
    }

    @Override
    public long execute(Args args, @Nullable RowSink sink) throws DbException {
      if ((open == on) == (place == Place.FIRST)) {
        throw new IllegalStateException(
            place + " in a transaction: " + (open == on ? "one is open" : "none is open"));
      }
      open = on;
      long rows = statement.execute(args, sink);
      if (place == Place.LAST) {
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
}

package io.stallmark.engine;

import io.stallmark.engine.arrival.Clock;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Ending;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Session.TextStatement;
import io.stallmark.spi.Statement;
import io.stallmark.spi.TransactionBoundary;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Session that times every round trip and records it under its kind. Begin and commit are recorded
 * when they are round trips. When a statement carries them, they are part of that statement's time.
 */
final class TimedSession implements Session {

  private final Session session;
  private final OperationKinds kinds;
  private final ClientRecorder recorder;
  private final Clock clock;
  private final List<Table> tables;
  private final int begin;
  private final int commit;

  TimedSession(Session session, OperationKinds kinds, ClientRecorder recorder, Clock clock) {
    this(session, kinds, recorder, clock, List.of());
  }

  /**
   * @param tables tables with their storage options, which those of a workload do not have
   */
  TimedSession(
      Session session,
      OperationKinds kinds,
      ClientRecorder recorder,
      Clock clock,
      List<Table> tables) {
    this.session = session;
    this.kinds = kinds;
    this.recorder = recorder;
    this.clock = clock;
    this.tables = tables;
    begin = kinds.envelope(OperationKinds.BEGIN);
    commit = kinds.envelope(OperationKinds.COMMIT);
  }

  @Override
  public Statement prepare(Op op) throws DbException {
    return new TimedStatement(session.prepare(op), op);
  }

  @Override
  public Statement prepare(Op op, TransactionBoundary place) throws DbException {
    return session.carries(op, place)
        ? new TimedStatement(session.prepare(op, place), op)
        : Session.super.prepare(op, place);
  }

  @Override
  public boolean carries(Op op, TransactionBoundary place) {
    return session.carries(op, place);
  }

  @Override
  public TextStatement text() throws DbException {
    return new TimedText(session.text());
  }

  @Override
  public TextStatement prepare(String text, Op.Native as) throws DbException {
    return new TimedText(session.prepare(text, as));
  }

  @Override
  public Session another() throws DbException {
    return new TimedSession(session.another(), kinds, recorder, clock, tables);
  }

  @Override
  public String binding() {
    return session.binding();
  }

  @Override
  public void createIndexes(Table table) throws DbException {
    Table stored =
        tables.stream()
            .filter(each -> each.name().equals(table.name()))
            .findFirst()
            .map(each -> each.withIndexes(table.indexes()))
            .orElse(table);
    session.createIndexes(stored);
  }

  @Override
  public List<String> settle(Table table, BooleanSupplier stopped) throws DbException {
    return session.settle(table, stopped);
  }

  @Override
  public void begin() throws DbException {
    begin(session::begin);
  }

  @Override
  public void beginSnapshot() throws DbException {
    begin(session::beginSnapshot);
  }

  /** A call of the session that begins a transaction. */
  private interface Beginning {
    void run() throws DbException;
  }

  private void begin(Beginning beginning) throws DbException {
    if (begin == OperationKinds.NONE) {
      beginning.run();
      return;
    }
    long start = clock.now();
    try {
      beginning.run();
      recorder.statement(begin, Ending.SUCCESS, start, clock.now(), 0);
    } catch (DbException e) {
      throw failed(begin, start, e);
    }
  }

  @Override
  public void commit() throws DbException {
    long start = clock.now();
    try {
      session.commit();
      recorder.statement(commit, Ending.SUCCESS, start, clock.now(), 0);
    } catch (DbException e) {
      throw failed(commit, start, e);
    }
  }

  @Override
  public void rollback() throws DbException {
    session.rollback();
  }

  @Override
  public void close() {
    session.close();
  }

  private DbException failed(int kind, long start, DbException e) {
    Ending ending = e.kind() == DbException.Kind.RETRY ? Ending.RETRY : Ending.FAILURE;
    recorder.statement(kind, ending, start, clock.now(), 0);
    return e;
  }

  private final class TimedStatement implements Statement {

    private final Statement statement;
    private final int kind;
    private final @Nullable RowCounter counter;

    TimedStatement(Statement statement, Op op) {
      this.statement = statement;
      this.kind = kinds.number(op.name());
      counter = op instanceof Op.Read && recorder.countsRows() ? new RowCounter(recorder) : null;
    }

    @Override
    public long execute(Args args, @Nullable RowSink sink) throws DbException {
      long start = clock.now();
      try {
        long rows = statement.execute(args, counter == null ? sink : counter.before(sink));
        Ending ending = rows < args.expected() ? Ending.UNEXPECTED : Ending.SUCCESS;
        recorder.statement(kind, ending, start, clock.now(), rows);
        return rows;
      } catch (DbException e) {
        throw failed(kind, start, e);
      }
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

  private final class TimedText implements TextStatement {

    private final TextStatement statement;

    TimedText(TextStatement statement) {
      this.statement = statement;
    }

    @Override
    public long execute(Op.Native as, String text, Args args, @Nullable Result result)
        throws DbException {
      int kind = kinds.number(as.name());
      long start = clock.now();
      try {
        long rows = statement.execute(as, text, args, result);
        recorder.statement(kind, Ending.SUCCESS, start, clock.now(), rows);
        return rows;
      } catch (DbException e) {
        throw failed(kind, start, e);
      }
    }

    @Override
    public void close() {
      statement.close();
    }
  }

  /** Counts every row of a read as progress, then passes the row to the next sink. */
  private static final class RowCounter implements RowSink {

    private final ClientRecorder recorder;
    private @Nullable RowSink sink;

    RowCounter(ClientRecorder recorder) {
      this.recorder = recorder;
    }

    RowSink before(@Nullable RowSink next) {
      sink = next;
      return this;
    }

    @Override
    public void row(Row row) throws DbException {
      recorder.rowSeen();
      if (sink != null) {
        sink.row(row);
      }
    }
  }
}

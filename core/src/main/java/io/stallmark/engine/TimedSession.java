package io.stallmark.engine;

import io.stallmark.model.Op;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Ending;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Place;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A session whose every round trip is timed and recorded under its kind: begin and commit where
 * they are one, and where a statement carries them, under that statement's.
 */
final class TimedSession implements Session {

  private final Session session;
  private final Kinds kinds;
  private final ClientRecorder recorder;
  private final Clock clock;
  private final int begin;
  private final int commit;

  TimedSession(Session session, Kinds kinds, ClientRecorder recorder, Clock clock) {
    this.session = session;
    this.kinds = kinds;
    this.recorder = recorder;
    this.clock = clock;
    begin = kinds.envelope(Kinds.BEGIN);
    commit = kinds.envelope(Kinds.COMMIT);
  }

  @Override
  public Statement prepare(Op op) throws DbException {
    return new TimedStatement(session.prepare(op), kinds.number(op.name()));
  }

  @Override
  public Statement prepare(Op op, Place place) throws DbException {
    return session.carries(op, place)
        ? new TimedStatement(session.prepare(op, place), kinds.number(op.name()))
        : Session.super.prepare(op, place);
  }

  @Override
  public boolean carries(Op op, Place place) {
    return session.carries(op, place);
  }

  @Override
  public void begin() throws DbException {
    if (begin == Kinds.NONE) {
      session.begin();
      return;
    }
    long start = clock.now();
    try {
      session.begin();
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

    TimedStatement(Statement statement, int kind) {
      this.statement = statement;
      this.kind = kind;
    }

    @Override
    public long execute(Args args, @Nullable RowSink sink) throws DbException {
      long start = clock.now();
      try {
        long rows = statement.execute(args, sink);
        recorder.statement(kind, Ending.SUCCESS, start, clock.now(), rows);
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
}

package io.stallmark.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.engine.arrival.SetClock;
import io.stallmark.model.Op;
import io.stallmark.record.RunRecorder;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.TransactionBoundary;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Under which kind begin and commit are recorded, on a clock that moves with every round trip. */
final class TimedSessionTest {

  private static final long MS = 1_000_000L;

  private final SetClock clock = new SetClock();
  private final List<String> sent = new ArrayList<>();

  /** Notes what it would send; every round trip takes a millisecond. */
  private final class Notes implements Session {

    private final boolean carries;

    Notes(boolean carries) {
      this.carries = carries;
    }

    private void send(String text) {
      clock.now += MS;
      sent.add(text);
    }

    @Override
    public Statement prepare(Op op) {
      return (args, sink) -> {
        send(op.name());
        if (args.getLong(0, 0) < 0) {
          throw new DbException(Kind.RETRY, "4711", "as the test says", null);
        }
        return 1;
      };
    }

    @Override
    public Statement prepare(Op op, TransactionBoundary place) throws DbException {
      return carries(op, place) && place != TransactionBoundary.WITHIN
          ? (args, sink) -> {
            send(op.name() + " " + place);
            return 1;
          }
          : Session.super.prepare(op, place);
    }

    @Override
    public boolean carries(Op op, TransactionBoundary place) {
      return carries || place == TransactionBoundary.WITHIN;
    }

    @Override
    public void begin() {
      send("begin");
    }

    @Override
    public void commit() {
      send("commit");
    }

    @Override
    public void rollback() {}

    @Override
    public void close() {}
  }

  /** Executes a first statement and a last one. Returns the recorder, with its kinds in order. */
  private RunRecorder transaction(boolean carries, long first, long last) throws Exception {
    ScriptedDatabase scenario = new ScriptedDatabase(drawn -> {});
    scenario.transactional = true;
    OperationKinds kinds = new OperationKinds(scenario.roles(), true);
    assertThat(kinds.list())
        .extracting(io.stallmark.record.Kind::name)
        .containsExactly("transaction", "begin", "read", "commit");
    RunRecorder recorder = new RunRecorder(kinds.list(), 1, 1000 * MS, interval -> {});
    recorder.begin(0);
    recorder.client(0).start(0, 0);
    TimedSession session = new TimedSession(new Notes(carries), kinds, recorder.client(0), clock);
    Op op = ScriptedDatabase.DRAW;
    try {
      session.prepare(op, TransactionBoundary.FIRST).execute(Args.of(op).set(0, first), null);
      session.prepare(op, TransactionBoundary.LAST).execute(Args.of(op).set(0, last), null);
    } finally {
      recorder.client(0).success(0, 0, clock.now());
      recorder.finish(clock.now());
    }
    return recorder;
  }

  private static List<Long> successes(RunRecorder recorder) {
    return recorder.totals().stream().skip(1).map(series -> series.successes()).toList();
  }

  @Test
  void roundTripsOfTheirOwn_areKindsOfTheirOwn() throws Exception {
    RunRecorder recorder = transaction(false, 1, 1);
    assertThat(sent).containsExactly("begin", "read", "read", "commit");
    assertThat(successes(recorder)).containsExactly(1L, 2L, 1L);
  }

  @Test
  void whatAStatementCarries_isRecordedWithIt() throws Exception {
    RunRecorder recorder = transaction(true, 1, 1);
    assertThat(sent).containsExactly("read FIRST", "read LAST");
    assertThat(successes(recorder)).containsExactly(0L, 2L, 0L);
  }

  @Test
  void lastStatementThatFails_isNotCommitted() {
    assertThatThrownBy(() -> transaction(false, 1, -1)).isInstanceOf(DbException.class);
    assertThat(sent).containsExactly("begin", "read", "read");
  }
}

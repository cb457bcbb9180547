package io.stallmark.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.engine.arrival.Clock;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Plans;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.Share;
import io.stallmark.record.Kind;
import io.stallmark.record.Kind.Category;
import io.stallmark.record.OperationSeries;
import io.stallmark.spi.DbException;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions of several kinds, from the scenario that names them to the totals. */
final class OperationKindsTest {

  private static final long MS = 1_000_000L;

  private static RunPlan plan(long events) {
    return Plans.of(2, 0, events, 0, new Pacing.ClosedLoop(), 1, 100 * MS, 1000 * MS);
  }

  private static RunResult run(long events, ScriptedDatabase database) throws Exception {
    return new Measurement(
            plan(events),
            Share.WHOLE,
            database.resolved(),
            database,
            new StopFlag(),
            Clock.SYSTEM,
            StartSignal.AT_ONCE,
            interval -> {})
        .run();
  }

  @Test
  void kindsOfTransaction_comeAfterTheTransaction_andBeforeTheStatements() {
    ScriptedDatabase database = new ScriptedDatabase(n -> {}).kinds("look", "change_2");
    assertThat(new OperationKinds(database.roles(), true).list())
        .containsExactly(
            new Kind("transaction", Category.TRANSACTION),
            new Kind("look", Category.TRANSACTION_KIND),
            new Kind("change_2", Category.TRANSACTION_KIND),
            new Kind("read", Category.READ));
    assertThat(new OperationKinds(database.roles(), true).number("read")).isEqualTo(3);
  }

  @Test
  void kindOfTransaction_isNoStatement() {
    OperationKinds kinds =
        new OperationKinds(new ScriptedDatabase(n -> {}).kinds("look").roles(), true);
    assertThatThrownBy(() -> kinds.number("look")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> kinds.number("transaction")).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"read", "transaction", "begin", "commit", "look", "Look", "a look", "", "2"})
  void kindOfTransaction_withoutANameOfItsOwn_isRefused(String name) {
    ScriptedDatabase database = new ScriptedDatabase(n -> {}).kinds("look", name);
    assertThatThrownBy(() -> new OperationKinds(database.roles(), true))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("A kind needs a unique lower_case name, not " + name);
  }

  /** What the script did by kind: successes, retries, failures. */
  private final long[][] done = new long[2][3];

  private synchronized void script(long drawn) throws DbException {
    long[] ofKind = done[(int) Math.floorMod(drawn, 2L)];
    long calls = Stream.of(done).flatMapToLong(Arrays::stream).sum() + 1;
    if (calls % 7 == 0) {
      ofKind[1]++;
      throw new DbException(DbException.Kind.RETRY, "1213", "deadlock", null);
    } else if (calls % 11 == 0) {
      ofKind[2]++;
      throw new DbException(
          calls % 33 == 0 ? DbException.Kind.CONNECTION : DbException.Kind.FATAL, "1", "x", null);
    }
    ofKind[0]++;
  }

  @Test
  void successesRetriesAndFailures_countUnderTheirKind_andSumToTheTransaction() throws Exception {
    RunResult result = run(500, new ScriptedDatabase(this::script).kinds("even", "odd"));
    List<ToLongFunction<OperationSeries>> counts =
        List.of(OperationSeries::successes, OperationSeries::retries, OperationSeries::failures);
    for (int i = 0; i < counts.size(); i++) {
      int count = i;
      assertThat(result.totals().subList(0, 3).stream().mapToLong(counts.get(i)))
          .containsExactly(done[0][i] + done[1][i], done[0][i], done[1][i])
          .allMatch(n -> n > 0, "positive, of " + count);
    }
    assertThat(result.balanced()).isTrue();
    assertThat(result.reconnects()).isPositive();
    assertThat(result.statements()).isEqualTo(result.succeeded()); // one each
  }

  @Test
  void clientOfAKindThatTheScenarioLacks_isADefectAndEndsTheRun() {
    ScriptedDatabase[] own = new ScriptedDatabase[1];
    own[0] = new ScriptedDatabase(n -> own[0].kinds("only", "another")).kinds("only");
    assertThatThrownBy(() -> run(1000, own[0])).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void kindsOfARun_areThoseOfItsResult() throws Exception {
    ScriptedDatabase database = new ScriptedDatabase(n -> {}).kinds("even", "odd");
    assertThat(run(10, database).kinds())
        .isEqualTo(Measurement.kindsOf(plan(10), database.resolved(), database));
  }
}

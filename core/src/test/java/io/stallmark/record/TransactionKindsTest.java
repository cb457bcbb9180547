package io.stallmark.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.record.Kind.Category;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Transactions of which each is of a kind. */
final class TransactionKindsTest {

  private static final long MS = 1_000_000L;
  private static final long SECOND = 1000 * MS;
  private static final List<Kind> KINDS =
      List.of(
          new Kind("transaction", Category.TRANSACTION),
          new Kind("look", Category.TRANSACTION_KIND),
          new Kind("change", Category.TRANSACTION_KIND),
          new Kind("select", Category.READ),
          new Kind("update", Category.WRITE));

  @Test
  void kindsAreNoStatements_andHaveBothClocks() throws IOException {
    List<OperationSeries> statements = new ArrayList<>();
    RunRecorder recorder =
        new RunRecorder(KINDS, 1, SECOND, interval -> statements.addAll(interval.statements()));
    recorder.begin(0);
    ClientRecorder client = recorder.client(0);
    client.start(0, 10 * MS);
    client.statement(4, Ending.SUCCESS, 10 * MS, 15 * MS, 7);
    client.success(2, 10 * MS, 15 * MS);
    recorder.finish(SECOND);
    assertThat(statements).extracting(OperationSeries::rows).containsExactly(0L, 7L);
    assertThat(recorder.totals())
        .extracting(OperationSeries::successes)
        .containsExactly(1L, 0L, 1L, 0L, 1L);
    OperationSeries change = recorder.totals().get(2);
    assertThat(change.service()).isEqualTo(recorder.totals().get(0).service());
    assertThat(change.response()).isEqualTo(recorder.totals().get(0).response());
    assertThat(change.service().getMaxValue()).isBetween(5 * MS, 6 * MS);
    assertThat(change.response().getMaxValue()).isBetween(15 * MS, 16 * MS);
  }

  @Test
  void slots_nameTheStatementThatWasHeld_notTheKindOfItsTransaction() throws IOException {
    List<ProgressSlot> grid = new ArrayList<>();
    RunRecorder recorder = new RunRecorder(KINDS, 1, SECOND, i -> grid.addAll(i.grid()));
    recorder.begin(0);
    recorder.client(0).start(0, 0);
    recorder.client(0).statement(3, Ending.SUCCESS, 0, 450 * MS, 1);
    recorder.client(0).success(1, 0, 450 * MS);
    recorder.finish(SECOND);
    assertThat(grid.get(4).completions()).isEqualTo(1);
    assertThat(grid.get(4).longest()).isEqualTo(450 * MS);
    assertThat(grid.get(4).slowest()).containsExactly(0L, 0L, 0L, 450 * MS, 0L);
  }
}

package io.stallmark.run.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.trust.SteadyState;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.SampleResult;
import io.stallmark.engine.SampleRole;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Kind;
import io.stallmark.record.RunRecorder;
import io.stallmark.result.SteadySummary;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SteadyLatenciesTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long MS = 1_000_000L;

  /** One transaction a second: of 100 ms until the steady state, then of 10 ms. */
  @ParameterizedTest
  @CsvSource({
    // seconds, steady after, then judged from: the start of a part
    "1, 0, 0",
    "100, 37, 37",
    "128, 37, 37",
    "129, 37, 38",
    "256, 100, 100",
    "1000, 101, 104",
  })
  void latencies_areThoseAfterTheFirstPartsOfTheRun(long seconds, long steadyAfter, long from)
      throws Exception {
    SteadyLatencies latencies = new SteadyLatencies(SECOND);
    List<Kind> kinds = List.of(new Kind("transaction", Kind.Category.TRANSACTION));
    RunRecorder recorder =
        new RunRecorder(
            kinds,
            1,
            SECOND,
            interval -> {
              if (!interval.isEmpty()) { // there is one at the end
                latencies.interval(interval);
              }
            });
    recorder.begin(0);
    ClientRecorder client = recorder.client(0);
    for (long second = 0; second < seconds; second++) {
      long start = second * SECOND + 500 * MS;
      client.start(start, start);
      client.success(0, start, start + (second < steadyAfter ? 100 : 10) * MS);
      recorder.tick((second + 1) * SECOND + 20 * MS);
    }
    recorder.finish(seconds * SECOND);
    SteadyState steady =
        new SteadyState(
            SteadyState.What.TRANSACTIONS_PER_SECOND,
            true,
            OptionalLong.of(steadyAfter * SECOND),
            SECOND);
    RunResult result =
        SampleResult.of(
            recorder.kinds(),
            recorder.totals(),
            SampleRole.only(1, seconds, seconds, seconds, 0, 0),
            seconds * SECOND);
    SteadySummary summary = latencies.of(steady, result);
    SteadySummary.SteadyKind transaction = summary.kinds().get("transaction");
    assertThat(summary.percentilesFromSeconds()).isEqualTo(from);
    assertThat(transaction.count()).isEqualTo(seconds - from);
    assertThat(transaction.serviceNanoseconds().max()).isBetween(10 * MS, 10 * MS + MS / 100);
    assertThat(transaction.responseNanoseconds()).isEqualTo(transaction.serviceNanoseconds());
  }
}

package io.stallmark.analysis.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.analysis.counters.CounterMoves;
import io.stallmark.analysis.trust.SampleHealth;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Ending;
import io.stallmark.record.Kind;
import io.stallmark.record.Kind.Category;
import io.stallmark.record.RecordedRole;
import io.stallmark.record.RunRecorder;
import io.stallmark.result.StallFindings;
import io.stallmark.result.StallFindings.CounterChange;
import io.stallmark.result.StallFindings.DipSummary;
import io.stallmark.result.StallFindings.StallSummary;
import io.stallmark.spi.workload.ProgressUnit;
import java.io.IOException;
import java.util.List;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** One long scan that counts its progress in rows. */
final class RowProgressTest {

  private static final long MS = 1_000_000L;
  private static final long SECOND = 1000 * MS;
  private static final StalledRole SCANS = new StalledRole("scans", ProgressUnit.ROWS);

  private static final CounterMoves NONE =
      new CounterMoves() {
        @Override
        public boolean knows(long until) {
          return true;
        }

        @Override
        public List<CounterChange> moved(long from, long until) {
          return List.of();
        }
      };

  private static final StallWatch.Listener UNTOLD =
      new StallWatch.Listener() {
        @Override
        public void stall(StallSummary stall) {}

        @Override
        public void dip(DipSummary dip) {}
      };

  /** The stalls of a scan of 5 s that returns 10 rows every 10 ms, except where it does not. */
  private static StallWatch scan(LongPredicate pauses) throws IOException {
    List<Kind> kinds =
        List.of(new Kind("transaction", Category.TRANSACTION), new Kind("scan", Category.READ));
    StallWatch watch =
        new StallWatch(
            StallRule.DEFAULT, List.of(SCANS), List.of("transaction", "scan"), NONE, UNTOLD);
    RunRecorder recorder =
        new RunRecorder(
            kinds,
            List.of(new RecordedRole(1, ProgressUnit.ROWS)),
            SECOND,
            interval -> watch.interval(interval, SampleHealth.calm(0)));
    recorder.begin(0);
    ClientRecorder client = recorder.client(0);
    client.start(0, 0);
    long rows = 0;
    for (long now = 10 * MS; now < 5 * SECOND; now += 10 * MS) {
      for (int i = 0; i < 10 && !pauses.test(now); i++) {
        client.rowSeen();
        rows++;
      }
      recorder.tick(now);
    }
    client.statement(1, Ending.SUCCESS, 0, 5 * SECOND, rows);
    client.success(0, 0, 5 * SECOND);
    recorder.finish(5 * SECOND + 100 * MS);
    assertThat(recorder.totals().get(1).rows()).isEqualTo(rows);
    return watch;
  }

  /** Clients that get errors at once do not wait. */
  @Test
  void transactionsThatFail_areNoStall() throws IOException {
    StallWatch watch =
        new StallWatch(
            StallRule.DEFAULT, List.of(StalledRole.ONLY), List.of("transaction"), NONE, UNTOLD);
    RunRecorder recorder =
        new RunRecorder(
            List.of(new Kind("transaction", Category.TRANSACTION)),
            1,
            SECOND,
            interval -> watch.interval(interval, SampleHealth.calm(0)));
    recorder.begin(0);
    ClientRecorder client = recorder.client(0);
    for (long now = 0; now < 8 * SECOND; now += 5 * MS) {
      client.start(now, now);
      recorder.tick(now + 5 * MS - 1); // sees it in flight
      if (now < 5 * SECOND) {
        client.success(0, now, now + 5 * MS);
      } else {
        client.failure(0, now, now + 5 * MS);
      }
    }
    recorder.finish(8 * SECOND);
    assertThat(watch.finish().stalls()).isEmpty();
  }

  @Test
  void scanThatReturnsRowsSteadily_isNoStall() throws IOException {
    StallWatch watch = scan(now -> false);
    assertThat(watch.finish().stalls()).isEmpty();
    assertThat(watch.rates().rate(10)).isCloseTo(1000, within(150.0));
  }

  @Test
  void scanThatStopsForASecond_isAStallOfThatSecond() throws IOException {
    StallFindings report = scan(now -> now > 3500 * MS && now <= 4500 * MS).finish();
    assertThat(report.stalls()).singleElement().satisfies(RowProgressTest::isOfASecond);
  }

  private static void isOfASecond(StallSummary stall) {
    assertThat(stall.role()).isEqualTo("scans");
    assertThat(stall.unit()).isEqualTo("rows");
    assertThat(stall.startSeconds()).isCloseTo(3.5, within(0.05));
    assertThat(stall.lengthSeconds()).isCloseTo(1.0, within(0.1));
    assertThat(stall.usualPerSecond()).isCloseTo(1000, within(100.0));
    assertThat(stall.lowestPerSecond()).isZero();
  }
}

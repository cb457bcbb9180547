package io.stallmark.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.workload.ProgressUnit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The warm-up is recorded like the measurement, and nothing of it remains. */
final class RehearsalTest {

  private static final long MS = 1_000_000L;
  private static final long SECOND = 1000 * MS;
  private static final long WARM_UP = 2 * SECOND;
  private static final List<Kind> KINDS =
      List.of(
          new Kind("transaction", Kind.Category.TRANSACTION),
          new Kind("point_select", Kind.Category.READ));

  /** What an interval said, kept beyond the call. */
  private record Seen(
      long start, long successes, long oldest, long woken, long due, long begun, long progress) {

    static Seen of(Interval interval) {
      return new Seen(
          interval.start(),
          interval.series().get(0).successes(),
          interval.oldestInFlight(),
          interval.wokenLate(),
          interval.due(),
          interval.started(),
          interval.grid().stream().mapToLong(ProgressSlot::progress).sum());
    }
  }

  private final List<Seen> measured = new ArrayList<>();
  private final List<Seen> rehearsed = new ArrayList<>();

  private RunRecorder recorder(int clients, ProgressUnit unit) {
    IntervalListener listener =
        new IntervalListener() {
          @Override
          public void interval(Interval interval) {
            measured.add(Seen.of(interval));
          }

          @Override
          public void rehearsed(Interval interval) {
            rehearsed.add(Seen.of(interval));
          }
        };
    RunRecorder recorder =
        new RunRecorder(KINDS, List.of(new RecordedRole(clients, unit)), SECOND, listener);
    recorder.begin(0, WARM_UP);
    return recorder;
  }

  private static void success(ClientRecorder client, long start, long end) {
    client.start(start, start);
    client.statement(1, Ending.SUCCESS, start, end, 1);
    client.success(0, start, end);
  }

  @Test
  void warmUp_hasIntervalsThatTheMeasurementDoesNotHave() throws IOException {
    RunRecorder recorder = recorder(1, ProgressUnit.TRANSACTIONS);
    for (long end = 50 * MS; end < WARM_UP; end += 100 * MS) {
      success(recorder.client(0), end - 40 * MS, end);
      recorder.tick(end);
    }
    assertThat(measured).isEmpty();
    assertThat(rehearsed).hasSizeGreaterThan(1);
    assertThat(rehearsed).allMatch(each -> each.successes == 2 && each.progress == 2);
    assertThat(rehearsed.get(0).oldest).isEqualTo(40 * MS);
    success(recorder.client(0), WARM_UP + MS, WARM_UP + 3 * MS);
    recorder.finish(WARM_UP + SECOND);
    assertThat(measured).containsExactly(new Seen(0, 1, 2 * MS, 0, 1, 1, 1));
    assertThat(recorder.totals()).extracting(OperationSeries::successes).containsExactly(1L, 1L);
    assertThat(recorder.started(0)).isEqualTo(1);
    assertThat(recorder.succeeded(0)).isEqualTo(1);
    assertThat(recorder.failed(0)).isZero();
  }

  @Test
  void lateRehearsal_skipsIntervals_soThatTheMeasurementDoesNotWait() throws IOException {
    RunRecorder recorder = recorder(1, ProgressUnit.TRANSACTIONS);
    for (long end = 50 * MS; end < WARM_UP; end += 100 * MS) {
      success(recorder.client(0), end - 40 * MS, end);
    }
    recorder.tick(900 * MS);
    assertThat(rehearsed).hasSize(1);
    assertThat(rehearsed.get(0).successes).isEqualTo(2);
    recorder.tick(WARM_UP - MS); // a tick has taken longer than is left
    assertThat(rehearsed).hasSize(1);
    success(recorder.client(0), WARM_UP + MS, WARM_UP + 3 * MS);
    recorder.finish(WARM_UP + SECOND);
    assertThat(measured).containsExactly(new Seen(0, 1, 2 * MS, 0, 1, 1, 1));
  }

  @Test
  void transactionOfTheWarmUp_thatLastsIntoTheMeasurement_countsNowhere() throws IOException {
    RunRecorder recorder = recorder(2, ProgressUnit.TRANSACTIONS);
    ClientRecorder client = recorder.client(0);
    client.start(WARM_UP - SECOND, WARM_UP - SECOND);
    for (long now = 20 * MS; now < WARM_UP; now += 20 * MS) {
      recorder.tick(now);
    }
    assertThat(rehearsed.get(rehearsed.size() - 1).oldest).isPositive();
    recorder.tick(WARM_UP + 20 * MS);
    recorder.tick(WARM_UP + 50 * MS);
    client.failure(0, WARM_UP - SECOND, WARM_UP + 60 * MS);
    assertThat(client.recording()).isFalse();
    recorder.finish(WARM_UP + SECOND);
    assertThat(measured).containsExactly(new Seen(0, 0, 0, 0, 0, 0, 0));
    assertThat(recorder.totals().get(0).failures()).isZero();
    assertThat(recorder.started(0) + recorder.failed(0)).isZero();
    assertThat(recorder.lastEnd()).isZero();
  }

  @Test
  void clientThatEmptiesItsLog_keepsWarmUpAndMeasurementApart() throws IOException {
    RunRecorder recorder = recorder(1, ProgressUnit.TRANSACTIONS);
    for (int i = 0; i < 2 * SampleLog.CAPACITY; i++) {
      success(recorder.client(0), WARM_UP - SECOND, WARM_UP - SECOND + MS);
    }
    for (int i = 0; i < 2 * SampleLog.CAPACITY; i++) { // before the collector sees the start
      success(recorder.client(0), WARM_UP, WARM_UP + MS);
    }
    recorder.tick(WARM_UP - 100 * MS);
    assertThat(measured).isEmpty();
    recorder.finish(WARM_UP + SECOND);
    assertThat(measured).extracting(Seen::successes).containsExactly(2L * SampleLog.CAPACITY);
  }

  @Test
  void lateWakeUpsInTheWarmUp_areNotThoseOfTheFirstInterval() throws IOException {
    RunRecorder recorder = recorder(1, ProgressUnit.TRANSACTIONS);
    recorder.woken(500 * MS);
    recorder.tick(250 * MS);
    recorder.tick(WARM_UP - MS);
    recorder.tick(WARM_UP + MS);
    recorder.woken(3 * MS);
    recorder.finish(WARM_UP + SECOND);
    assertThat(measured).extracting(Seen::woken).containsExactly(3 * MS);
    assertThat(rehearsed.get(0).woken).isEqualTo(500 * MS);
  }

  @Test
  void rowsOfTheWarmUp_areNoProgressOfTheMeasurement() throws IOException {
    RunRecorder recorder = recorder(1, ProgressUnit.ROWS);
    ClientRecorder client = recorder.client(0);
    client.start(WARM_UP - MS, WARM_UP - MS);
    client.rowSeen();
    client.rowSeen();
    client.success(0, WARM_UP - MS, WARM_UP + 10 * MS);
    client.start(WARM_UP + 10 * MS, WARM_UP + 10 * MS);
    client.rowSeen();
    client.success(0, WARM_UP + 10 * MS, WARM_UP + 20 * MS);
    recorder.tick(WARM_UP - MS); // late: the clients are ahead
    recorder.tick(WARM_UP + 40 * MS);
    recorder.finish(WARM_UP + SECOND);
    assertThat(measured).extracting(Seen::progress).containsExactly(1L);
  }

  @Test
  void runThatEndsInTheWarmUp_hasOneEmptyInterval() throws IOException {
    RunRecorder recorder = recorder(1, ProgressUnit.TRANSACTIONS);
    success(recorder.client(0), SECOND, SECOND + MS);
    recorder.tick(SECOND + 20 * MS);
    recorder.loadEnding(SECOND + 30 * MS);
    recorder.finish(SECOND + 40 * MS);
    assertThat(measured).containsExactly(new Seen(0, 0, 0, 0, 0, 0, 0));
  }
}

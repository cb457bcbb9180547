package io.stallmark.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RecorderTest {

  private static final long MS = 1_000_000L;
  private static final long SECOND = 1000 * MS;
  private static final List<Kind> KINDS =
      List.of(
          new Kind("transaction", Kind.Category.TRANSACTION),
          new Kind("point_select", Kind.Category.READ));

  /** What an interval said, kept beyond the call. */
  private record Seen(long start, long end, List<Long> successes, List<Long> slots, long oldest) {}

  private final List<Seen> seen = new ArrayList<>();

  private void keep(Interval interval) {
    List<OperationSeries> series = interval.series();
    seen.add(
        new Seen(
            interval.start(),
            interval.end(),
            series.stream().map(OperationSeries::successes).toList(),
            java.util.Arrays.stream(interval.slots()).boxed().toList(),
            interval.oldestInFlight()));
  }

  private RunRecorder recorder(int clients, long origin) {
    RunRecorder recorder = new RunRecorder(KINDS, clients, SECOND, this::keep);
    recorder.begin(origin);
    return recorder;
  }

  private static void success(ClientRecorder client, long intended, long start, long end) {
    client.start(intended, start);
    client.statement(1, Ending.SUCCESS, start, end, 1);
    client.success(0, start, end);
  }

  @Test
  void rows_areThoseOfTheSuccesses() throws IOException {
    RunRecorder recorder = recorder(1, 0);
    ClientRecorder client = recorder.client(0);
    client.start(0, 0);
    client.statement(1, Ending.SUCCESS, 0, 1, 1000);
    client.statement(1, Ending.SUCCESS, 1, 2, 7);
    client.statement(1, Ending.FAILURE, 2, 3, 0);
    client.success(0, 0, 3);
    recorder.finish(SECOND);
    assertThat(recorder.totals().get(0).rows()).isZero();
    assertThat(recorder.totals().get(1).rows()).isEqualTo(1007);
  }

  @Test
  void sample_belongsToTheIntervalInWhichItEnded() throws IOException {
    RunRecorder recorder = recorder(1, 0);
    success(recorder.client(0), 0, 0, SECOND - 1);
    success(recorder.client(0), 0, 0, SECOND);
    recorder.tick(SECOND + 20 * MS);
    recorder.finish(2 * SECOND);
    assertThat(seen).extracting(s -> s.successes().get(0)).containsExactly(1L, 1L);
  }

  @Test
  void sampleLoggedAfterItsIntervalClosed_countsInTheNext() throws IOException {
    RunRecorder recorder = recorder(1, 0);
    recorder.tick(SECOND + 20 * MS);
    success(recorder.client(0), 0, 0, SECOND - 1);
    recorder.finish(2 * SECOND);
    assertThat(seen).extracting(s -> s.successes().get(0)).containsExactly(0L, 1L);
  }

  @Test
  void quietIntervals_areReportedToo() throws IOException {
    RunRecorder recorder = recorder(1, 0);
    recorder.tick(3 * SECOND + 20 * MS);
    assertThat(seen).extracting(Seen::end).containsExactly(SECOND, 2 * SECOND, 3 * SECOND);
  }

  @Test
  void warmUp_leavesNoTrace() throws IOException {
    RunRecorder recorder = recorder(1, SECOND);
    success(recorder.client(0), SECOND - 1, SECOND - 1, SECOND + 5 * MS);
    success(recorder.client(0), SECOND, SECOND, SECOND + 5 * MS);
    recorder.finish(2 * SECOND);
    assertThat(recorder.started(0)).isEqualTo(1);
    assertThat(recorder.totals()).extracting(OperationSeries::successes).containsExactly(1L, 1L);
  }

  @Test
  void statementsOutsideATransaction_leaveNoTrace() throws IOException {
    RunRecorder recorder = recorder(1, 0);
    success(recorder.client(0), 0, 0, MS);
    recorder.client(0).statement(1, Ending.SUCCESS, 2 * MS, 3 * MS, 5); // a new connection's own
    recorder.client(0).start(4 * MS, 4 * MS);
    recorder.client(0).failure(0, 4 * MS, 5 * MS);
    recorder.client(0).statement(1, Ending.SUCCESS, 6 * MS, 7 * MS, 1);
    recorder.finish(SECOND);
    assertThat(recorder.totals()).extracting(OperationSeries::successes).containsExactly(1L, 1L);
  }

  @Test
  void responseTime_runsFromTheIntendedStart_alsoForTheStatementsOfALateTransaction()
      throws IOException {
    RunRecorder recorder = recorder(1, 0);
    success(recorder.client(0), 0, 100 * MS, 103 * MS);
    recorder.finish(SECOND);
    for (OperationSeries series : recorder.totals()) {
      assertThat(series.service().getMaxValue()).isCloseTo(3 * MS, within(3 * MS));
      assertThat(series.response().getMaxValue()).isCloseTo(103 * MS, within(103 * MS));
    }
  }

  private static org.assertj.core.data.Offset<Long> within(long value) {
    return org.assertj.core.data.Offset.offset(value / 1000);
  }

  @Test
  void slots_countSuccessfulTransactions_perTenthOfASecond() throws IOException {
    RunRecorder recorder = recorder(1, 0);
    success(recorder.client(0), 0, 0, 99 * MS);
    success(recorder.client(0), 0, 0, 100 * MS);
    success(recorder.client(0), 0, 0, 199 * MS);
    recorder.client(0).start(0, 0);
    recorder.client(0).failure(0, 0, 150 * MS);
    recorder.finish(350 * MS);
    assertThat(seen.get(0).slots()).containsExactly(1L, 2L, 0L);
  }

  private final List<ProgressSlot> grid = new ArrayList<>();

  private RunRecorder withGrid(int clients) {
    RunRecorder recorder =
        new RunRecorder(KINDS, clients, SECOND, interval -> grid.addAll(interval.grid()));
    recorder.begin(5);
    return recorder;
  }

  @Test
  void slots_tellWhenTheirFirstAndLastTransactionEnded() throws IOException {
    RunRecorder recorder = withGrid(1);
    success(recorder.client(0), 5, 5, 5 + 1110 * MS);
    success(recorder.client(0), 5 + 1110 * MS, 5 + 1110 * MS, 5 + 1180 * MS);
    recorder.finish(5 + 2 * SECOND);
    assertThat(grid).hasSize(20);
    assertThat(grid.get(11).start()).isEqualTo(1100 * MS);
    assertThat(grid.get(11).completions()).isEqualTo(2);
    assertThat(grid.get(11).first()).isEqualTo(1110 * MS);
    assertThat(grid.get(11).last()).isEqualTo(1180 * MS);
    assertThat(grid.get(11).longest()).isEqualTo(1110 * MS);
    assertThat(grid.get(11).response()).isEqualTo(1180 * MS);
    assertThat(grid.get(11).slowest()).containsExactly(0L, 1110 * MS);
    assertThat(grid.get(12).first()).isEqualTo(grid.get(12).end());
    assertThat(grid.get(12).last()).isEqualTo(grid.get(12).start());
    assertThat(grid.get(12).slowest()).isEmpty();
  }

  @Test
  void slots_tellWhoWaits_alsoWhereNobodyLooked() throws IOException {
    RunRecorder recorder = withGrid(3);
    recorder.arrived(0, 10);
    recorder.client(0).start(5 + 110 * MS, 5 + 120 * MS);
    recorder.client(1).start(5 + 230 * MS, 5 + 230 * MS);
    recorder.tick(5 + 1350 * MS);
    recorder.client(0).success(0, 5 + 120 * MS, 5 + 1420 * MS);
    recorder.finish(5 + 2 * SECOND);
    assertThat(grid.get(0).due()).isEqualTo(ProgressSlot.NONE);
    for (int i = 1; i <= 13; i++) {
      assertThat(grid.get(i).due()).as("slot " + i).isEqualTo(110 * MS);
      assertThat(grid.get(i).second()).isEqualTo(i == 1 ? ProgressSlot.NONE : 230 * MS);
      assertThat(grid.get(i).waiting()).isEqualTo(10);
    }
    assertThat(grid.get(14).due()).isEqualTo(230 * MS);
    assertThat(grid.get(14).second()).isEqualTo(ProgressSlot.NONE);
  }

  @Test
  void slots_tellHowLongTheCollectorWasHeld() throws IOException {
    RunRecorder recorder = withGrid(1);
    recorder.held(5 + 850 * MS, 5 + 2020 * MS);
    recorder.finish(5 + 3 * SECOND);
    assertThat(grid).hasSize(30);
    assertThat(grid.get(8).unscheduled()).isEqualTo(50 * MS);
    assertThat(grid.get(9).unscheduled()).isEqualTo(100 * MS);
    assertThat(grid.get(20).unscheduled()).isEqualTo(20 * MS);
    assertThat(grid.stream().mapToLong(ProgressSlot::unscheduled).sum()).isEqualTo(1170 * MS);
  }

  @Test
  void slots_tellAlsoOfAProcessThatStoodStillForManyIntervals() throws IOException {
    RunRecorder recorder = withGrid(1);
    recorder.client(0).start(5 + 110 * MS, 5 + 110 * MS);
    recorder.held(5 + 150 * MS, 5 + 9020 * MS);
    recorder.tick(5 + 9020 * MS);
    recorder.client(0).success(0, 5 + 110 * MS, 5 + 9030 * MS);
    recorder.finish(5 + 10 * SECOND);
    for (int i = 2; i < 90; i++) {
      assertThat(grid.get(i).unscheduled()).as("slot " + i).isEqualTo(100 * MS);
      assertThat(grid.get(i).due()).as("slot " + i).isEqualTo(110 * MS);
    }
    assertThat(grid.get(90).unscheduled()).isEqualTo(20 * MS);
  }

  @Test
  void intervals_tellSinceWhenTheRunEnds() throws IOException {
    List<Long> over = new ArrayList<>();
    RunRecorder recorder =
        new RunRecorder(KINDS, 1, SECOND, interval -> over.add(interval.loadEnd()));
    recorder.begin(5);
    recorder.tick(5 + SECOND + 20 * MS);
    recorder.loadEnding(5 + 1700 * MS);
    recorder.loadEnding(5 + 1800 * MS);
    recorder.finish(5 + 2 * SECOND);
    assertThat(over).startsWith(Interval.NEVER, 1700 * MS);
  }

  @Test
  void oldestInFlight_isTheAgeFromTheIntendedStart() throws IOException {
    RunRecorder recorder = recorder(2, 0);
    recorder.client(0).start(100 * MS, 200 * MS);
    recorder.client(1).start(300 * MS, 300 * MS);
    recorder.tick(600 * MS);
    recorder.client(0).success(0, 200 * MS, 610 * MS);
    recorder.client(1).success(0, 300 * MS, 620 * MS);
    recorder.finish(SECOND);
    assertThat(seen.get(0).oldest()).isEqualTo(510 * MS); // at its end
  }

  @Test
  void longerThanAnHour_countsAsAnHour() throws IOException {
    RunRecorder recorder = recorder(1, 0);
    success(recorder.client(0), 0, 0, 2 * OperationSeries.LONGEST);
    recorder.finish(2 * OperationSeries.LONGEST + SECOND);
    assertThat(recorder.totals().get(0).successes()).isEqualTo(1);
    assertThat(recorder.totals().get(0).service().getMaxValue())
        .isGreaterThanOrEqualTo(OperationSeries.LONGEST);
  }

  @Test
  void clientsThatFillTheirLogsWhileTheListenerIsBusy_loseNothing() throws IOException {
    int each = 3 * SampleLog.CAPACITY;
    RunRecorder[] own = new RunRecorder[1];
    List<Long> counts = new ArrayList<>();
    own[0] =
        new RunRecorder(
            KINDS,
            1,
            SECOND,
            interval -> {
              if (counts.isEmpty()) {
                for (int n = 0; n < each; n++) {
                  success(own[0].client(0), SECOND, SECOND, SECOND + 500 * MS);
                }
              }
              counts.add(interval.series().get(1).successes());
            });
    own[0].begin(0);
    success(own[0].client(0), 0, 0, 500 * MS);
    own[0].tick(SECOND + 20 * MS);
    own[0].finish(2 * SECOND);
    assertThat(counts).containsExactly(1L, (long) each);
    assertThat(own[0].totals().get(0).successes()).isEqualTo(own[0].succeeded(0));
  }

  @Test
  void samplesDrainedByALateCollectorsClients_keepTheirIntervals() throws IOException {
    RunRecorder recorder = recorder(1, 0);
    for (int n = 0; n < 2 * SampleLog.CAPACITY; n++) {
      success(recorder.client(0), 0, 0, SECOND / 2 + (n < SampleLog.CAPACITY ? 0 : SECOND));
    }
    recorder.finish(2 * SECOND);
    assertThat(seen)
        .extracting(s -> s.successes().get(0))
        .containsExactly((long) SampleLog.CAPACITY, (long) SampleLog.CAPACITY);
  }

  @Test
  void collectorThatIsLateByManyIntervals_saysWhichOnesMissSamples() throws IOException {
    List<Long> late = new ArrayList<>();
    List<Long> counts = new ArrayList<>();
    RunRecorder recorder =
        new RunRecorder(
            KINDS,
            1,
            SECOND,
            interval -> {
              late.add(interval.collectedLate() / MS);
              counts.add(interval.series().get(0).successes());
            });
    recorder.begin(0);
    for (int n = 0; n < 2 * SampleLog.CAPACITY; n++) {
      success(recorder.client(0), 0, 0, 62 * SECOND + SECOND / 2); // the client empties its log
    }
    recorder.finish(64 * SECOND);
    int last = (int) counts.stream().takeWhile(count -> count == 0).count(); // by the heap's size
    assertThat(last).isBetween(4, 60);
    assertThat(late).hasSize(64);
    assertThat(late.subList(0, last)).containsOnly(0L);
    assertThat(late.get(last)).isEqualTo(61_500 - 1000L * last);
    for (int i = last + 1; i < 64; i++) {
      assertThat(late.get(i)).isEqualTo(Math.max(0, 62_500 - 1000L * i));
    }
  }

  @Test
  void clientsThatOutrunTheCollector_loseNothing() throws Exception {
    int clients = 3;
    int each = 200_000;
    RunRecorder recorder = recorder(clients, System.nanoTime());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      ClientRecorder client = recorder.client(i);
      threads.add(
          new Thread(
              () -> {
                for (int n = 0; n < each; n++) {
                  long now = System.nanoTime();
                  success(client, now, now, now + n);
                }
              }));
    }
    threads.forEach(Thread::start);
    while (threads.stream().anyMatch(Thread::isAlive)) {
      recorder.tick(System.nanoTime());
    }
    recorder.finish(System.nanoTime());
    assertThat(recorder.totals())
        .extracting(OperationSeries::successes)
        .containsExactly((long) clients * each, (long) clients * each);
    assertThat(seen.stream().mapToLong(s -> s.successes().get(1)).sum())
        .isEqualTo((long) clients * each);
  }
}

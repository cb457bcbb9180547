package io.stallmark.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spi.workload.ProgressUnit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Several machines' intervals, merged, are those of one machine with all clients. */
final class MergedRecorderTest {

  private static final long MS = 1_000_000L;
  private static final long SECOND = 1000 * MS;
  private static final int MACHINES = 4;
  private static final List<Kind> KINDS =
      List.of(
          new Kind("transaction", Kind.Category.TRANSACTION),
          new Kind("point_select", Kind.Category.READ));

  /** What an interval says, kept beyond the call. */
  private record Seen(
      long start,
      long end,
      long over,
      long due,
      long started,
      long oldest,
      boolean counted,
      List<ProgressSlot> slots,
      List<List<Long>> figures) {

    static Seen of(Interval interval) {
      return new Seen(
          interval.start(),
          interval.end(),
          interval.loadEnd(),
          interval.due(),
          interval.started(),
          interval.oldestInFlight(),
          interval.isCounted(),
          interval.grid().stream().map(MergedRecorderTest::withoutSecond).toList(),
          interval.series().stream().map(MergedRecorderTest::figures).toList());
    }
  }

  /**
   * The slot without its second oldest transaction: one machine knows it only of those that it
   * samples, while the oldest of each of several machines are known.
   */
  private static ProgressSlot withoutSecond(ProgressSlot slot) {
    return new ProgressSlot(
        slot.start(),
        slot.completions(),
        slot.progress(),
        slot.first(),
        slot.last(),
        slot.longest(),
        slot.response(),
        slot.due(),
        ProgressSlot.NONE,
        slot.waiting(),
        slot.unscheduled(),
        slot.slowest());
  }

  private final List<Seen> merged = new ArrayList<>();

  private static List<Long> figures(OperationSeries series) {
    List<Long> figures =
        new ArrayList<>(
            List.of(series.successes(), series.failures(), series.retries(), series.rows()));
    for (Histogram histogram :
        Stream.of(
                series.service(),
                series.response(),
                series.retriedService(),
                series.failedService())
            .toList()) {
      for (double percent : new double[] {0, 50, 95, 99, 99.9, 100}) {
        figures.add(histogram == null ? 0 : histogram.getValueAtPercentile(percent));
      }
    }
    return figures;
  }

  private MergedRecorder merging(int machines) {
    return new MergedRecorder(
        KINDS,
        List.of(ProgressUnit.TRANSACTIONS),
        SECOND,
        machines,
        0,
        interval -> merged.add(Seen.of(interval)));
  }

  @Test
  void mergedIntervals_areThoseOfOneMachine() throws IOException {
    List<Seen> alone = new ArrayList<>();
    RunRecorder whole =
        new RunRecorder(KINDS, MACHINES, SECOND, interval -> alone.add(Seen.of(interval)));
    whole.begin(0);
    MergedRecorder recorder = merging(MACHINES);
    List<RunRecorder> parts = new ArrayList<>();
    for (int i = 0; i < MACHINES; i++) {
      int machine = i;
      RunRecorder part =
          new RunRecorder(KINDS, 1, SECOND, interval -> recorder.add(machine, interval.toBytes()));
      part.begin(0);
      parts.add(part);
    }
    Random random = new Random(4);
    long[] free = new long[MACHINES];
    for (long now = 20 * MS; now < 5 * SECOND; now += 20 * MS) {
      for (int i = 0; i < MACHINES; i++) {
        while (free[i] < now) {
          long intended = free[i];
          long start = intended + (random.nextInt(3) == 0 ? random.nextInt(4_000_000) : 0);
          long end = start + 100_000 + (long) (Math.exp(random.nextGaussian()) * 3 * MS);
          Ending ending = Ending.values()[random.nextInt(20) == 0 ? random.nextInt(4) : 0];
          for (ClientRecorder client : List.of(whole.client(i), parts.get(i).client(0))) {
            client.start(intended, start);
            client.statement(1, ending, start, end, random(end));
            if (ending == Ending.RETRY) {
              client.retry(0, start, end);
            }
            if (ending == Ending.FAILURE) {
              client.failure(0, start, end);
            } else {
              client.success(0, start, end);
            }
          }
          free[i] = end;
        }
      }
      whole.tick(now);
      for (RunRecorder part : parts) {
        part.tick(now);
      }
    }
    whole.loadEnding(5 * SECOND - 300 * MS);
    parts.get(2).loadEnding(5 * SECOND - 300 * MS);
    whole.finish(5 * SECOND);
    for (int i = 0; i < MACHINES; i++) {
      parts.get(i).finish(5 * SECOND);
      recorder.ended(i);
    }
    assertThat(recorder.isComplete()).isTrue();
    assertThat(merged).hasSizeGreaterThanOrEqualTo(5).isEqualTo(alone);
    assertThat(recorder.totals().stream().map(MergedRecorderTest::figures))
        .isEqualTo(whole.totals().stream().map(MergedRecorderTest::figures).toList());
  }

  private static long random(long end) {
    return end % 7;
  }

  private static byte[] interval(long start, int successes) throws IOException {
    return interval(start, SECOND, successes);
  }

  private static byte[] interval(long start, long length, int successes) throws IOException {
    byte[][] bytes = new byte[1][];
    RunRecorder recorder =
        new RunRecorder(
            KINDS,
            1,
            SECOND,
            interval -> {
              if (interval.start() == start) {
                bytes[0] = interval.toBytes();
              }
            });
    recorder.begin(0);
    for (int i = 0; i < successes; i++) {
      recorder.client(0).start(start + i, start + i);
      recorder.client(0).success(0, start + i, start + i + 1);
    }
    recorder.finish(start + length);
    return bytes[0];
  }

  private List<Long> successes() {
    return merged.stream().map(each -> each.figures().get(0).get(0)).toList();
  }

  @Test
  void anInterval_waitsForEveryMachine_untilItIsLost() throws IOException {
    MergedRecorder recorder = merging(2);
    recorder.add(0, interval(0, 3));
    recorder.add(0, interval(SECOND, 5));
    assertThat(merged).isEmpty();
    recorder.add(1, interval(0, 10));
    assertThat(successes()).containsExactly(13L);
    recorder.ended(1);
    assertThat(successes()).containsExactly(13L, 5L);
    assertThat(merged).extracting(Seen::due).containsExactly(13L, 15L);
    assertThat(recorder.isComplete()).isFalse();
    assertThat(recorder.sent(1)).isEqualTo(1);
  }

  @Test
  void intervalsAfterALoss_areNotCounted() throws IOException {
    MergedRecorder recorder = merging(2);
    for (int machine : new int[] {0, 1}) {
      recorder.add(machine, interval(0, 3));
    }
    recorder.lost(1);
    recorder.add(0, interval(SECOND, 5));
    recorder.add(0, interval(2 * SECOND, 5));
    assertThat(merged).extracting(Seen::counted).containsExactly(true, false, false);
    assertThat(merged).extracting(Seen::over).containsExactly(Interval.NEVER, SECOND, SECOND);
    assertThat(recorder.totals().get(0).successes()).isEqualTo(6);
  }

  @Test
  void anIntervalThatIsNotTheNext_isRefused() throws IOException {
    MergedRecorder recorder = merging(2);
    recorder.add(0, interval(0, 3));
    assertThatThrownBy(() -> recorder.add(0, interval(0, 3)))
        .hasMessage("Agent 0 has sent an interval that is not its next: the one at 0.0 s");
    assertThatThrownBy(() -> recorder.add(1, interval(SECOND, 3)))
        .hasMessage("Agent 1 has sent an interval that is not its next: the one at 1.0 s");
  }

  @Test
  void aDamagedInterval_isRefused() throws IOException {
    byte[] whole = interval(0, 3);
    for (int length : new int[] {0, 30, whole.length - 1}) {
      assertThatThrownBy(() -> merging(1).add(0, Arrays.copyOf(whole, length)))
          .isInstanceOf(IOException.class);
    }
    assertThatThrownBy(() -> merging(1).add(0, Arrays.copyOf(whole, whole.length + 1)))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aMachineThatIsLostAfterItsLastInterval_countsToTheEndOfAllOfIt() throws IOException {
    MergedRecorder recorder = merging(2);
    recorder.add(0, interval(0, 900 * MS, 3));
    recorder.add(1, interval(0, 400 * MS, 5));
    recorder.ended(0);
    recorder.lost(1);
    assertThat(recorder.end(1)).isEqualTo(400 * MS);
    assertThat(recorder.countedEnd()).isEqualTo(900 * MS);
    assertThat(recorder.totals().get(0).successes()).isEqualTo(8);
  }

  @Test
  void theOldestOfTwoMachines_areTheTwoOldest() throws IOException {
    List<ProgressSlot> slots = new ArrayList<>();
    MergedRecorder recorder =
        new MergedRecorder(
            KINDS,
            List.of(ProgressUnit.TRANSACTIONS),
            SECOND,
            2,
            0,
            interval -> slots.addAll(interval.grid()));
    for (int machine : new int[] {0, 1}) {
      RunRecorder part =
          new RunRecorder(KINDS, 1, SECOND, interval -> recorder.add(machine, interval.toBytes()));
      part.begin(0);
      part.client(0).start((10 + machine) * MS, (10 + machine) * MS);
      part.held(500 * MS, (540 + 10 * machine) * MS);
      part.tick(800 * MS);
      part.tick(1020 * MS);
    }
    assertThat(slots.get(7).due()).isEqualTo(10 * MS);
    assertThat(slots.get(7).second()).isEqualTo(11 * MS);
    assertThat(slots.get(7).waiting()).isEqualTo(2);
    assertThat(slots.get(5).unscheduled()).isEqualTo(50 * MS);
  }

  @Test
  void anInterval_isSmall() throws IOException {
    assertThat(interval(0, 100_000)).hasSizeLessThan(1000);
  }
}

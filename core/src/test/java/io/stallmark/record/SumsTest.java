package io.stallmark.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Intervals sum to totals, and kinds of transaction to the transaction. */
final class SumsTest {

  private static final long MS = 1_000_000L;
  private static final long SECOND = 1000 * MS;

  /** What an interval said, kept beyond the call. */
  private record Seen(
      long start,
      long end,
      List<Long> successes,
      List<Long> retries,
      List<Long> failures,
      List<Long> rows,
      long sumOfMeans) {}

  private final List<Seen> seen = new ArrayList<>();

  private void keep(Interval interval) {
    List<OperationSeries> series = interval.series();
    Histogram response = series.get(0).response();
    seen.add(
        new Seen(
            interval.start(),
            interval.end(),
            series.stream().map(OperationSeries::successes).toList(),
            series.stream().map(OperationSeries::retries).toList(),
            series.stream().map(OperationSeries::failures).toList(),
            series.stream().map(OperationSeries::rows).toList(),
            Math.round(response.getMean() * response.getTotalCount())));
  }

  /** The transaction, so many kinds of it, a statement. */
  private static List<Kind> kinds(int transactionKinds) {
    List<Kind> kinds = new ArrayList<>();
    kinds.add(new Kind("transaction", Kind.Category.TRANSACTION));
    for (int i = 1; i <= transactionKinds; i++) {
      kinds.add(new Kind("kind_" + i, Kind.Category.TRANSACTION_KIND));
    }
    kinds.add(new Kind("select", Kind.Category.READ));
    return kinds;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void intervals_sumToTotals_andKindsToTheTransaction_whateverHappensWhen(long seed)
      throws IOException {
    Random random = new Random(seed);
    long origin = random.nextLong() >> 2;
    int transactionKinds = (int) (seed % 3);
    List<Kind> kinds = kinds(transactionKinds);
    RunRecorder recorder = new RunRecorder(kinds, 3, SECOND, this::keep);
    recorder.begin(origin);
    long now = origin - SECOND;
    for (int i = 0; i < 20_000; i++) {
      ClientRecorder client = recorder.client(random.nextInt(3));
      long late = random.nextInt(4) == 0 ? random.nextInt(1_000_000) : 0;
      long end = now + random.nextInt(5_000_000);
      client.start(now - late, now);
      for (int n = random.nextInt(3); n > 0; n--) {
        Ending ending = Ending.values()[random.nextInt(3)];
        client.statement(1 + transactionKinds, ending, now, end, random.nextInt(1000));
      }
      int kind = transactionKinds == 0 ? 0 : 1 + random.nextInt(transactionKinds);
      if (random.nextInt(5) == 0) {
        client.retry(kind, now, end);
      }
      if (random.nextInt(10) == 0) {
        client.failure(kind, now, end);
      } else {
        client.success(kind, now, end);
      }
      now += random.nextInt(400_000);
      if (random.nextInt(50) == 0) {
        recorder.tick(now - random.nextInt(20_000_000));
      }
    }
    recorder.finish(now);

    for (int kind = 0; kind < kinds.size(); kind++) {
      int k = kind;
      OperationSeries total = recorder.totals().get(kind);
      assertThat(seen.stream().mapToLong(s -> s.successes().get(k)).sum())
          .isEqualTo(total.successes())
          .isPositive();
      assertThat(seen.stream().mapToLong(s -> s.retries().get(k)).sum()).isEqualTo(total.retries());
      assertThat(seen.stream().mapToLong(s -> s.failures().get(k)).sum())
          .isEqualTo(total.failures());
      assertThat(seen.stream().mapToLong(s -> s.rows().get(k)).sum()).isEqualTo(total.rows());
    }
    OperationSeries transactions = recorder.totals().get(0);
    assertThat(transactions.successes()).isEqualTo(recorder.succeeded(0));
    assertThat(transactions.failures()).isEqualTo(recorder.failed(0));
    assertThat(recorder.succeeded(0) + recorder.failed(0)).isEqualTo(recorder.started(0));
    assertThat((double) seen.stream().mapToLong(Seen::sumOfMeans).sum())
        .isCloseTo(
            transactions.response().getMean() * transactions.response().getTotalCount(),
            Offset.offset((double) seen.size()));
    if (transactionKinds > 0) {
      assertThat(seen).allSatisfy(interval -> kindsSumUp(interval, transactionKinds));
      List<OperationSeries> ofKinds = recorder.totals().subList(1, 1 + transactionKinds);
      assertThat(together(ofKinds, OperationSeries::service)).isEqualTo(transactions.service());
      assertThat(together(ofKinds, OperationSeries::response)).isEqualTo(transactions.response());
    }
    assertThat(seen.get(0).start()).isZero();
    for (int i = 1; i < seen.size(); i++) {
      assertThat(seen.get(i).start()).isEqualTo(seen.get(i - 1).end());
    }
  }

  private static void kindsSumUp(Seen interval, int transactionKinds) {
    for (List<Long> counts :
        List.of(interval.successes(), interval.retries(), interval.failures())) {
      assertThat(counts.stream().skip(1).limit(transactionKinds).mapToLong(n -> n).sum())
          .isEqualTo(counts.get(0));
    }
  }

  private static Histogram together(
      List<OperationSeries> all, Function<OperationSeries, Histogram> clock) {
    Histogram sum = new Histogram(OperationSeries.LONGEST, 3);
    all.forEach(series -> sum.add(clock.apply(series)));
    return sum;
  }

  @Test
  void kindsSumToTheTransaction_inIntervalsThatCloseWhileTheClientsGoOn() throws Exception {
    int each = 200_000;
    List<Long> whole = new ArrayList<>();
    List<Long> parts = new ArrayList<>();
    RunRecorder recorder =
        new RunRecorder(
            kinds(2),
            2,
            Interval.SLOT,
            interval -> {
              whole.add(interval.series().get(0).successes());
              parts.add(
                  interval.series().get(1).successes() + interval.series().get(2).successes());
            });
    recorder.begin(0);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ClientRecorder client = recorder.client(i);
      threads.add(new Thread(() -> transactions(client, each)));
    }
    threads.forEach(Thread::start);
    for (long now = 0; threads.stream().anyMatch(Thread::isAlive); now += 10 * MS) {
      recorder.tick(Math.min(now, 2 * SECOND));
    }
    recorder.finish(2 * SECOND);
    assertThat(parts).isEqualTo(whole);
    assertThat(whole.stream().mapToLong(n -> n).sum()).isEqualTo(2L * each);
  }

  /** On a clock of their own: ten microseconds each, the collector is before them or behind. */
  private static void transactions(ClientRecorder client, int count) {
    for (int n = 0; n < count; n++) {
      long start = n * MS / 100;
      client.start(start, start);
      client.success(1 + n % 2, start, start + MS / 100);
    }
  }
}

package io.stallmark.cluster;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.cluster.protocol.IntervalReport;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Ending;
import io.stallmark.record.Kind;
import io.stallmark.record.RunRecorder;
import io.stallmark.result.metric.HealthMetric;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * An interval of a second of an agent that has no database: 16 clients and about 1000 transactions
 * of 20 statements, whose times are drawn.
 */
final class DrawnInterval {

  static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private static final double MEDIAN = 500_000; // nanoseconds for a statement
  private static final int CLIENTS = 16;
  private static final int STATEMENTS = 20; // of a transaction
  private static final double OWN_CPU = 10; // percent

  private final IntervalReport first;

  /**
   * @param kinds kinds of operation; the first is the transaction
   */
  DrawnInterval(List<Kind> kinds, long seed) throws IOException {
    Random random = new Random(seed);
    List<IntervalReport> reports = new ArrayList<>();
    RunRecorder recorder =
        new RunRecorder(
            kinds,
            CLIENTS,
            SECOND,
            own -> {
              var health =
                  new GeneratorHealth(
                      own.start(), own.end(), Map.of(HealthMetric.OWN_CPU, OWN_CPU), Set.of());
              reports.add(IntervalReport.of(own, health, 1));
            });
    recorder.begin(0);
    for (int number = 0; number < CLIENTS; number++) {
      run(recorder.client(number), kinds.size() - 1, random);
    }
    recorder.tick(SECOND + TimeUnit.MILLISECONDS.toNanos(20));
    first = reports.get(0);
  }

  private static void run(ClientRecorder client, int statements, Random random) {
    long now = 0;
    while (now < SECOND) {
      long start = now;
      client.start(start, start);
      for (int i = 0; i < STATEMENTS; i++) {
        long end = now + (long) (MEDIAN * Math.exp(random.nextGaussian()));
        client.statement(1 + i % statements, Ending.SUCCESS, now, end, 1);
        now = end;
      }
      client.success(0, start, now);
    }
  }

  /** Number of transactions that end in it. */
  long transactions() {
    return first.head().succeeded();
  }

  /** The same times, as if they were of another second of the run, from 0. */
  IntervalReport inSecond(long second) {
    IntervalReport.Head head = first.head();
    byte[] interval = first.interval().clone();
    ByteBuffer.wrap(interval).putLong(second * SECOND).putLong((second + 1) * SECOND);
    return new IntervalReport(
        new IntervalReport.Head(
            second * SECOND,
            (second + 1) * SECOND,
            (second + 1) * transactions(),
            (second + 1) * transactions(),
            head.ended(),
            head.p99(),
            head.figures(),
            head.reasons()),
        interval);
  }
}

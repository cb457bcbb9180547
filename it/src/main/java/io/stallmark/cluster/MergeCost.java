package io.stallmark.cluster;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.cluster.protocol.IntervalReport;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Ending;
import io.stallmark.record.Kind;
import io.stallmark.record.MergedRecorder;
import io.stallmark.record.RunRecorder;
import io.stallmark.result.metric.HealthMetric;
import io.stallmark.spi.workload.ProgressUnit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time in which a coordinator reads the messages of all agents about one interval of a second and
 * merges them. Each agent has 16 clients, 12 kinds of operation and about 1000 transactions of 20
 * statements, whose times are drawn.
 *
 * <pre>java -jar it/target/benchmarks.jar MergeCost -prof gc</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(3)
@State(Scope.Thread)
@SuppressWarnings("NullAway") // JMH sets the fields in the set-up method
public class MergeCost {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final double MEDIAN = 500_000; // nanoseconds for a statement
  private static final int CLIENTS = 16;
  private static final int STATEMENTS = 20; // of a transaction
  private static final int DIFFERENT = 16; // agents whose messages differ
  private static final List<Kind> KINDS =
      IntStream.range(0, 12)
          .mapToObj(
              i ->
                  i == 0
                      ? new Kind(Kind.TRANSACTION, Kind.Category.TRANSACTION)
                      : new Kind("operation_" + i, Kind.Category.READ))
          .toList();

  @Param({"1", "64", "1000"})
  public int agents;

  private final List<byte[]> messages = new ArrayList<>();
  private MergedRecorder merged;
  private long interval;
  private long passed;

  @Setup
  public void start() throws IOException {
    for (int agent = 0; agent < Math.min(agents, DIFFERENT); agent++) {
      messages.add(message(agent));
    }
    merged =
        new MergedRecorder(
            KINDS,
            List.of(ProgressUnit.TRANSACTIONS),
            SECOND,
            agents,
            0,
            all -> passed += all.series().get(0).successes());
    System.out.printf("%nBytes of a message: %,d%n", messages.get(0).length);
  }

  /** What an agent sends about the first second. */
  private static byte[] message(int agent) throws IOException {
    Random random = new Random(agent);
    List<byte[]> sent = new ArrayList<>();
    RunRecorder recorder =
        new RunRecorder(
            KINDS,
            CLIENTS,
            SECOND,
            own -> {
              var health =
                  new GeneratorHealth(
                      own.start(), own.end(), Map.of(HealthMetric.OWN_CPU, 10.0), Set.of());
              sent.add(IntervalReport.of(own, health, 1).message(1).toBytes());
            });
    recorder.begin(0);
    for (int number = 0; number < CLIENTS; number++) {
      run(recorder.client(number), random);
    }
    recorder.tick(SECOND + TimeUnit.MILLISECONDS.toNanos(20));
    return sent.get(0);
  }

  private static void run(ClientRecorder client, Random random) {
    long now = 0;
    while (now < SECOND) {
      long start = now;
      client.start(start, start);
      for (int i = 0; i < STATEMENTS; i++) {
        long end = now + (long) (MEDIAN * Math.exp(random.nextGaussian()));
        client.statement(1 + i % (KINDS.size() - 1), Ending.SUCCESS, now, end, 1);
        now = end;
      }
      client.success(0, start, now);
    }
  }

  @Benchmark
  public long merge() throws IOException {
    for (int agent = 0; agent < agents; agent++) {
      Message message = Message.read(messages.get(agent % messages.size()));
      byte[] bytes = IntervalReport.read(message).interval();
      ByteBuffer.wrap(bytes).putLong(interval * SECOND).putLong((interval + 1) * SECOND);
      merged.add(agent, bytes);
    }
    interval++;
    return passed;
  }
}

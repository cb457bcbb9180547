package io.stallmark.cluster;

import io.stallmark.cluster.protocol.IntervalReport;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.record.Kind;
import io.stallmark.record.MergedRecorder;
import io.stallmark.spi.workload.ProgressUnit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
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
 * merges them. Each agent has 12 kinds of operation and a {@link DrawnInterval}.
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
      messages.add(new DrawnInterval(KINDS, agent).inSecond(0).message(1).toBytes());
    }
    merged =
        new MergedRecorder(
            KINDS,
            List.of(ProgressUnit.TRANSACTIONS),
            DrawnInterval.SECOND,
            agents,
            0,
            all -> passed += all.series().get(0).successes());
    System.out.printf("%nBytes of a message: %,d%n", messages.get(0).length);
  }

  @Benchmark
  public long merge() throws IOException {
    for (int agent = 0; agent < agents; agent++) {
      Message message = Message.read(messages.get(agent % messages.size()));
      byte[] bytes = IntervalReport.read(message).interval();
      ByteBuffer.wrap(bytes)
          .putLong(interval * DrawnInterval.SECOND)
          .putLong((interval + 1) * DrawnInterval.SECOND);
      merged.add(agent, bytes);
    }
    interval++;
    return passed;
  }
}

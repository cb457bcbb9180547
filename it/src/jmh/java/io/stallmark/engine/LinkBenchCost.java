package io.stallmark.engine;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of a LinkBench operation in the client, measured as in {@link HarnessCost}. It includes the
 * draws of ids, data and operations. An average operation has 1.6 statements, begins and commits.
 *
 * <pre>java -jar it/target/benchmarks.jar LinkBenchCost -prof gc</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class LinkBenchCost {

  /** Client of a graph with a million nodes. */
  @State(Scope.Thread)
  public static class Requester extends HarnessCost.Stallmark {
    @Setup
    public void start() throws Exception {
      start("linkbench", "ids", "1M");
    }
  }

  @Benchmark
  public boolean operation(Requester requester) {
    return requester.step();
  }
}

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
 * What an operation of LinkBench's costs the client, as {@link HarnessCost} has it: the draws of
 * ids, data and operations, and the 1.6 statements, begins and commits of an average one.
 *
 * <pre>java -jar it/target/benchmarks.jar LinkBenchCost -prof gc</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class LinkBenchCost {

  /** A client of a million nodes. */
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

package io.stallmark.engine;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.htrace.core.Tracer;
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
import site.ycsb.DBWrapper;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * Cost of an operation of the workload ycsb in the client, measured as in {@link HarnessCost}, and
 * that of YCSB's own loop. Both draw operations, zipfian keys and the bytes of updates.
 *
 * <pre>java -jar it/target/benchmarks.jar YcsbCost -prof gc</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
@SuppressWarnings("NullAway") // JMH sets the fields in set-up methods
public class YcsbCost {

  private static final String RECORDS = "100000";

  /** A client of Stallmark. */
  @State(Scope.Thread)
  public static class Client extends HarnessCost.Stallmark {

    @Param({"a", "b", "c", "f"})
    public String workload;

    @Setup
    public void start() throws Exception {
      start("ycsb", Map.of("workload", workload, "records", RECORDS), new NoSession(1));
    }
  }

  /** A client of YCSB, with its default measurement. */
  @State(Scope.Thread)
  public static class Original {

    @Param({"a", "b", "c", "f"})
    public String workload;

    private CoreWorkload core;
    private DBWrapper database;
    private Object state;

    @Setup
    public void start() throws Exception {
      Properties properties = new Properties();
      properties.setProperty("recordcount", RECORDS);
      properties.setProperty("operationcount", RECORDS);
      properties.setProperty("requestdistribution", "zipfian");
      Map<String, String> shares =
          switch (workload) {
            case "a" -> Map.of("readproportion", "0.5", "updateproportion", "0.5");
            case "b" -> Map.of("readproportion", "0.95", "updateproportion", "0.05");
            case "c" -> Map.of("readproportion", "1", "updateproportion", "0");
            default ->
                Map.of(
                    "readproportion",
                    "0.5",
                    "updateproportion",
                    "0",
                    "readmodifywriteproportion",
                    "0.5");
          };
      shares.forEach(properties::setProperty);
      Measurements.setProperties(properties);
      core = new CoreWorkload(); // reads the properties set above
      core.init(properties);
      database = new DBWrapper(new IdleDatabase(), new Tracer.Builder("none").build());
      database.setProperties(properties);
      database.init();
      state = core.initThread(properties, 0, 1);
    }
  }

  @Benchmark
  public boolean stallmark(Client client) {
    return client.step();
  }

  @Benchmark
  public boolean ycsb(Original original) {
    return original.core.doTransaction(original.database, original.state);
  }
}

package io.stallmark.jmh;

import io.stallmark.engine.RunFailure;
import io.stallmark.engine.SingleClient;
import io.stallmark.run.BenchmarkContext;
import io.stallmark.spi.DbException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Operation of a workload on a database, measured by JMH; see {@code docs/jmh.md}. Every thread is
 * a client with a separate connection, and calls the binding directly, without Stallmark's
 * recording.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
@SuppressWarnings("NullAway") // JMH sets the fields in the set-up methods
public class Operation {

  /** Database with its tables, which are loaded when they are absent. */
  @State(Scope.Benchmark)
  public static class Served {

    @Param("")
    public String url;

    @Param("sysbench")
    public String workload;

    @Param("point_select")
    public String operation;

    @Param("")
    public String options;

    @Param("")
    public String storage;

    private BenchmarkContext context;

    @Setup(Level.Trial)
    public void open(BenchmarkParams params) throws Exception {
      context =
          OperationJob.open(
              OperationJob.spec(url, workload, operation, options, storage, params.getThreads()));
      try {
        context.prepare();
      } catch (DbException | RunFailure | InterruptedException | RuntimeException e) {
        context.close();
        throw e;
      }
    }

    @TearDown(Level.Trial)
    public void close() {
      context.close();
    }
  }

  /** Client of one thread. */
  @State(Scope.Thread)
  public static class Caller {

    private SingleClient client;

    @Setup(Level.Trial)
    public void connect(Served served, ThreadParams thread) throws DbException {
      client = served.context.client(thread.getThreadIndex(), thread.getThreadCount());
    }

    @TearDown(Level.Trial)
    public void close() {
      client.close();
    }
  }

  /** Number of attempts that the database asked to retry: deadlocks, conflicts. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Counted {
    public long retries;
  }

  /** Runs a transaction and retries it until it succeeds; any other failure ends the benchmark. */
  @Benchmark
  public void run(Caller caller, Counted counted) throws DbException {
    counted.retries += caller.client.transaction();
  }
}

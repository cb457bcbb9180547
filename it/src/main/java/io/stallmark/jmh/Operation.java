package io.stallmark.jmh;

import io.stallmark.engine.RunFailure;
import io.stallmark.engine.Stop;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;
import io.stallmark.tables.Progress;
import io.stallmark.tables.Tables;
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
 * An operation of a workload on a database, as JMH measures: {@code docs/jmh.md}. Every thread is a
 * client with a connection of its own; nothing of Stallmark's stands between it and the binding.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
@SuppressWarnings("NullAway") // JMH fills its states in their set-up
public class Operation {

  /** The database with its tables, which are loaded when they are absent. */
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

    private Database database;
    private ResolvedWorkload resolved;

    @Setup(Level.Trial)
    public void open(BenchmarkParams params) throws Exception {
      Job job = Job.of(url, workload, operation, options, storage);
      database = job.open(params.getThreads());
      try {
        resolved = job.resolved(database);
        prepare(params.getThreads());
      } catch (DbException | RunFailure | InterruptedException | RuntimeException e) {
        database.close();
        throw e;
      }
    }

    private void prepare(int threads) throws DbException, RunFailure, InterruptedException {
      Tables tables = new Tables(database, resolved, threads, Job.SEED, new Stop(), new Silence());
      switch (tables.look()) {
        case NOTHING -> tables.load();
        case PART -> tables.resume();
        case ALL -> tables.checkRows();
      }
      tables.begin();
    }

    @TearDown(Level.Trial)
    public void close() {
      database.close();
    }
  }

  /** One client. */
  @State(Scope.Thread)
  public static class Caller {

    private Session session;
    private Client client;
    private Slice slice;

    @Setup(Level.Trial)
    public void connect(Served served, ThreadParams thread) throws DbException {
      slice = Slice.of(thread.getThreadIndex(), thread.getThreadCount(), Job.SEED);
      session = served.database.session();
      client = served.resolved.clients(0, session, slice).get(0);
    }

    @TearDown(Level.Trial)
    public void close() {
      session.close();
    }
  }

  /** Attempts that the database wanted repeated: deadlocks, conflicts. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Counted {
    public long retries;
  }

  /** A transaction, repeated until it is done; any other failure ends the benchmark. */
  @Benchmark
  public void run(Caller caller, Counted counted) throws DbException {
    caller.slice.rng().mark();
    while (true) {
      try {
        caller.client.transaction();
        return;
      } catch (DbException e) {
        if (e.kind() == DbException.Kind.CONNECTION) {
          throw e;
        }
        caller.session.rollback();
        if (e.kind() != DbException.Kind.RETRY) {
          throw e;
        }
        counted.retries++;
        caller.slice.rng().rewind();
      }
    }
  }

  private static final class Silence implements Progress {
    @Override
    public void begin(String what, long rows) {}

    @Override
    public void advance(long rows) {}

    @Override
    public void end() {}
  }
}

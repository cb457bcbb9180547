package io.stallmark.engine;

import io.stallmark.engine.arrival.ArrivalTimer;
import io.stallmark.engine.arrival.Arrivals;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.engine.arrival.ClosedArrivals;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Registry;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.RunRecorder;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.htrace.core.Tracer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import site.ycsb.DBWrapper;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * Cost of the harness per operation, with all recording on, against a database that does nothing.
 * It includes the whole client loop with arrivals, random draws, two clocks and the collector
 * thread. For comparison: the same loop of YCSB, whose operation is one read of a zipfian key.
 *
 * <pre>java -jar it/target/benchmarks.jar HarnessCost -prof gc</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
@SuppressWarnings("NullAway") // JMH sets the fields in set-up methods
public class HarnessCost {

  /** sysbench's default transaction: begin, 18 statements, commit. */
  static final int STATEMENTS = 20;

  /** Begin, three statements, commit. */
  static final int OWN_STATEMENTS = 5;

  /** Begin, five statements, commit: those of pgbench's tpcb-like. */
  static final int SCRIPT_STATEMENTS = 7;

  /** One client of Stallmark, and the collector thread of a run. */
  @State(Scope.Thread)
  public static class Stallmark {

    private final StopFlag stop = new StopFlag();
    private ClientLoop loop;
    private Arrivals arrivals;
    private Thread collector;

    /** Creates the client of a workload with one setting, on a database without rows. */
    void start(String workload, String setting, String value) throws Exception {
      start(workload, Map.of(setting, value), new NoSession(0));
    }

    /** Creates the client of a workload with these settings, on a database that does nothing. */
    void start(String workload, Map<String, String> settings, Session nothing) throws Exception {
      ResolvedWorkload resolved = resolved(workload, settings);
      RunPlan plan =
          new RunPlan(
              List.of(RolePlan.only(1, new Pacing.ClosedLoop())),
              0,
              0,
              0,
              1,
              TimeUnit.SECONDS.toNanos(1),
              new RunPlan.Limits(0, 0, RunPlan.DEFAULT_PATIENCE),
              List.of(),
              RunPlan.Connect.ONCE);
      OperationKinds kinds = new OperationKinds(resolved.roles(), true);
      RunRecorder recorder = new RunRecorder(kinds.list(), 1, plan.interval(), interval -> {});
      recorder.begin(Clock.SYSTEM.now());
      Slice slice = Slice.of(0, 1, 1);
      resolved.begin(nothing, 1);
      loop =
          new ClientLoop(
              plan,
              Clock.SYSTEM,
              new RunControl(plan, stop),
              new ClientLoop.RoleClients(0, kinds.firstTransactionKind(0), 0),
              slice,
              recorder.client(0),
              recorder.errors(),
              OperationKinds.NONE,
              () -> {
                Session timed = new TimedSession(nothing, kinds, recorder.client(0), Clock.SYSTEM);
                return new ClientLoop.Connected(timed, resolved.clients(0, timed, slice));
              });
      long begin = Clock.SYSTEM.now();
      arrivals =
          new ClosedArrivals(
              plan, 0, new ArrivalTimer(Clock.SYSTEM, () -> false, 0, begin, 2), begin);
      collector = new Thread(() -> collect(recorder));
      collector.start();
    }

    private void collect(RunRecorder recorder) {
      while (!stop.requested()) {
        try {
          recorder.tick(Clock.SYSTEM.now());
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
        Clock.SYSTEM.sleepUntil(Clock.SYSTEM.now() + TimeUnit.MILLISECONDS.toNanos(20));
      }
    }

    boolean step() {
      return loop.step(arrivals);
    }

    @TearDown(Level.Trial)
    public void stop() throws InterruptedException {
      stop.request();
      collector.join();
    }

    private static ResolvedWorkload resolved(String name, Map<String, String> settings)
        throws SpecException {
      var workload = Registry.load().workload(name).orElseThrow();
      return ResolvedWorkload.of(
          workload.scenario(
              new SettingsReader(workload).read(settings), 1, EnumSet.allOf(Capability.class)),
          Map.of());
    }
  }

  /** A transaction of one statement, for which the harness costs most per operation. */
  @State(Scope.Thread)
  public static class PointSelect extends Stallmark {
    @Setup
    public void start() throws Exception {
      start("sysbench", "mix", "point_select");
    }
  }

  /** sysbench's default transaction. */
  @State(Scope.Thread)
  public static class ReadWrite extends Stallmark {
    @Setup
    public void start() throws Exception {
      start("sysbench", "mix", "read_write");
    }
  }

  /** The statement of a point_select, as one of the user's own. */
  @State(Scope.Thread)
  public static class OwnSelect extends Stallmark {
    @Setup
    public void start() throws Exception {
      start(
          "own",
          Map.of("sql", "SELECT c FROM sbtest1 WHERE id = :id", "id", "special:1..100000"),
          new NoSession(0));
    }
  }

  /** A transaction of the user's own with two values, in a file. */
  @State(Scope.Thread)
  public static class OwnTransaction extends Stallmark {
    @Setup
    public void start() throws Exception {
      Path file = Files.createTempFile("own", ".yaml");
      try {
        Files.writeString(
            file,
            """
            values: {id: "uniform:1..100000", delta: "uniform:-5000..5000"}
            transactions:
              change:
                begin: true
                steps:
                - sql: UPDATE account SET balance = balance + :delta WHERE id = :id
                - sql: SELECT balance FROM account WHERE id = :id
                - sql: INSERT INTO history (id, delta) VALUES (:id, :delta)
            """);
        start("own", "file", file.toString());
      } finally {
        Files.delete(file);
      }
    }
  }

  /** A script for pgbench, with the draws and statements of its tpcb-like. */
  @State(Scope.Thread)
  public static class PgbenchScript extends Stallmark {
    @Setup
    public void start() throws Exception {
      Path file = Files.createTempFile("tpcb-like", ".sql");
      try {
        Files.writeString(
            file,
            """
            \\set aid random(1, 100000 * :scale)
            \\set bid random(1, 1 * :scale)
            \\set tid random(1, 10 * :scale)
            \\set delta random(-5000, 5000)
            BEGIN;
            UPDATE accounts SET abalance = abalance + :delta WHERE aid = :aid;
            SELECT abalance FROM accounts WHERE aid = :aid;
            UPDATE tellers SET tbalance = tbalance + :delta WHERE tid = :tid;
            UPDATE branches SET bbalance = bbalance + :delta WHERE bid = :bid;
            INSERT INTO history (tid, bid, aid, delta) VALUES (:tid, :bid, :aid, :delta);
            END;
            """);
        start("pgbench", "file", file.toString());
      } finally {
        Files.delete(file);
      }
    }
  }

  /** YCSB's workload C on a database that does nothing, measured by YCSB. */
  @State(Scope.Thread)
  public static class Ycsb {

    /** {@code op} is YCSB's default; {@code both} is the correct choice in an open loop. */
    @Param({"op", "both"})
    public String interval;

    private CoreWorkload workload;
    private DBWrapper database;
    private Object state;

    @Setup
    public void start() throws Exception {
      Properties properties = new Properties();
      properties.setProperty("recordcount", "100000");
      properties.setProperty("operationcount", "100000");
      properties.setProperty("readproportion", "1");
      properties.setProperty("updateproportion", "0");
      properties.setProperty("requestdistribution", "zipfian");
      properties.setProperty("measurement.interval", interval);
      Measurements.setProperties(properties);
      workload = new CoreWorkload(); // reads the properties set above
      workload.init(properties);
      database = new DBWrapper(new IdleDatabase(), new Tracer.Builder("none").build());
      database.setProperties(properties);
      database.init();
      state = workload.initThread(properties, 0, 1);
    }
  }

  @Benchmark
  public boolean stallmarkPointSelect(PointSelect stallmark) {
    return stallmark.step();
  }

  @Benchmark
  @OperationsPerInvocation(STATEMENTS)
  public boolean stallmarkReadWrite(ReadWrite stallmark) {
    return stallmark.step();
  }

  @Benchmark
  public boolean ownSelect(OwnSelect own) {
    return own.step();
  }

  @Benchmark
  @OperationsPerInvocation(OWN_STATEMENTS)
  public boolean ownTransaction(OwnTransaction own) {
    return own.step();
  }

  @Benchmark
  @OperationsPerInvocation(SCRIPT_STATEMENTS)
  public boolean pgbenchScript(PgbenchScript script) {
    return script.step();
  }

  @Benchmark
  public boolean ycsbRead(Ycsb ycsb) {
    return ycsb.workload.doTransaction(ycsb.database, ycsb.state);
  }
}

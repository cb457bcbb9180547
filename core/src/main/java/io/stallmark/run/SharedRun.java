package io.stallmark.run;

import io.stallmark.analysis.cost.probe.ProcessFamily;
import io.stallmark.analysis.cost.probe.ResourceProbes;
import io.stallmark.analysis.cost.probe.ServerFamilies;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.GeneratorProcesses;
import io.stallmark.engine.Measurement;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.StartSignal;
import io.stallmark.plan.Share;
import io.stallmark.record.Interval;
import io.stallmark.record.IntervalListener;
import io.stallmark.record.Kind;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Tally;
import java.io.IOException;
import java.util.List;

/**
 * One machine's share of a run, on tables that another process has prepared. Writes no results: the
 * listener receives them. Used once.
 *
 * @param generator this process, and those of other agents on this machine
 * @param servers servers of all runs of this process
 */
public record SharedRun(
    Share share, BenchmarkContext context, GeneratorProcesses generator, ServerFamilies servers)
    implements AutoCloseable {

  /**
   * One machine's share of a load, into tables that another process has created.
   *
   * @param resumes whether the tables may contain a part of the rows
   * @param owner owner of the lease of that process; 0: it has none
   */
  public record SharedLoad(Share share, boolean resumes, long owner) {

    /**
     * Opens the database and inserts the rows of this machine.
     *
     * @param handle stops the load
     * @param observer receives the progress
     * @throws InterruptedException if it was stopped; rows are then missing
     */
    public void run(RunJob job, RunHandle handle, RunObserver observer)
        throws SpecException, DbException, InterruptedException {
      try (BenchmarkContext context = BenchmarkContext.open(job, false, handle, observer)) {
        context.tables().loadShare(share, resumes, owner);
        handle.flag().check();
      }
    }
  }

  /** Receives the intervals of this machine, with the health of its generator. */
  @FunctionalInterface
  public interface Listener {
    void interval(Interval interval, GeneratorHealth health) throws IOException;
  }

  /**
   * Opens the database and prepares the workload's clients.
   *
   * @param generator this process, and those of other agents on this machine
   * @param servers servers of all runs of this process, to which the run adds its own
   * @param handle stops the run
   * @throws SpecException if the specification cannot run on this database, or not on several
   *     machines
   */
  public static SharedRun open(
      RunJob job,
      Share share,
      GeneratorProcesses generator,
      ServerFamilies servers,
      RunHandle handle,
      RunObserver observer)
      throws SpecException, DbException, InterruptedException {
    BenchmarkContext context = BenchmarkContext.open(job, false, handle, observer);
    try {
      context.workload().share(share);
      context.tables().begin();
      return new SharedRun(share, context, generator, servers);
    } catch (SpecException | DbException | InterruptedException | RuntimeException e) {
      context.close();
      throw e;
    }
  }

  /** Kinds of operation of the run, in order. */
  public List<Kind> kinds() {
    return Measurement.kindsOf(context.job().plan(), context.workload(), context.database());
  }

  /** Files that the clients read, with a hash of their content; empty: they read none. */
  public String files() {
    return context.workload().scenario().files();
  }

  /** Number of roles of the workload. */
  public int roles() {
    return context.workload().roles().size();
  }

  /** Runs the clients of this machine to their end. */
  public RunResult run(StartSignal signal, Listener listener)
      throws DbException, IOException, InterruptedException {
    ProcessFamily server = context.ask(() -> ResourceProbes.of(context.database(), null).server());
    servers.add(server);
    try {
      LocalGenerator local = new LocalGenerator(context, share, generator, servers, signal);
      return local.run(
          new IntervalListener() {
            @Override
            public void begun() {
              local.health().begun();
            }

            @Override
            public void interval(Interval interval) throws IOException {
              listener.interval(interval, local.health().interval(interval));
            }

            @Override
            public void rehearsed(Interval interval) {
              local.health().interval(interval);
              interval.toBytes();
            }
          });
    } finally {
      servers.remove(server);
      context.workload().scenarios().forEach(Scenario::end);
    }
  }

  /** What the clients did, for the checks after the run. */
  public List<Tally> tallies() {
    return context.workload().scenarios().stream().map(Scenario::tally).toList();
  }

  @Override
  public void close() {
    context.close();
  }
}

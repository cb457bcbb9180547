package io.stallmark.cluster.agent;

import io.stallmark.analysis.cost.probe.ServerFamilies;
import io.stallmark.analysis.trust.GeneratorProcesses;
import io.stallmark.cluster.protocol.AgentAssignment;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.StartSignal;
import io.stallmark.plan.Registry;
import io.stallmark.plan.Share;
import io.stallmark.record.Kind;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunHandle;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunSpec;
import io.stallmark.run.RunSpecReader;
import io.stallmark.run.RunSpecWriter;
import io.stallmark.run.SharedRun;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Secret;
import io.stallmark.spi.workload.Tally;
import io.stallmark.tables.WorkProgress;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** A share of a run against a database, or of its load. */
public record DatabaseWork(String hash, SharedRun run) implements AgentWork {

  /** Returns the factory of a process, which opens the database of a specification. */
  public static AgentWork.Factory opening() {
    ServerFamilies servers = new ServerFamilies();
    return (assignment, handle, warnings) -> open(assignment, servers, handle, warnings);
  }

  private static DatabaseWork open(
      AgentAssignment assignment,
      ServerFamilies servers,
      RunHandle handle,
      Consumer<String> warnings)
      throws SpecException, DbException, InterruptedException {
    RunJob job = job(assignment);
    SharedRun run =
        SharedRun.open(
            job,
            new Share(assignment.index(), assignment.count()),
            new GeneratorProcesses(assignment.neighbours(), assignment.clients()),
            servers,
            handle,
            new RunObserver() {
              @Override
              public void warning(String sentence) {
                warnings.accept(sentence);
              }
            });
    return new DatabaseWork(AgentAssignment.hash(RunSpecWriter.json(job.spec())), run);
  }

  /** Inserts the rows of an assignment into the database of its specification. */
  public static void load(
      Message.LoadAssignment assignment, RunHandle handle, WorkProgress progress)
      throws SpecException, DbException, InterruptedException {
    AgentAssignment of = assignment.share();
    RunJob job = job(of);
    if (!AgentAssignment.hash(RunSpecWriter.json(job.spec())).equals(of.hash())) {
      throw new SpecException("its specification of the load is different");
    }
    new SharedRun.SharedLoad(
            new Share(of.index(), of.count()), assignment.resumes(), assignment.owner())
        .run(job, handle, reporting(progress));
  }

  private static RunObserver reporting(WorkProgress progress) {
    return new RunObserver() {
      @Override
      public void workAdvanced(long rows) {
        progress.workAdvanced(rows);
      }

      @Override
      public void workFound(long rows) {
        progress.workFound(rows);
      }
    };
  }

  private static RunJob job(AgentAssignment assignment) throws SpecException {
    Registry registry = Registry.load();
    RunSpec spec = new RunSpecReader(registry, path -> path).parse(assignment.spec());
    String password = assignment.password();
    String url = assignment.url() == null ? spec.url() : assignment.url();
    Secret secret = password == null ? null : new Secret(password);
    return RunJob.of(spec, registry, Credentials.of(url, secret, List.of()));
  }

  @Override
  public List<String> kinds() {
    return run.kinds().stream().map(Kind::name).toList();
  }

  @Override
  public String files() {
    return run.files();
  }

  @Override
  public int roles() {
    return run.roles();
  }

  @Override
  public RunResult run(StartSignal signal, SharedRun.Listener listener)
      throws DbException, IOException, InterruptedException {
    return run.run(signal, listener);
  }

  @Override
  public List<Tally> tallies() {
    return run.tallies();
  }

  @Override
  public void close() {
    run.close();
  }
}

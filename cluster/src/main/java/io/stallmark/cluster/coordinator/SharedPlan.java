package io.stallmark.cluster.coordinator;

import io.stallmark.cluster.protocol.AgentAssignment;
import io.stallmark.cluster.protocol.HostProcess;
import io.stallmark.engine.Measurement;
import io.stallmark.engine.StartSignal;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.Kind;
import io.stallmark.run.BenchmarkContext;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunSpecWriter;
import io.stallmark.spi.Secret;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What all agents of a run have in common.
 *
 * @param spec the specification, JSON
 * @param url URL with secrets; null: that of the specification
 * @param password password of the database; null: none
 * @param clients prefix of the names of the clients' threads
 * @param kinds kinds of operation, in order
 * @param units units of the roles' progress
 * @param files files that the clients read, with a hash of their content; empty: they read none
 */
record SharedPlan(
    RunPlan plan,
    String spec,
    @Nullable String url,
    @Nullable String password,
    String clients,
    List<Kind> kinds,
    List<ProgressUnit> units,
    String files) {

  SharedPlan {
    kinds = List.copyOf(kinds);
    units = List.copyOf(units);
  }

  static SharedPlan of(BenchmarkContext context, StartSignal signal) {
    RunJob job = context.job();
    Secret password = job.target().password();
    return new SharedPlan(
        job.plan(),
        RunSpecWriter.json(job.spec()),
        job.target().url().equals(job.spec().url()) ? null : job.target().url(),
        password == null ? null : password.reveal(),
        signal.clients(),
        Measurement.kindsOf(job.plan(), context.workload(), context.database()),
        context.workload().roles().stream().map(Role::unit).toList(),
        context.workload().scenario().files());
  }

  AgentAssignment assignment(AgentHandle agent, List<AgentHandle> agents) {
    List<HostProcess> processes =
        Stream.concat(
                Stream.of(HostProcess.here()), agents.stream().map(each -> each.hello().process()))
            .toList();
    return AgentAssignment.of(
        agent.index(),
        agents.size(),
        spec,
        url,
        password,
        clients,
        agent.hello().process().neighbours(processes));
  }

  String hash() {
    return AgentAssignment.hash(spec);
  }

  /** The plan without its secrets. */
  @Override
  public String toString() {
    return "SharedPlan[" + hash() + "]";
  }
}

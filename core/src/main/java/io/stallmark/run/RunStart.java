package io.stallmark.run;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.RateSchedule;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.ThinkTime;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunDocument.CounterColumn;
import io.stallmark.result.RunDocument.HostFacts;
import io.stallmark.result.RunDocument.ProgramVersions;
import io.stallmark.result.RunDocument.RunOutcome;
import io.stallmark.result.RunLabels;
import io.stallmark.result.RunParameters;
import io.stallmark.result.RunParameters.PlannedPhase;
import io.stallmark.result.RunState;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.run.document.ResolvedSettings;
import io.stallmark.run.document.RunFindings;
import io.stallmark.text.Text;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

/** Creates the document of a run at its start from its configuration and the facts found. */
public final class RunStart {

  private static final double SECOND = 1e9;

  private RunStart() {}

  /**
   * Returns the document of a run that has not ended.
   *
   * @param start when the run began
   */
  public static RunDocument document(
      RunJob job, Instant start, RunFindings findings, HostFacts host) {
    RunLabels labels = job.spec().labels();
    Map<String, String> database = findings.database().values();
    return new RunDocument(
        RunDocument.SCHEMA_VERSION,
        UUID.randomUUID().toString(),
        RunState.RUNNING,
        start,
        job.workload().name(),
        job.binding().name(),
        labels.name(),
        labels.tags(),
        job.spec().get(RunOptions.SEED),
        job.plan().requestSeed(),
        parameters(job, findings.resolved()),
        new ProgramVersions(
            StallmarkVersion.stallmark(),
            StallmarkVersion.java(),
            database.getOrDefault("driver", "")),
        database,
        CounterColumn.of(job.binding().figures()),
        host,
        findings.warnings(),
        null,
        null,
        null,
        null,
        RunOutcome.NONE);
  }

  private static RunParameters parameters(RunJob job, ResolvedSettings resolved) {
    RunPlan plan = job.plan();
    Map<String, Object> options = planned(job.spec(), plan).stored();
    options.put("pacing", plan.pacing().word());
    return new RunParameters(
        job.target().url(),
        job.target().driver(),
        options,
        phases(plan.phases(), resolved.phases()),
        job.spec().get(RunOptions.STORAGE),
        roles(plan),
        job.spec().values().entrySet().stream()
            .filter(value -> Boolean.TRUE.equals(value.getValue()))
            .map(Map.Entry::getKey)
            .filter(RunOptions.FLAGS::contains)
            .sorted()
            .toList(),
        job.settings().values(),
        resolved.all());
  }

  /** Returns the specification with the load of the plan, to which roles and phases contribute. */
  private static RunSpec planned(RunSpec spec, RunPlan plan) {
    RunSpec planned =
        spec.with(RunOptions.TLS, spec.tls().mode())
            .with(RunOptions.THREADS, plan.threads())
            .with(RunOptions.SECONDS, plan.duration());
    if (plan.pacing() instanceof Pacing.OpenLoop open) {
      return planned
          .with(RunOptions.RATE, open.rates())
          .with(RunOptions.ARRIVALS, open.distribution())
          .with(RunOptions.THINK_TIME, ThinkTime.NONE);
    }
    return planned
        .with(RunOptions.RATE, RateSchedule.constant(0))
        .with(RunOptions.THINK_TIME, thinkTime(plan))
        .without(RunOptions.ARRIVALS)
        .without(RunOptions.MIN_STARTED);
  }

  /** Returns the load of each role in the syntax of {@code --role}; nothing for a single role. */
  private static List<String> roles(RunPlan plan) {
    if (plan.roles().size() == 1) {
      return List.of();
    }
    boolean phased = !plan.phases().isEmpty(); // each phase has its rates
    return plan.roles().stream()
        .map(role -> role.name() + (phased ? " threads=" + role.threads() : text("", role)))
        .toList();
  }

  /**
   * Returns a load as {@code --role} and {@code --phase} take it.
   *
   * @param prefix of the keys
   */
  private static String text(String prefix, RolePlan role) {
    String key = " " + prefix;
    String threads = key + "threads=" + role.threads();
    ThinkTime think = role.thinkTime();
    return role.pacing() instanceof Pacing.OpenLoop open
        ? threads + key + "rate=" + open.rates().text()
        : threads + (think.isNone() ? key + "rate=0" : key + "think-time=" + think.text());
  }

  /** Returns the think time of the whole run; none if each phase has its own. */
  private static ThinkTime thinkTime(RunPlan plan) {
    return plan.phases().isEmpty() ? plan.roles().get(0).thinkTime() : ThinkTime.NONE;
  }

  private static List<PlannedPhase> phases(List<Phase> phases, List<Map<String, Object>> resolved) {
    return IntStream.range(0, phases.size())
        .mapToObj(i -> phase(phases.get(i), resolved.isEmpty() ? Map.of() : resolved.get(i)))
        .toList();
  }

  private static PlannedPhase phase(Phase phase, Map<String, Object> resolved) {
    StringBuilder load = new StringBuilder(phase.name());
    load.append(" seconds=").append(Text.seconds(phase.length()));
    for (RolePlan role : phase.roles()) {
      boolean first = role.equals(phase.roles().get(0)); // names are unique
      load.append(text(first ? "" : role.name() + ".", role));
    }
    return new PlannedPhase(
        phase.name(),
        phase.start() / SECOND,
        phase.length() / SECOND,
        phase.threads(),
        load.toString(),
        phase.pacing() instanceof Pacing.OpenLoop open ? open.rates().text() : null,
        phase.pacing() instanceof Pacing.ClosedLoop closed
            ? closed.thinkTime().mean() / SECOND
            : null,
        phase.settings(),
        resolved);
  }
}

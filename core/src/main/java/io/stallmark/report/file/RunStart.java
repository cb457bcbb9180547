package io.stallmark.report.file;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.ThinkTime;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.ResolvedRun;
import io.stallmark.report.RunFindings;
import io.stallmark.report.StallmarkVersion;
import io.stallmark.result.HostFacts;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunDocument.ProgramVersions;
import io.stallmark.result.RunDocument.RunOutcome;
import io.stallmark.result.RunParameters;
import io.stallmark.result.RunParameters.PlannedPhase;
import io.stallmark.result.RunState;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Creates the document of a run at its start from its configuration and the facts found. */
final class RunStart {

  private RunStart() {}

  static RunDocument document(ResolvedRun spec, RunFindings findings, HostFacts host) {
    Map<String, String> database = findings.database().values();
    return new RunDocument(
        RunDocument.SCHEMA_VERSION,
        RunState.RUNNING,
        spec.start(),
        spec.workload(),
        spec.binding(),
        spec.plan().seed(),
        spec.plan().requestSeed(),
        parameters(spec, findings),
        new ProgramVersions(
            StallmarkVersion.stallmark(),
            StallmarkVersion.java(),
            database.getOrDefault("driver", "")),
        database,
        host,
        findings.warnings(),
        null,
        null,
        null,
        null,
        RunOutcome.NONE);
  }

  private static RunParameters parameters(ResolvedRun spec, RunFindings findings) {
    RunPlan plan = spec.plan();
    Pacing.OpenLoop open = plan.pacing() instanceof Pacing.OpenLoop loop ? loop : null;
    ThinkTime thinkTime = thinkTime(plan);
    return new RunParameters(
        spec.target().url(),
        spec.target().driver(),
        spec.target().tls().mode().name().toLowerCase(Locale.ROOT),
        plan.threads(),
        plan.duration() / FigureFormat.SECOND,
        plan.events(),
        plan.warmup() / FigureFormat.SECOND,
        open == null ? "closed" : "open",
        open == null || !open.rates().isConstant() ? null : open.rates().afterwards(),
        open == null || open.rates().isConstant() ? null : open.rates().text(),
        open == null ? null : open.distribution().name().toLowerCase(Locale.ROOT),
        thinkTime == null ? null : thinkTime.mean() / FigureFormat.SECOND,
        thinkTime == null ? null : thinkTime.exponential() ? "exponential" : "constant",
        plan.interval() / FigureFormat.SECOND,
        FigureFormat.percentOf(plan.allowedErrors()),
        open == null ? null : FigureFormat.percentOf(plan.minStarted()),
        plan.reconnect() / FigureFormat.SECOND,
        plan.patience() / FigureFormat.SECOND,
        phases(plan.phases(), findings.resolved().phases()),
        spec.storage(),
        spec.cache(),
        spec.settings().values(),
        findings.resolved().all());
  }

  /** Returns the think time of the whole run; null: none, or each phase has its own. */
  private static @Nullable ThinkTime thinkTime(RunPlan plan) {
    return plan.pacing() instanceof Pacing.ClosedLoop closed
            && !closed.thinkTime().isNone()
            && plan.phases().isEmpty()
        ? closed.thinkTime()
        : null;
  }

  private static List<PlannedPhase> phases(List<Phase> phases, List<Map<String, Object>> resolved) {
    return IntStream.range(0, phases.size())
        .mapToObj(i -> phase(phases.get(i), resolved.isEmpty() ? Map.of() : resolved.get(i)))
        .toList();
  }

  private static PlannedPhase phase(Phase phase, Map<String, Object> resolved) {
    return new PlannedPhase(
        phase.name(),
        phase.start() / FigureFormat.SECOND,
        phase.length() / FigureFormat.SECOND,
        phase.threads(),
        phase.pacing() instanceof Pacing.OpenLoop open ? open.rates().text() : null,
        phase.pacing() instanceof Pacing.ClosedLoop closed
            ? closed.thinkTime().mean() / FigureFormat.SECOND
            : null,
        phase.settings(),
        resolved);
  }
}

package io.stallmark.run.document;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.ThinkTime;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunDocument.HostFacts;
import io.stallmark.result.RunDocument.ProgramVersions;
import io.stallmark.result.RunDocument.RunOutcome;
import io.stallmark.result.RunParameters;
import io.stallmark.result.RunParameters.PlannedPhase;
import io.stallmark.result.RunState;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.text.Text;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Creates the document of a run at its start from its configuration and the facts found. */
final class RunStart {

  static final double SECOND = 1e9;

  private RunStart() {}

  static RunDocument document(ResolvedRun spec, RunFindings findings, HostFacts host) {
    Map<String, String> database = findings.database().values();
    return new RunDocument(
        RunDocument.SCHEMA_VERSION,
        UUID.randomUUID().toString(),
        RunState.RUNNING,
        spec.start(),
        spec.workload(),
        spec.binding(),
        spec.labels().name(),
        spec.labels().tags(),
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
    Path ca = spec.target().tls().ca();
    return new RunParameters(
        spec.target().url(),
        spec.target().driver(),
        spec.target().tls().mode().name().toLowerCase(Locale.ROOT),
        ca == null ? null : ca.toString(),
        plan.threads(),
        plan.duration() / SECOND,
        plan.events(),
        plan.warmup() / SECOND,
        plan.pacing().word(),
        open == null || !open.rates().isConstant() ? null : open.rates().afterwards(),
        open == null || open.rates().isConstant() ? null : open.rates().text(),
        open == null ? null : open.distribution().name().toLowerCase(Locale.ROOT),
        thinkTime == null ? null : thinkTime.mean() / SECOND,
        thinkTime == null ? null : thinkTime.exponential() ? "exponential" : "constant",
        plan.interval() / SECOND,
        percentOf(plan.allowedErrors()),
        plan.stopAfterErrors() == 0 ? null : plan.stopAfterErrors(),
        open == null ? null : percentOf(plan.minStarted()),
        plan.reconnect() / SECOND,
        plan.patience() / SECOND,
        phases(plan.phases(), findings.resolved().phases()),
        spec.storage(),
        spec.cache(),
        roles(plan),
        spec.flags(),
        spec.settings().values(),
        findings.resolved().all());
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

  /** Converts a share to percent without rounding errors: 7 for 0.07, not 7.000000000000001. */
  static double percentOf(double share) {
    return BigDecimal.valueOf(100 * share).round(MathContext.DECIMAL32).doubleValue();
  }
}

package io.stallmark.report.phase;

import io.stallmark.analysis.Latency;
import io.stallmark.analysis.PhaseTotals.Total;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code phases} of {@code run.json}: as planned in {@code spec}, and what they came to. */
public final class PhaseJson {

  private static final double SECOND = 1e9;

  private PhaseJson() {}

  /**
   * Adds what was asked for; nothing where there are no phases.
   *
   * @param resolved what settings came to in each, where that is not so in all of them
   */
  public static void plan(ObjectNode spec, List<Phase> phases, List<Map<String, Object>> resolved) {
    if (!phases.isEmpty()) {
      ArrayNode array = spec.putArray("phases");
      for (int i = 0; i < phases.size(); i++) {
        plan(array.addObject(), phases.get(i), resolved.isEmpty() ? Map.of() : resolved.get(i));
      }
    }
  }

  private static void plan(ObjectNode node, Phase phase, Map<String, Object> resolved) {
    node.put("name", phase.name());
    node.put("startSeconds", phase.start() / SECOND);
    node.put("durationSeconds", phase.length() / SECOND);
    node.put("threads", phase.threads());
    if (phase.pacing() instanceof Pacing.OpenLoop open) {
      node.put("rateSchedule", open.rates().text());
    } else if (phase.pacing() instanceof Pacing.ClosedLoop closed) {
      node.put("thinkTimeSeconds", closed.thinkTime().mean() / SECOND);
    }
    ObjectNode settings = node.putObject("settings");
    phase.settings().forEach(settings::put);
    resolved.forEach(node.putObject("resolved")::putPOJO);
  }

  /** Adds what they came to; nothing where there are none. */
  public static void results(ObjectNode root, List<Total> totals) {
    if (totals.isEmpty()) {
      return;
    }
    ArrayNode array = root.putArray("phases");
    for (Total total : totals) {
      ObjectNode node = array.addObject();
      node.put("name", total.phase().name());
      node.put("startSeconds", total.phase().start() / SECOND);
      node.put("elapsedNanoseconds", total.length());
      node.put("generatorBoundPercent", total.boundPercent());
      node.put("transactions", total.transactions());
      node.put("transactionsPerSecond", total.perSecond(total.transactions()));
      node.put("statements", total.statements());
      node.put("statementsPerSecond", total.perSecond(total.statements()));
      node.put("retries", total.retries());
      node.put("errors", total.failures());
      latency(node.putObject("serviceNanoseconds"), total.service());
      latency(node.putObject("responseNanoseconds"), total.response());
    }
  }

  private static void latency(ObjectNode node, Latency latency) {
    node.put("mean", latency.mean());
    node.put("p50", latency.p50());
    node.put("p95", latency.p95());
    node.put("p99", latency.p99());
    node.put("p999", latency.p999());
    node.put("max", latency.max());
  }
}

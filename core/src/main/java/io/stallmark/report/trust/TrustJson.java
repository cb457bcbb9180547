package io.stallmark.report.trust;

import io.stallmark.analysis.trust.Reason;
import io.stallmark.analysis.trust.Trust;
import io.stallmark.analysis.trust.TrustReport;
import io.stallmark.analysis.trust.Worst;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The object {@code trust} of {@code run.json}. */
public final class TrustJson {

  private static final double SECOND = 1e9;
  private static final double MILLISECOND = 1e6;
  private static final double PERCENT = 100;

  private TrustJson() {}

  /**
   * Adds it to the root of the document.
   *
   * @param redaction of every text
   */
  public static void put(ObjectNode root, Trust trust, UnaryOperator<String> redaction) {
    ObjectNode node = root.putObject("trust");
    TrustReport report = trust.report();
    if (trust.judged()) {
      node.put("trusted", trust.trusted());
    } else {
      node.putNull("trusted");
    }
    ArrayNode reasons = node.putArray("reasons");
    trust.doubts().forEach(doubt -> reasons.add(redaction.apply(doubt)));
    ArrayNode cautions = node.putArray("cautions");
    trust.cautions().forEach(caution -> cautions.add(redaction.apply(caution)));
    node.put("intervals", report.intervals());
    node.put("flaggedIntervals", report.flagged());
    node.put("judgedFromSeconds", report.judgedFrom() / SECOND);
    node.put("judgedIntervals", report.judged());
    node.put("judgedFlaggedIntervals", report.judgedFlagged());
    node.put("judgedFlaggedPercent", PERCENT * report.flaggedShare());
    node.put("processors", report.processors());
    worst(node.putObject("worst"), report.worst());
    limits(node.putObject("limits"), report);
  }

  private static void worst(ObjectNode node, Worst worst) {
    put(node, "ownCpuPercent", PERCENT * worst.ownCpu());
    put(node, "machineCpuPercent", PERCENT * worst.machineCpu());
    put(node, "serverCpuPercent", PERCENT * worst.serverCpu());
    put(node, "otherCpuPercent", PERCENT * worst.othersCpu());
    put(node, "stolenCpuPercent", PERCENT * worst.stolenCpu());
    put(node, "cpuQueuePercent", PERCENT * worst.queued());
    put(node, "gcPauseMilliseconds", worst.gcPauses() / MILLISECOND);
    put(node, "heldMilliseconds", worst.held() / MILLISECOND);
    put(node, "timerLateMilliseconds", worst.wokenLate() / MILLISECOND);
    put(node, "startLateP99Milliseconds", worst.startedLate() / MILLISECOND);
    node.put("missedArrivals", worst.missed());
    put(node, "clockStepMilliseconds", worst.clockStep() / MILLISECOND);
    put(node, "swapInPagesPerSecond", worst.swapIns());
    put(node, "majorFaultsPerSecond", worst.majorFaults());
  }

  /** What nobody says is absent. */
  private static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    }
  }

  private static void limits(ObjectNode node, TrustReport report) {
    node.put("flaggedPercent", PERCENT * Trust.MOST_FLAGGED);
    node.put("neverStartedPercent", PERCENT * Trust.MOST_NEVER_STARTED);
    ObjectNode reasons = node.putObject("reasons");
    for (Reason reason : Reason.values()) {
      ObjectNode each = reasons.putObject(reason.word());
      each.put(
          reason.share() ? "percent" : "perSecond",
          reason.share() ? PERCENT * reason.limit() : reason.limit());
      each.put("judgedIntervals", report.count(reason));
    }
  }
}

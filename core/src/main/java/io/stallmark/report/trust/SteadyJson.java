package io.stallmark.report.trust;

import io.stallmark.analysis.Latency;
import io.stallmark.analysis.trust.Steady;
import tools.jackson.databind.node.ObjectNode;

/** The object {@code steady} of {@code run.json}. */
public final class SteadyJson {

  private static final double SECOND = 1e9;

  private SteadyJson() {}

  /** Adds it to the root of the document. */
  public static void put(ObjectNode root, SteadyPart part) {
    ObjectNode node = root.putObject("steady");
    Steady steady = part.steady();
    if (steady.judged()) {
      node.put("reached", steady.reachedAfter().isPresent());
    } else {
      node.putNull("reached");
    }
    node.put("of", steady.what().word());
    if (steady.judged()) {
      node.put("resolutionSeconds", steady.resolution() / SECOND);
    }
    steady.reachedAfter().ifPresent(at -> node.put("reachedAfterSeconds", at / SECOND));
    part.from().ifPresent(at -> node.put("percentilesFromSeconds", at / SECOND));
    if (!part.kinds().isEmpty()) {
      ObjectNode kinds = node.putObject("kinds");
      part.kinds().forEach((name, clocks) -> kind(kinds.putObject(name), clocks));
    }
  }

  private static void kind(ObjectNode node, SteadyPart.Clocks clocks) {
    node.put("count", clocks.service().count());
    latency(node.putObject("serviceNanoseconds"), clocks.service());
    latency(node.putObject("responseNanoseconds"), clocks.response());
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

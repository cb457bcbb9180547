package io.stallmark.report.stall;

import io.stallmark.analysis.counters.CounterMove;
import io.stallmark.analysis.stall.Dip;
import io.stallmark.analysis.stall.RecurrencePeriod;
import io.stallmark.analysis.stall.Stall;
import io.stallmark.analysis.stall.StallReport;
import io.stallmark.analysis.stall.StallRule;
import java.math.BigDecimal;
import java.math.MathContext;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Stalls and dips in {@code run.json}. */
public final class StallJson {

  private static final double SECOND = 1e9;
  private static final double PERCENT = 100;

  private StallJson() {}

  /** Adds them to the root of the document. */
  public static void put(ObjectNode root, StallReport report, BoundTimes bound) {
    ObjectNode rule = root.putObject("stallRule");
    rule.put("belowPercent", percent(report.rule().below()));
    rule.put("shortestSeconds", report.rule().shortest() / SECOND);
    rule.put("judgedFromSeconds", StallRule.LEARNING / SECOND);
    root.put("stallCount", report.stallCount());
    ArrayNode stalls = root.putArray("stalls");
    report.stalls().forEach(stall -> stall(stalls.addObject(), stall, bound));
    root.put("dipCount", report.dipCount());
    ArrayNode dips = root.putArray("dips");
    report.dips().forEach(dip -> dip(dips.addObject(), dip, bound));
    ArrayNode periods = root.putArray("periodic");
    for (RecurrencePeriod period : report.periods()) {
      ObjectNode node = periods.addObject();
      node.put("what", period.what());
      node.put("periodSeconds", period.period() / SECOND);
      node.put("count", period.count());
    }
  }

  /** As the user wrote it: 7 % is a share of 0.07, and 100 times that 7.000000000000001. */
  public static double percent(double share) {
    return BigDecimal.valueOf(PERCENT * share).round(MathContext.DECIMAL32).doubleValue();
  }

  private static void stall(ObjectNode node, Stall stall, BoundTimes bound) {
    node.put("startSeconds", stall.start() / SECOND);
    node.put("lengthSeconds", stall.length() / SECOND);
    node.put("lowestPerSecond", stall.lowest());
    node.put("usualPerSecond", stall.usual());
    node.put("delayed", stall.delayed());
    node.put("longestNanoseconds", stall.longest());
    ArrayNode kinds = node.putArray("kinds");
    stall.kinds().forEach(kinds::add);
    node.put("generatorHeldSeconds", stall.generatorHeld() / SECOND);
    node.put("blame", stall.generators() ? "generator" : "server");
    node.put("generatorBound", bound.during(stall.start(), stall.length()));
    ArrayNode counters = node.putArray("counters");
    for (CounterMove move : stall.counters()) {
      ObjectNode counter = counters.addObject();
      counter.put("name", move.name());
      counter.put("change", move.change());
      counter.put("perSecond", move.perSecond());
      counter.put("usualPerSecond", move.usualPerSecond());
    }
  }

  private static void dip(ObjectNode node, Dip dip, BoundTimes bound) {
    node.put("startSeconds", dip.start() / SECOND);
    node.put("lengthSeconds", dip.length() / SECOND);
    node.put("perSecond", dip.rate());
    node.put("lowestPerSecond", dip.lowest());
    node.put("usualPerSecond", dip.usual());
    node.put("longestNanoseconds", dip.longest());
    node.put("generatorHeldSeconds", dip.generatorHeld() / SECOND);
    node.put("generatorBound", bound.during(dip.start(), dip.length()));
  }
}

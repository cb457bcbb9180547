package io.stallmark.report.cost;

import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.cost.SourceCost;
import io.stallmark.spi.server.Usage.Resource;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code cost} in run.json. */
public final class CostJson {

  private static final double SECOND = 1e9;

  private CostJson() {}

  /**
   * Adds it.
   *
   * @param text what texts from outside pass through
   */
  public static void put(ObjectNode root, CostReport report, UnaryOperator<String> text) {
    ObjectNode cost = root.putObject("cost");
    ObjectNode sources = cost.putObject("sources");
    for (SourceCost source : report.sources()) {
      ObjectNode node = sources.putObject(source.source().word());
      node.put("what", text.apply(source.what()));
      node.put("seconds", source.nanos() / SECOND);
      node.put("transactions", source.transactions());
      node.put("statements", source.statements());
      ObjectNode total = node.putObject("total");
      for (CostFigure figure : CostFigure.values()) {
        whole(total, figure.exact(), source.used().of(figure.resource()));
      }
      per(node.putObject("perStatement"), source::perStatement);
      per(node.putObject("perTransaction"), source::perTransaction);
      real(node, "writeAmplification", report.writeAmplification(source));
    }
    ArrayNode notes = cost.putArray("notes");
    report.notes().forEach(note -> notes.add(text.apply(note)));
    whole(cost, "storedBytes", report.stored().bytes());
    whole(cost, "rows", report.stored().rows());
    whole(cost, "logicalBytes", report.stored().logicalBytes());
    real(cost, "storedBytesPerRow", report.stored().bytesPerRow());
    real(cost, "spaceAmplification", report.stored().spaceAmplification());
    whole(cost, "logicalWrittenBytes", report.logicalWrittenBytes());
  }

  private static void per(ObjectNode node, Function<Resource, OptionalDouble> share) {
    for (CostFigure figure : CostFigure.values()) {
      share
          .apply(figure.resource())
          .ifPresent(count -> node.put(figure.scaled(), figure.scaled(count)));
    }
  }

  private static void whole(ObjectNode node, String name, OptionalLong count) {
    count.ifPresent(present -> node.put(name, present));
  }

  private static void real(ObjectNode node, String name, OptionalDouble figure) {
    figure.ifPresent(present -> node.put(name, present));
  }
}

package io.stallmark.experiment.result;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a run of an experiment has come to.
 *
 * @param directory the attempt that counts; null: there is none
 * @param state that of {@code run.json}; empty: there is none
 * @param reason a sentence about the state
 * @param figures by {@link Metric#column}
 * @param verified whether its tables were right after it: yes, no; empty: nobody looked
 * @param trusted whether it is to be trusted: yes, no; empty: not judged
 * @param doubts why not, whole sentences
 * @param seconds from its start to its end, loading included
 */
public record RunRecord(
    @Nullable Path directory,
    String state,
    String reason,
    String verified,
    String trusted,
    List<String> doubts,
    OptionalDouble seconds,
    Map<String, Double> figures) {

  private static final String COMPLETED = "completed";

  static RunRecord none() {
    return new RunRecord(null, "", "", "", "", List.of(), OptionalDouble.empty(), Map.of());
  }

  static RunRecord of(Path directory, Evidence evidence) {
    Map<String, Double> figures = new HashMap<>();
    for (Metric metric : Metric.ALL) {
      figures.put(metric.column(), metric.of(evidence));
    }
    return new RunRecord(
        directory,
        evidence.text("/state"),
        evidence.text("/reason"),
        yesOrNo(evidence, "/verified"),
        yesOrNo(evidence, "/trust/trusted"),
        evidence.json().at("/trust/reasons").valueStream().map(JsonNode::asString).toList(),
        seconds(evidence),
        figures);
  }

  static String yesOrNo(Evidence evidence, String pointer) {
    return switch (evidence.text(pointer)) {
      case "true" -> "yes";
      case "false" -> "no";
      default -> "";
    };
  }

  private static OptionalDouble seconds(Evidence evidence) {
    try {
      Duration taken =
          Duration.between(
              Instant.parse(evidence.text("/startedAt")), Instant.parse(evidence.text("/endedAt")));
      return OptionalDouble.of(taken.toMillis() / 1000.0);
    } catch (DateTimeException e) {
      return OptionalDouble.empty(); // it has not ended
    }
  }

  /** Whether it need not be done again. */
  public boolean completed() {
    return state.equals(COMPLETED);
  }

  double figure(Metric metric) {
    return figures.getOrDefault(metric.column(), Double.NaN);
  }
}

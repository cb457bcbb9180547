package io.stallmark.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * What a run cost the server.
 *
 * @param sources by name: server, process, cgroup, disk, node
 * @param notes why other sources are absent, whole sentences
 * @param storedBytes size of the tables at the end
 * @param rows in all tables at the end
 * @param logicalBytes of the values of these rows
 * @param logicalWrittenBytes of the values that the run wrote
 */
public record CostSummary(
    Map<String, SourceCostSummary> sources,
    @JsonSerialize(contentUsing = RedactedText.class) List<String> notes,
    @Nullable Long storedBytes,
    @Nullable Long rows,
    @Nullable Long logicalBytes,
    @Nullable Double storedBytesPerRow,
    @Nullable Double spaceAmplification,
    @Nullable Long logicalWrittenBytes) {

  /**
   * What one source counted.
   *
   * @param what whose counts they are, for readers
   * @param seconds of the run that are known
   * @param total by the metric's exact name in {@code run.json}, such as {@code cpuNanoseconds}
   * @param perStatement by the metric's name with the unit for readers, such as {@code
   *     cpuMicroseconds}
   */
  public record SourceCostSummary(
      @JsonSerialize(using = RedactedText.class) String what,
      double seconds,
      long transactions,
      long statements,
      Map<String, Long> total,
      Map<String, Double> perStatement,
      Map<String, Double> perTransaction,
      @Nullable Double writeAmplification) {

    public SourceCostSummary {
      what = AbsentValue.empty(what);
      total = AbsentValue.empty(total);
      perStatement = AbsentValue.empty(perStatement);
      perTransaction = AbsentValue.empty(perTransaction);
    }
  }

  public CostSummary {
    sources = AbsentValue.empty(sources);
    notes = AbsentValue.empty(notes);
  }
}

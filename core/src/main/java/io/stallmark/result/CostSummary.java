package io.stallmark.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * Resources that the server used in a run, and the size of its tables.
 *
 * @param sources cost by the source's name: server, process, cgroup, disk, node
 * @param notes reasons why other sources are absent, whole sentences
 * @param storedBytes size of the tables at the end of the run, bytes; null: not reported
 * @param rows number of rows in all tables at the end; null: not reported
 * @param logicalBytes bytes of the values of these rows; null: unknown
 * @param logicalWrittenBytes bytes of the values that the run wrote; null: unknown
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
   * Counts of one source.
   *
   * @param what process, disk, container or address that the counts are of, for readers
   * @param seconds length of the part of the run whose counts are known
   * @param total counts by the metric's exact name in {@code run.json}, such as {@code
   *     cpuNanoseconds}
   * @param perStatement cost of a statement by the metric's name with its unit, such as {@code
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

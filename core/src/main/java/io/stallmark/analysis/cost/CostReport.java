package io.stallmark.analysis.cost;

import io.stallmark.engine.RunResult;
import io.stallmark.spi.server.TableSize;
import io.stallmark.spi.server.Usage.Resource;
import io.stallmark.spi.workload.Scenario;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a run cost.
 *
 * @param sources those that told, in the order of {@link Source}
 * @param notes why others did not, whole sentences
 * @param storedBytes of the tables at the end; empty: nobody said
 * @param rows in them; empty: nobody said
 * @param logicalBytes of these rows' values
 * @param logicalWrittenBytes of the values that the run wrote; empty: unknown
 * @param statements of the run; a source that knows of fewer has missed a part
 */
public record CostReport(
    List<SourceCost> sources,
    List<String> notes,
    OptionalLong storedBytes,
    OptionalLong rows,
    OptionalLong logicalBytes,
    OptionalLong logicalWrittenBytes,
    long statements) {

  public CostReport {
    sources = List.copyOf(sources);
    notes = List.copyOf(notes);
  }

  /**
   * @param end what the tables take when the run is over; null: nobody said
   */
  public static CostReport of(
      List<SourceCost> sources,
      List<String> notes,
      Scenario scenario,
      RunResult result,
      @Nullable TableSize end) {
    OptionalLong stored = OptionalLong.empty();
    OptionalLong rows = OptionalLong.empty();
    OptionalLong logical = OptionalLong.empty();
    if (end != null) {
      stored = OptionalLong.of(end.storedBytes());
      rows = end.rows().values().stream().mapToLong(Long::longValue).reduce(Long::sum);
      logical = Logical.stored(scenario, end);
    }
    return new CostReport(
        sources,
        notes,
        stored,
        rows,
        logical,
        Logical.written(scenario, result),
        result.statements());
  }

  /** Stored bytes of a row, indexes and holes among them. */
  public OptionalDouble storedBytesPerRow() {
    return ratio(storedBytes, rows);
  }

  /** How many bytes are stored for each byte of the rows' values. */
  public OptionalDouble spaceAmplification() {
    return ratio(storedBytes, logicalBytes);
  }

  /** How many bytes the source saw written for each byte of a value that the run wrote. */
  public OptionalDouble writeAmplification(SourceCost source) {
    return source.statements() < statements
        ? OptionalDouble.empty()
        : ratio(source.used().of(Resource.WRITTEN_BYTES), logicalWrittenBytes);
  }

  private static OptionalDouble ratio(OptionalLong of, OptionalLong to) {
    return of.isEmpty() || to.isEmpty() || to.getAsLong() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) of.getAsLong() / to.getAsLong());
  }
}

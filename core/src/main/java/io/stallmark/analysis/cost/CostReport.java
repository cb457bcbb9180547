package io.stallmark.analysis.cost;

import io.stallmark.engine.RunResult;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.spi.server.TableSize;
import io.stallmark.spi.server.Usage.Resource;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a run cost.
 *
 * @param sources those that told, in the order of {@link Source}
 * @param notes why others did not, whole sentences
 * @param stored by the tables at the end
 * @param logicalWrittenBytes of the values that the run wrote; empty: unknown
 * @param statements of the run; a source that knows of fewer has missed a part
 */
public record CostReport(
    List<SourceCost> sources,
    List<String> notes,
    Stored stored,
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
      ResolvedWorkload workload,
      RunResult result,
      @Nullable TableSize end) {
    return new CostReport(
        sources,
        notes,
        Stored.of(workload, end),
        Logical.written(workload, result.kinds(), result.totals()),
        result.statements());
  }

  /** How many bytes the source saw written for each byte of a value that the run wrote. */
  public OptionalDouble writeAmplification(SourceCost source) {
    return source.statements() < statements
        ? OptionalDouble.empty()
        : Stored.ratio(source.used().of(Resource.WRITTEN_BYTES), logicalWrittenBytes);
  }
}

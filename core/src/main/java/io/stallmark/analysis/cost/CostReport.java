package io.stallmark.analysis.cost;

import io.stallmark.result.CostSummary;
import io.stallmark.result.CostSummary.SourceCostSummary;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.result.metric.CostMetric;
import io.stallmark.result.metric.SizeMetric;
import io.stallmark.spi.server.Usage.Resource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Resources that the server used in a run, by source, and the size of its tables. */
public final class CostReport {

  private static final double SECOND = 1e9;

  private CostReport() {}

  /**
   * Returns the cost of a run that has ended.
   *
   * @param sources cost by each source that reported, in the order of {@link CostSource}
   * @param notes reasons why other sources are absent, whole sentences
   * @param stored size of the tables at the end of the run; null: not reported
   * @param logicalWrittenBytes bytes of the values that the run wrote; null: unknown
   * @param statements number of statements of the run; a source with fewer has missed a part of the
   *     run, so its write amplification is unknown
   */
  public static CostSummary of(
      List<SourceCost> sources,
      List<String> notes,
      @Nullable StoredSize stored,
      @Nullable Long logicalWrittenBytes,
      long statements) {
    Map<String, SourceCostSummary> all = new LinkedHashMap<>();
    for (SourceCost source : sources) {
      Long written = source.statements() < statements ? null : logicalWrittenBytes;
      all.put(source.source().word(), summary(source, written));
    }
    return new CostSummary(
        all,
        List.copyOf(notes),
        stored == null ? null : (Long) stored.storedBytes(),
        stored == null ? null : stored.rows(),
        stored == null ? null : stored.logicalBytes(),
        known(SizeMetric.BYTES_PER_ROW, stored),
        known(SizeMetric.SPACE_AMPLIFICATION, stored),
        logicalWrittenBytes);
  }

  private static @Nullable Double known(SizeMetric metric, @Nullable StoredSize stored) {
    double value = stored == null ? Double.NaN : metric.of(stored);
    return Double.isNaN(value) ? null : (Double) value;
  }

  private static SourceCostSummary summary(SourceCost source, @Nullable Long written) {
    Map<String, Long> total = new LinkedHashMap<>();
    for (CostMetric metric : CostMetric.values()) {
      source.used().of(metric.resource()).ifPresent(count -> total.put(metric.exactName(), count));
    }
    return new SourceCostSummary(
        source.what(),
        source.nanos() / SECOND,
        source.transactions(),
        source.statements(),
        total,
        shares(source, source.statements()),
        shares(source, source.transactions()),
        CostRow.ratio(source.used().of(Resource.WRITTEN_BYTES), written));
  }

  /** Returns the costs of an event; none if no event ended. */
  private static Map<String, Double> shares(SourceCost source, long events) {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (CostMetric metric : CostMetric.values()) {
      OptionalLong count = source.used().of(metric.resource());
      if (count.isPresent() && events > 0) {
        double share = (double) count.getAsLong() / events;
        shares.put(metric.jsonName(), metric.unit().of(share));
      }
    }
    return shares;
  }
}

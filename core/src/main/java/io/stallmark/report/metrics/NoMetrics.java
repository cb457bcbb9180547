package io.stallmark.report.metrics;

import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.StoredSize;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.record.Interval;
import io.stallmark.record.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Metrics that are not served. */
final class NoMetrics implements LiveMetrics {

  @Override
  public @Nullable String url() {
    return null;
  }

  @Override
  public void phase(Phase phase) {}

  @Override
  public void kinds(List<Kind> kinds) {}

  @Override
  public void interval(Interval interval, Troubles troubles, GeneratorHealth health) {}

  @Override
  public void cost(CostRow row) {}

  @Override
  public void stored(StoredSize stored) {}

  @Override
  public void close() {}
}

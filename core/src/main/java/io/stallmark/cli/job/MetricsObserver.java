package io.stallmark.cli.job;

import io.stallmark.analysis.cost.CostRow;
import io.stallmark.report.ResolvedRun;
import io.stallmark.report.RunFindings;
import io.stallmark.report.Terminal;
import io.stallmark.report.metrics.LiveMetrics;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.run.RunObserver;
import io.stallmark.spec.MetricsAddress;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Serves the metrics of a run until it is closed. */
final class MetricsObserver implements RunObserver, AutoCloseable {

  private final MetricsAddress address;
  private final Terminal terminal;
  private @Nullable LiveMetrics opened;

  MetricsObserver(MetricsAddress address, Terminal terminal) {
    this.address = address;
    this.terminal = terminal;
  }

  private LiveMetrics metrics() {
    return Objects.requireNonNull(opened, "a run is resolved first");
  }

  /** Starts to serve before the load begins, because the load may take longer than the run. */
  @Override
  public void resolved(ResolvedRun run) throws IOException {
    opened = new LiveMetrics(address, run);
    terminal.notice("Metrics at " + opened.url());
  }

  @Override
  public void phase(Phase phase) {
    metrics().phase(LiveMetrics.Phase.valueOf(phase.name()));
  }

  @Override
  public void prepared(ResolvedRun run, RunFindings findings) {
    metrics().kinds(findings.kinds());
  }

  @Override
  public void interval(LiveInterval interval) {
    metrics()
        .interval(
            interval.interval(),
            new LiveMetrics.Troubles(interval.stalled(), interval.stalls(), interval.dips()),
            interval.health());
  }

  @Override
  public void cost(CostRow row) {
    metrics().cost(row);
  }

  @Override
  public void stored(StoredSize stored) {
    metrics().stored(stored);
  }

  @Override
  public void close() {
    if (opened != null) {
      opened.close();
    }
  }
}

package io.stallmark.cli.job;

import io.stallmark.analysis.cost.CostRow;
import io.stallmark.report.Terminal;
import io.stallmark.report.metrics.LiveMetrics;
import io.stallmark.result.RunDocument;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunObserver;
import io.stallmark.run.document.RunFindings;
import io.stallmark.spec.ListenAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Serves the metrics of a run until it ends. */
final class MetricsObserver implements RunObserver {

  private final ListenAddress address;
  private final Terminal terminal;
  private @Nullable LiveMetrics opened;

  MetricsObserver(ListenAddress address, Terminal terminal) {
    this.address = address;
    this.terminal = terminal;
  }

  private LiveMetrics metrics() {
    return Objects.requireNonNull(opened, "a run is resolved first");
  }

  /** Starts to serve before the load begins, because the load may take longer than the run. */
  @Override
  public void resolved(RunJob job, Path directory) throws IOException {
    opened = new LiveMetrics(address, job);
    terminal.notice("Metrics at " + opened.url());
  }

  @Override
  public void phase(Phase phase) {
    metrics().phase(phase);
  }

  @Override
  public void prepared(RunJob job, RunFindings findings, RunDocument start) {
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
  public void stored(long at, StoredSize stored) {
    metrics().stored(stored);
  }

  @Override
  public void closed() {
    if (opened != null) {
      opened.close();
    }
  }
}

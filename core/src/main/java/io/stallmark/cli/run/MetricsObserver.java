package io.stallmark.cli.run;

import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.Stored;
import io.stallmark.report.Findings;
import io.stallmark.report.ResolvedRun;
import io.stallmark.report.Terminal;
import io.stallmark.report.metrics.Metrics;
import io.stallmark.run.RunObserver;
import io.stallmark.spec.MetricsAddress;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Serves the figures of a run until it is closed. */
final class MetricsObserver implements RunObserver, AutoCloseable {

  private final @Nullable MetricsAddress address;
  private final Terminal terminal;
  private @Nullable Metrics opened;

  /**
   * @param address null: nothing is served
   */
  MetricsObserver(@Nullable MetricsAddress address, Terminal terminal) {
    this.address = address;
    this.terminal = terminal;
  }

  private Metrics metrics() {
    return Objects.requireNonNull(opened, "a run is resolved first");
  }

  /** Before the load begins, which may take longer than the run. */
  @Override
  public void resolved(ResolvedRun run) throws IOException {
    opened = Metrics.open(address, run);
    if (opened.url() != null) {
      terminal.notice("Metrics at " + opened.url());
    }
  }

  @Override
  public void phase(Phase phase) {
    metrics().phase(Metrics.Phase.valueOf(phase.name()));
  }

  @Override
  public void prepared(ResolvedRun run, Findings findings) {
    metrics().kinds(findings.kinds());
  }

  @Override
  public void interval(LiveInterval interval) {
    metrics()
        .interval(
            interval.interval(),
            new Metrics.Troubles(interval.stalled(), interval.stalls(), interval.dips()),
            interval.health());
  }

  @Override
  public void cost(CostRow row) {
    metrics().cost(row);
  }

  @Override
  public void stored(Stored stored) {
    metrics().stored(stored);
  }

  @Override
  public void close() {
    if (opened != null) {
      opened.close();
    }
  }
}

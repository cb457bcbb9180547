package io.stallmark.run;

import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.stall.Stall;
import io.stallmark.report.ResolvedRun;
import io.stallmark.report.RunFindings;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.tables.WorkProgress;
import java.io.IOException;
import java.util.List;

/** Several observers as one. Passes each event to them in list order. */
record RunObservers(List<RunObserver> all) implements RunObserver {

  static RunObservers of(RunObserver... observers) {
    return new RunObservers(List.of(observers));
  }

  private interface Event {
    void to(RunObserver observer) throws IOException;
  }

  private void each(Event event) throws IOException {
    for (RunObserver observer : all) {
      event.to(observer);
    }
  }

  @Override
  public void started(RunHandle handle) {
    all.forEach(observer -> observer.started(handle));
  }

  @Override
  public void resolved(ResolvedRun run) throws IOException {
    each(observer -> observer.resolved(run));
  }

  @Override
  public void notice(String line) {
    all.forEach(observer -> observer.notice(line));
  }

  @Override
  public void warning(String sentence) {
    all.forEach(observer -> observer.warning(sentence));
  }

  @Override
  public void verified(String sentence) {
    all.forEach(observer -> observer.verified(sentence));
  }

  @Override
  public WorkProgress progress() {
    return new Together(all.stream().map(RunObserver::progress).toList());
  }

  /** Several progress receivers as one. */
  private record Together(List<WorkProgress> all) implements WorkProgress {

    @Override
    public void begin(String what, long rows) {
      all.forEach(each -> each.begin(what, rows));
    }

    @Override
    public void advance(long rows) {
      all.forEach(each -> each.advance(rows));
    }

    @Override
    public void found(long rows) {
      all.forEach(each -> each.found(rows));
    }

    @Override
    public void end() {
      all.forEach(WorkProgress::end);
    }
  }

  @Override
  public void prepared(ResolvedRun run, RunFindings findings) {
    all.forEach(observer -> observer.prepared(run, findings));
  }

  @Override
  public void phase(Phase phase) {
    all.forEach(observer -> observer.phase(phase));
  }

  @Override
  public void interval(LiveInterval interval) throws IOException {
    each(observer -> observer.interval(interval));
  }

  @Override
  public void stall(Stall stall) throws IOException {
    each(observer -> observer.stall(stall));
  }

  @Override
  public void cost(CostRow row) {
    all.forEach(observer -> observer.cost(row));
  }

  @Override
  public void stored(StoredSize stored) {
    all.forEach(observer -> observer.stored(stored));
  }

  @Override
  public void measured(RunReport.Measured measured) {
    all.forEach(observer -> observer.measured(measured));
  }

  @Override
  public void finished(RunReport report) {
    all.forEach(observer -> observer.finished(report));
  }
}

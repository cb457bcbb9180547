package io.stallmark.run;

import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.stall.Stall;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.record.Interval;
import io.stallmark.report.ResolvedRun;
import io.stallmark.report.RunFindings;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.tables.WorkProgress;
import java.io.IOException;

/**
 * Receives the events of a run, in order, on the thread that called {@link Benchmark#run} unless a
 * method says otherwise. An exception ends the run.
 */
public interface RunObserver {

  /** The parts of a run. */
  enum Phase {
    LOADING,
    WARMING_UP,
    MEASURING
  }

  /**
   * An interval that has ended.
   *
   * @param health the resources that the load generator lacked in this interval
   * @param stalled nanoseconds of the interval within a stall, as known so far
   * @param stalls number of stalls of the whole run so far
   * @param dips number of dips of the whole run so far
   */
  record LiveInterval(
      Interval interval, GeneratorHealth health, long stalled, long stalls, long dips) {}

  /**
   * Called when the run begins.
   *
   * @param handle stops the run from any thread
   */
  default void started(RunHandle handle) {}

  /** Called when the specification is resolved; the database is not open yet. */
  default void resolved(ResolvedRun run) throws IOException {}

  /** Receives a line about the progress of the run. */
  default void notice(String line) {}

  /** Receives a warning, a whole sentence. */
  default void warning(String sentence) {}

  /** Receives a sentence about verified tables. */
  default void verified(String sentence) {}

  /**
   * Returns the receiver for the progress of loads and checks. It is called on the threads that do
   * this work.
   */
  default WorkProgress progress() {
    return SILENCE;
  }

  /** Called when the tables are ready and the clients are about to start. */
  default void prepared(ResolvedRun run, RunFindings findings) {}

  default void phase(Phase phase) {}

  default void interval(LiveInterval interval) throws IOException {}

  /** Called when a stall has ended and is explained. */
  default void stall(Stall stall) throws IOException {}

  /** Receives the cost of a segment of the run. May be called on any thread. */
  default void cost(CostRow row) {}

  /** Receives the size of the tables on disk. May be called on any thread. */
  default void stored(StoredSize stored) {}

  /** Called when the measurement has ended and has a verdict, before its last file is written. */
  default void measured(RunReport.Measured measured) {}

  /** Called at the end of the run; {@link Benchmark#run} returns the same report. */
  default void finished(RunReport report) {}

  /** A progress receiver that reports nothing. */
  WorkProgress SILENCE =
      new WorkProgress() {
        @Override
        public void begin(String what, long rows) {}

        @Override
        public void advance(long rows) {}

        @Override
        public void end() {}
      };
}

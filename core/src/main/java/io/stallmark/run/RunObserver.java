package io.stallmark.run;

import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.StoredSize;
import io.stallmark.analysis.stall.Stall;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.record.Interval;
import io.stallmark.report.ResolvedRun;
import io.stallmark.report.RunFindings;
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
   * @param health what the load generator was short of in it
   * @param stalled nanoseconds of it that were a stall, as far as is known
   * @param stalls of the whole run so far
   * @param dips of the whole run so far
   */
  record LiveInterval(
      Interval interval, GeneratorHealth health, long stalled, long stalls, long dips) {}

  /**
   * The run begins.
   *
   * @param handle stops it from any thread
   */
  default void started(RunHandle handle) {}

  /** Its specification is resolved; the database has not been opened. */
  default void resolved(ResolvedRun run) throws IOException {}

  /** A line about the run's progress. */
  default void notice(String line) {}

  /** A whole sentence. */
  default void warning(String sentence) {}

  /** A sentence about tables that were verified. */
  default void verified(String sentence) {}

  /** Receives the progress of loads and checks, on the threads that do them. */
  default WorkProgress progress() {
    return SILENCE;
  }

  /** The tables are ready and the clients are about to start. */
  default void prepared(ResolvedRun run, RunFindings findings) {}

  default void phase(Phase phase) {}

  default void interval(LiveInterval interval) throws IOException {}

  /** A stall has ended and is explained. */
  default void stall(Stall stall) throws IOException {}

  /** What a segment of the run cost. May be called by any thread. */
  default void cost(CostRow row) {}

  /** What the tables take on disk. May be called by any thread. */
  default void stored(StoredSize stored) {}

  /** The measurement is over and judged; its last file has not been written. */
  default void measured(RunReport.Measured measured) {}

  /** The run is over; {@link Benchmark#run} returns the same report. */
  default void finished(RunReport report) {}

  /** Reports nothing. */
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

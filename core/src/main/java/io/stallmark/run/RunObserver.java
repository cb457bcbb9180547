package io.stallmark.run;

import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.counters.CounterRow;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.record.Interval;
import io.stallmark.result.AgentInterval;
import io.stallmark.result.RunDocument;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.result.StallFindings.DipSummary;
import io.stallmark.result.StallFindings.StallSummary;
import io.stallmark.run.document.RunFindings;
import io.stallmark.spi.workload.Conclusion;
import io.stallmark.tables.WorkProgress;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Receives the events of a run, in order, on the thread that called {@link Benchmark#run} unless a
 * method says otherwise. An exception ends the run. The methods of {@link WorkProgress} report
 * loads and checks, and are called on the threads that do this work.
 */
public interface RunObserver extends WorkProgress {

  /** The parts of a run. */
  enum Phase {
    LOADING,
    WARMING_UP,
    MEASURING
  }

  /**
   * An interval that has ended.
   *
   * @param measuredFrom time of day at which the measurement started
   * @param health the resources that the load generator lacked in this interval
   * @param stalled nanoseconds of the interval within a stall, as known so far
   * @param stalls number of stalls of the whole run so far
   * @param dips number of dips of the whole run so far
   */
  record LiveInterval(
      Instant measuredFrom,
      Interval interval,
      GeneratorHealth health,
      long stalled,
      long stalls,
      long dips) {}

  /** Returns several observers as one. It passes each event to them in this order. */
  static RunObserver all(RunObserver... observers) {
    return (RunObserver)
        Proxy.newProxyInstance(
            RunObserver.class.getClassLoader(),
            new Class<?>[] {RunObserver.class},
            (proxy, event, arguments) -> {
              for (RunObserver observer : observers) {
                try {
                  event.invoke(observer, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              }
              return null;
            });
  }

  /**
   * Called when the run begins.
   *
   * @param handle stops the run from any thread
   */
  default void started(RunHandle handle) {}

  /**
   * Called when the specification is resolved; the database is not open yet.
   *
   * @param directory new directory for the results of the run, which is deleted if it remains empty
   */
  default void resolved(RunJob job, Path directory) throws IOException {}

  /** Receives a line about the progress of the run. */
  default void notice(String line) {}

  /** Receives a warning, a whole sentence. */
  default void warning(String sentence) {}

  /** Receives a sentence about verified tables. */
  default void verified(String sentence) {}

  @Override
  default void workStarted(String what, long rows) {}

  @Override
  default void workAdvanced(long rows) {}

  @Override
  default void workEnded() {}

  /**
   * Called when the tables are ready and the clients are about to start.
   *
   * @param start the document of the run, without results
   */
  default void prepared(RunJob job, RunFindings findings, RunDocument start) throws IOException {}

  default void phase(Phase phase) {}

  default void interval(LiveInterval interval) throws IOException {}

  /**
   * Receives an interval of the warm-up. An observer that formats intervals formats this one too
   * and discards the text, so that the JIT compiles that code before the measurement.
   */
  default void rehearsed(LiveInterval interval) {}

  /** Called when a stall has ended and is explained. */
  default void stall(StallSummary stall) throws IOException {}

  /** Called when a dip has ended or has become the usual rate. */
  default void dip(DipSummary dip) throws IOException {}

  /** Receives the cost of a segment of the run. May be called on any thread. */
  default void cost(CostRow row) throws IOException {}

  /**
   * Receives the size of the tables on disk. May be called on any thread.
   *
   * @param at nanoseconds since the start of the measurement
   */
  default void stored(long at, StoredSize size) throws IOException {}

  /** Receives figures of the server, before the interval in which they were read. */
  default void counters(CounterRow row) throws IOException {}

  /** Receives an interval of a load machine, before that of the run. */
  default void agent(AgentInterval interval) throws IOException {}

  /** Receives what the workload knows of the run, before {@link #measured}. */
  default void concluded(Conclusion conclusion) throws IOException {}

  /** Called when the measurement has ended and has a verdict. */
  default void measured(RunReport.Measured measured) throws IOException {}

  /** Called when the measurement ends with an exception; the document has the reason. */
  default void failed(RunDocument document) {}

  /** Called at the end of the run; {@link Benchmark#run} returns the same report. */
  default void finished(RunReport report) {}

  /** Called last, however the run ended. Releases resources. */
  default void closed() {}
}

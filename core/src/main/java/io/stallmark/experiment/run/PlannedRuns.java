package io.stallmark.experiment.run;

import io.stallmark.experiment.ExperimentDatabase;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunReport.Exit;
import io.stallmark.run.RunSpec;
import java.nio.file.Path;
import java.util.List;

/**
 * Executes the runs of a sequence, with the credentials of their databases, and observes the
 * sequence, on the thread that executes it. The events within a run are passed to its {@link
 * io.stallmark.run.RunObserver}. Never throws.
 */
public interface PlannedRuns {

  /**
   * The outcome of all runs.
   *
   * @param lines tables and sentences for a reader, within 80 columns
   * @param details the same with every figure and reason
   * @param markdown the lines as Markdown
   * @param warnings whole sentences
   * @param runs directories of the runs that have results
   * @param directory directory of the results
   * @param complaint one line about why the runs did not succeed; empty: it needs no line
   */
  record SequenceReport(
      Exit exit,
      List<String> lines,
      List<String> details,
      List<String> markdown,
      List<String> warnings,
      List<Path> runs,
      Path directory,
      String complaint) {

    /** Returns the report of runs whose page could not be written, for a reason if there is one. */
    public SequenceReport withoutPage(List<String> reasons) {
      if (reasons.isEmpty() || exit != Exit.WELL) {
        return this;
      }
      return new SequenceReport(
          Exit.FAILED, lines, details, markdown, warnings, runs, directory, reasons.get(0));
    }
  }

  /**
   * Called before a run.
   *
   * @param run number and name of the run
   */
  void started(String run);

  /**
   * Called after a run.
   *
   * @param outcome what the run showed, after its number and name; empty: its figures say it
   */
  void ended(String outcome);

  /** Receives a line about other work: tables that are dropped, runs that are not repeated. */
  void notice(String line);

  /** Called once, at the end of all runs. */
  void finished(SequenceReport report);

  RunReport run(ExperimentDatabase place, RunSpec spec);

  /** Drops the tables of a run. */
  RunReport drop(ExperimentDatabase place, RunSpec spec);

  /** Whether the user has requested a stop. */
  boolean stopped();
}

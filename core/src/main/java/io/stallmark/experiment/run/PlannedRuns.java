package io.stallmark.experiment.run;

import io.stallmark.experiment.ExperimentDatabase;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunSpec;

/**
 * Executes the runs of a sequence, with the credentials of their databases, and observes the
 * sequence. Never throws.
 */
public interface PlannedRuns extends SequenceObserver {

  RunReport run(ExperimentDatabase place, RunSpec spec);

  /** Drops the tables of a run. */
  RunReport drop(ExperimentDatabase place, RunSpec spec);

  /** Whether the user has requested a stop. */
  boolean stopped();
}

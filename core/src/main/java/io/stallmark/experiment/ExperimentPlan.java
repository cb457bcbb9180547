package io.stallmark.experiment;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * All that an experiment is to do.
 *
 * @param runs in the order in which they go
 * @param leftOut labels of the runs that the user does without
 * @param without the databases that the user does without
 */
public record ExperimentPlan(
    Experiment experiment,
    BigDecimal scale,
    List<PlannedRun> runs,
    List<String> leftOut,
    List<String> without) {

  /** The same with each run replaced. */
  public ExperimentPlan with(UnaryOperator<PlannedRun> change) {
    return new ExperimentPlan(
        experiment, scale, runs.stream().map(change).toList(), leftOut, without);
  }

  /** Whether it is one run over and over, and no matrix. */
  public boolean isRepeatedRun() {
    return runs.stream().allMatch(run -> run.claim() == PlannedRun.Claim.SAID);
  }

  /** The databases that its runs need, in the file's order. */
  public List<ExperimentDatabase> places() {
    List<ExperimentDatabase> used = runs.stream().map(PlannedRun::place).distinct().toList();
    return experiment.databases().keySet().stream()
        .flatMap(name -> used.stream().filter(place -> place.name().equals(name)))
        .toList();
  }
}

package io.stallmark.experiment;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The plan of an experiment.
 *
 * @param scale factor of {@code --scale}
 * @param runs all runs in execution order
 * @param leftOut labels of the runs on databases that the user leaves out
 * @param without names of the databases that the user leaves out
 */
public record ExperimentPlan(
    Experiment experiment,
    BigDecimal scale,
    List<PlannedRun> runs,
    List<String> leftOut,
    List<String> without) {

  /** The same plan with each run replaced. */
  public ExperimentPlan with(UnaryOperator<PlannedRun> change) {
    return new ExperimentPlan(
        experiment, scale, runs.stream().map(change).toList(), leftOut, without);
  }

  /** The factor of {@code --scale} as text. */
  public String scaleText() {
    return scale.stripTrailingZeros().toPlainString();
  }

  /** Whether the plan is one repeated run instead of a matrix. */
  public boolean isRepeatedRun() {
    return runs.stream().allMatch(run -> run.claim() == PlannedRun.Claim.SAID);
  }

  /** The databases of the runs, in file order. */
  public List<ExperimentDatabase> places() {
    List<ExperimentDatabase> used = runs.stream().map(PlannedRun::place).distinct().toList();
    return experiment.databases().keySet().stream()
        .flatMap(name -> used.stream().filter(place -> place.name().equals(name)))
        .toList();
  }
}

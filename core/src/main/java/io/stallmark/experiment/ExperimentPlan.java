package io.stallmark.experiment;

import io.stallmark.plan.Registry;
import io.stallmark.report.TextLines;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunSpec;
import io.stallmark.spec.SpecException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The plan of an experiment.
 *
 * @param scale factor of {@code --scale}
 * @param runs all runs in execution order
 * @param leftOut labels of the runs on databases that the user leaves out
 * @param without names of the databases that the user leaves out
 * @param duets duets of the runs, in execution order; empty: each run is alone
 */
public record ExperimentPlan(
    Experiment experiment,
    BigDecimal scale,
    List<PlannedRun> runs,
    List<String> leftOut,
    List<String> without,
    List<PlannedDuet> duets) {

  /**
   * Returns the plan of one repeated run: an experiment without a matrix.
   *
   * @param arguments arguments of the run for {@code stallmark run}, without the options for
   *     results and request seed
   * @param times number of repetitions
   */
  public static ExperimentPlan repeated(
      Registry registry, RunSpec spec, List<String> arguments, int times) throws SpecException {
    String url = spec.url();
    ExperimentDatabase place = ExperimentDatabase.only(url);
    String binding = registry.requiredBinding(url).name();
    List<String> command = new ArrayList<>(List.of("run"));
    command.addAll(arguments);
    Experiment experiment =
        new Experiment(
            spec.workload(),
            TextLines.command(command),
            registry.requiredWorkload(spec.workload()),
            Map.of(place.name(), place),
            ExperimentPart.NOTHING,
            List.of(),
            Map.of(),
            new Experiment.Execution(
                false, null, null, times, false, null, spec.get(RunOptions.VERIFY)),
            null);
    return new ExperimentPlan(
        experiment,
        BigDecimal.ONE,
        PlannedRun.repeated(spec.workload() + "-" + binding, place, spec, arguments, times),
        List.of(),
        List.of(),
        List.of());
  }

  /**
   * Returns the same plan, whose load several machines generate: with others, it is another plan.
   *
   * @param options options for the machines
   */
  public ExperimentPlan sharedBy(List<String> options) {
    ExperimentPlan shared = with(run -> run.with(options));
    return new ExperimentPlan(
        experiment,
        scale,
        shared.runs,
        leftOut,
        without,
        duets.stream().map(duet -> duet.with(options)).toList());
  }

  /** The same plan with each run replaced. */
  public ExperimentPlan with(UnaryOperator<PlannedRun> change) {
    return new ExperimentPlan(
        experiment, scale, runs.stream().map(change).toList(), leftOut, without, duets);
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

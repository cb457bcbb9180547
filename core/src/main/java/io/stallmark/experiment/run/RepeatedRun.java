package io.stallmark.experiment.run;

import io.stallmark.experiment.Experiment;
import io.stallmark.experiment.ExperimentDatabase;
import io.stallmark.experiment.ExperimentPart;
import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.plan.Registry;
import io.stallmark.report.TextLines;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunSpec;
import io.stallmark.spec.SpecException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The plan of one repeated run: an experiment without a matrix. */
public final class RepeatedRun {

  private RepeatedRun() {}

  /**
   * Returns the plan.
   *
   * @param arguments arguments of the run for {@code stallmark run}, without the options for
   *     results and request seed
   * @param times number of repetitions
   */
  public static ExperimentPlan plan(
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
            new Experiment.Execution(false, times, false, null, spec.get(RunOptions.VERIFY)),
            Experiment.Presentation.PLAIN);
    return new ExperimentPlan(
        experiment,
        BigDecimal.ONE,
        PlannedRun.repeated(spec.workload() + "-" + binding, place, spec, arguments, times),
        List.of(),
        List.of());
  }
}

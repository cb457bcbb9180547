package io.stallmark.experiment.run;

import io.stallmark.experiment.Experiment;
import io.stallmark.experiment.Part;
import io.stallmark.experiment.Place;
import io.stallmark.experiment.Plan;
import io.stallmark.experiment.PlanText;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.experiment.Published;
import io.stallmark.plan.Registry;
import io.stallmark.run.RunSpec;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.SpecException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The plan of one run repeated: an experiment without a matrix. */
public final class RepeatedRun {

  private RepeatedRun() {}

  /**
   * @param arguments of the run as {@code stallmark run} takes them, without results and request
   *     seed
   */
  public static Plan plan(Registry registry, RunSpec spec, List<String> arguments, int times)
      throws SpecException {
    DatabaseUrl url = DatabaseUrl.parse(spec.server().url());
    Place place = new Place("database", Optional.of(url), Map.of());
    String binding = registry.requiredBinding(url.url()).name();
    List<String> command = new ArrayList<>(List.of("run"));
    command.addAll(arguments);
    Experiment experiment =
        new Experiment(
            spec.workload() + " on " + binding,
            PlanText.shell(command),
            registry.requiredWorkload(spec.workload()),
            Map.of(place.name(), place),
            Part.NOTHING,
            List.of(),
            Map.of(),
            false,
            times,
            false,
            spec.tables().verify(),
            Published.NOTHING);
    return new Plan(
        experiment,
        BigDecimal.ONE,
        PlannedRun.repeated(spec.workload() + "-" + binding, place, spec, arguments, times),
        List.of(),
        List.of());
  }
}

package io.stallmark.experiment;

import io.stallmark.experiment.PlannedRun.Claim;
import io.stallmark.plan.Registry;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.StoredScenario;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.Pairs;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Binding;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes an experiment's runs out of its matrix. */
public final class Planner {

  private final Registry registry;
  private final OptionCheck check;
  private final BigDecimal scale;

  public Planner(Registry registry, OptionCheck check, BigDecimal scale) {
    this.registry = registry;
    this.check = check;
    this.scale = scale;
  }

  /**
   * All runs in the order in which they are to go.
   *
   * @param without databases whose runs are left out
   */
  public Plan plan(Experiment experiment, Set<String> without) throws SpecException {
    List<List<PlannedRun>> repeated = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    List<Matrix.Cell> cells = Matrix.cells(experiment);
    experiment
        .published()
        .check(cells.stream().map(Matrix.Cell::label).collect(Collectors.toSet()));
    for (Matrix.Cell cell : cells) {
      String database = cell.part().database();
      if (database == null) {
        throw new SpecException(
            "Run "
                + cell.label()
                + " has no database: give the key database, or one on an axis of the matrix");
      }
      if (without.contains(database)) {
        leftOut.add(cell.label());
        continue;
      }
      Place place = experiment.database(database);
      if (experiment.keepsTables() && place.embedded()) {
        throw new SpecException(
            "Run "
                + cell.label()
                + ": tables: kept needs a server that stays, and "
                + place.name()
                + " is a new one for each run: give --url "
                + place.name()
                + "=mysql://user@host:3306/db");
      }
      repeated.add(repetitions(experiment, cell, place));
    }
    return new Plan(
        experiment,
        scale,
        ordered(repeated, experiment.interleaved()),
        leftOut,
        without.stream().sorted().toList());
  }

  /** The repetitions of one run after the other, or all runs once and then again. */
  private static List<PlannedRun> ordered(List<List<PlannedRun>> repeated, boolean interleaved) {
    List<PlannedRun> all = new ArrayList<>();
    if (interleaved) {
      int most = repeated.stream().mapToInt(List::size).max().orElse(0);
      for (int i = 0; i < most; i++) {
        for (List<PlannedRun> repetitions : repeated) {
          all.add(repetitions.get(i));
        }
      }
    } else {
      repeated.forEach(all::addAll);
    }
    return all;
  }

  private List<PlannedRun> repetitions(Experiment experiment, Matrix.Cell cell, Place place)
      throws SpecException {
    boolean kept = experiment.keepsTables();
    PlannedRun first = run(experiment, cell, place, kept ? Claim.FIRST : Claim.OWN);
    PlannedRun next = kept ? run(experiment, cell, place, Claim.NEXT) : first;
    long seed = requestSeed(cell.part().options());
    List<PlannedRun> all = new ArrayList<>();
    for (int i = 1; i <= experiment.repeat(); i++) {
      all.add((i == 1 ? first : next).repetition(i, experiment.repeat(), seed));
    }
    return all;
  }

  /** What a repetition's own is made from, the options having been checked. */
  private static long requestSeed(Map<String, String> options) {
    String seed = options.get("seed");
    return Long.parseLong(
        options.getOrDefault("request-seed", seed == null ? "" + RunPlan.DEFAULT_SEED : seed));
  }

  private PlannedRun run(Experiment experiment, Matrix.Cell cell, Place place, Claim claim)
      throws SpecException {
    try {
      Map<String, String> options = scaledOptions(experiment, cell.part().options());
      Map<String, String> settings = scaledSettings(experiment, cell.part().settings());
      List<String> arguments = List.copyOf(arguments(experiment, place, options, settings));
      check.check(arguments);
      Estimate estimate =
          Estimate.of(
              scenario(experiment, place, options, settings),
              cell.part().expected(),
              options,
              claim != Claim.NEXT);
      return new PlannedRun(
          cell.label(), cell.label(), 1, place, arguments, claim, experiment.verifies(), estimate);
    } catch (SpecException | IllegalArgumentException e) {
      throw new SpecException("Run " + cell.label() + ": " + e.getMessage());
    }
  }

  private static List<String> arguments(
      Experiment experiment,
      Place place,
      Map<String, String> options,
      Map<String, String> settings) {
    List<String> arguments = new ArrayList<>(List.of(experiment.workload().name()));
    String url = place.url().map(DatabaseUrl::url).orElse("the URL of " + place.name());
    arguments.addAll(List.of("--url", url));
    place.options().forEach((name, value) -> arguments.addAll(List.of("--" + name, value)));
    options.forEach((name, value) -> arguments.addAll(List.of("--" + name, value)));
    settings.forEach((name, value) -> arguments.addAll(List.of("-p", name + "=" + value)));
    return arguments;
  }

  private Map<String, String> scaledOptions(Experiment experiment, Map<String, String> options)
      throws SpecException {
    Map<String, String> scaled = new LinkedHashMap<>(options);
    for (String name : List.of("events", "seconds", "cache")) {
      Long least = experiment.scaled().get(name);
      String value = options.get(name);
      if (least != null && value != null) {
        scaled.put(name, scaled(value, least, name.equals("seconds")));
      }
    }
    return scaled;
  }

  /** A setting that the file leaves at its default is scaled too. */
  private Map<String, String> scaledSettings(Experiment experiment, Map<String, String> settings)
      throws SpecException {
    Map<String, String> scaled = new LinkedHashMap<>(settings);
    for (Setting setting : experiment.workload().settings()) {
      Long least = experiment.scaled().get(setting.name());
      if (least != null) {
        String value = settings.getOrDefault(setting.name(), setting.defaultValue());
        scaled.put(setting.name(), scaled(value, least, false));
      }
    }
    return scaled;
  }

  /** Never under the least, unless the file itself says less. */
  private String scaled(String value, long least, boolean decimal) throws SpecException {
    if (scale.compareTo(BigDecimal.ONE) == 0) {
      return value;
    }
    BigDecimal full = decimal ? new BigDecimal(value) : BigDecimal.valueOf(Quantity.count(value));
    BigDecimal floor = full.min(BigDecimal.valueOf(least));
    BigDecimal scaled =
        full.multiply(scale).setScale(decimal ? 1 : 0, RoundingMode.HALF_UP).max(floor);
    return scaled.stripTrailingZeros().toPlainString();
  }

  /** What a run would do on the best server of its kind. */
  private Scenario scenario(
      Experiment experiment, Place place, Map<String, String> options, Map<String, String> settings)
      throws SpecException {
    Workload workload = experiment.workload();
    Settings read = new SettingsReader(workload).read(settings);
    if (place.url().isEmpty()) {
      return workload.scenario(read, 0, EnumSet.allOf(Capability.class));
    }
    Binding binding =
        registry
            .bindingFor(place.url().get().url())
            .orElseThrow(
                () ->
                    new SpecException(
                        "no database is known by the scheme of the address of " + place.name()));
    Scenario scenario = workload.scenario(read, 0, binding.capabilities());
    String storage = options.get("storage");
    Map<String, String> stored =
        storage == null ? Map.of() : Pairs.parseLists("--storage", List.of(storage));
    StoredScenario.of(scenario, stored).tables().forEach(binding::explain);
    return scenario;
  }
}

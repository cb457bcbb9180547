package io.stallmark.experiment;

import io.stallmark.experiment.PlannedRun.Claim;
import io.stallmark.plan.Registry;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunSpec;
import io.stallmark.run.RunSpecReader;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecEntries.Entry;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Creates the runs of an experiment from its matrix. */
public record ExperimentPlanner(Registry registry, RunSpecReader reader, BigDecimal scale) {

  /**
   * Returns all runs in execution order.
   *
   * @param without databases whose runs are left out
   * @throws SpecException if a run is invalid
   */
  public ExperimentPlan plan(Experiment experiment, Set<String> without) throws SpecException {
    List<List<PlannedRun>> repeated = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    Set<String> begun = new HashSet<>(); // tables of the runs so far
    Map<List<String>, Side> sides = new LinkedHashMap<>();
    for (RunMatrix.Cell cell : RunMatrix.cells(experiment)) {
      String database = cell.part().database();
      if (database == null) {
        throw new SpecException(
            "Run %s has no database: give the key database, or one on an axis of the matrix",
            cell.label());
      }
      if (without.contains(database)) {
        leftOut.add(cell.label());
        continue;
      }
      ExperimentDatabase place = experiment.database(database);
      if (experiment.execution().keepsTables() && place.embedded()) {
        throw new SpecException(
            "Run %s: tables: kept needs a persistent server, and %s starts anew for each run: give --url %s=scheme://user@host:port/database",
            cell.label(), place.name(), place.name());
      }
      boolean first = begun.add(cell.tables());
      List<PlannedRun> runs = repetitions(experiment, cell, place, !first);
      repeated.add(runs);
      sides.put(cell.values(), new Side(runs.get(0), entries(experiment, cell.part(), place)));
    }
    return new ExperimentPlan(
        experiment,
        scale,
        ordered(repeated, experiment.execution().interleaved()),
        leftOut,
        without.stream().sorted().toList(),
        duets(experiment, sides));
  }

  /** A run that can be a side of a duet. */
  private record Side(PlannedRun run, SpecEntries entries) {}

  /** Returns the duets of neighbouring values of the axis of the pairs. */
  private static List<PlannedDuet> duets(Experiment experiment, Map<List<String>, Side> sides)
      throws SpecException {
    List<PlannedDuet> duets = new ArrayList<>();
    int axis = experiment.axisNames().indexOf(experiment.execution().pairs());
    if (axis < 0) {
      return duets;
    }
    List<String> labels = List.copyOf(experiment.axes().get(axis).values().keySet());
    for (Map.Entry<List<String>, Side> each : sides.entrySet()) {
      List<String> values = new ArrayList<>(each.getKey());
      String label = values.get(axis);
      int next = labels.indexOf(label) + 1;
      if (next == labels.size()) {
        continue;
      }
      values.set(axis, labels.get(next));
      Side other = sides.get(values);
      if (other != null) {
        values.set(axis, label + "-to-" + labels.get(next));
        String name = String.join("-", values);
        Side side = each.getValue();
        duets.add(
            PlannedDuet.of(name, side.run, side.entries, other.run, other.entries)
                .in(experiment.execution().mode()));
      }
    }
    return duets;
  }

  /**
   * Orders the runs: all repetitions of a run in succession, or interleaved, with every run once
   * per round.
   */
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

  private List<PlannedRun> repetitions(
      Experiment experiment, RunMatrix.Cell cell, ExperimentDatabase place, boolean laterStep)
      throws SpecException {
    boolean kept = experiment.execution().keepsTables();
    if (laterStep) {
      return List.of(run(experiment, cell, place, Claim.NEXT));
    }
    PlannedRun first = run(experiment, cell, place, kept ? Claim.FIRST : Claim.OWN);
    PlannedRun next = kept ? run(experiment, cell, place, Claim.NEXT) : first;
    List<PlannedRun> all = new ArrayList<>();
    for (int i = 1; i <= experiment.execution().repeat(); i++) {
      all.add((i == 1 ? first : next).repetition(i, experiment.execution().repeat()));
    }
    return all;
  }

  private PlannedRun run(
      Experiment experiment, RunMatrix.Cell cell, ExperimentDatabase place, Claim claim)
      throws SpecException {
    try {
      SpecEntries entries = entries(experiment, cell.part(), place);
      RunSpec spec =
          reader
              .read(entries)
              .on(claim != Claim.NEXT, claim == Claim.FIRST, experiment.execution().verifies());
      DurationEstimate estimate =
          DurationEstimate.of(workload(spec, place), spec, claim != Claim.NEXT);
      List<String> arguments = new ArrayList<>(entries.arguments(RunOptions.FLAGS));
      if (place.url().isEmpty()) {
        arguments.addAll(1, List.of("--url", "the URL of " + place.name()));
      }
      return new PlannedRun(
          cell.label(),
          cell.label(),
          cell.tables(),
          1,
          place,
          spec,
          List.copyOf(arguments),
          claim,
          estimate);
    } catch (SpecException e) {
      throw new SpecException("Run " + cell.label() + ": " + e.getMessage());
    }
  }

  private SpecEntries entries(Experiment experiment, ExperimentPart part, ExperimentDatabase place)
      throws SpecException {
    List<Entry> entries = new ArrayList<>();
    entries.add(new Entry(SpecEntries.WORKLOAD, experiment.workload().name()));
    place.url().ifPresent(url -> entries.add(new Entry("url", url.url())));
    place.options().forEach((key, text) -> entries.add(new Entry(key, text)));
    scaledOptions(experiment, part.options())
        .forEach((key, text) -> entries.add(new Entry(key, text)));
    scaledSettings(experiment, part.settings())
        .forEach((key, text) -> entries.add(new Entry(SpecEntries.SETTING, key + "=" + text)));
    return new SpecEntries(entries);
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

  /** Scales settings. A setting that the file does not contain is scaled from its default. */
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

  /**
   * Scales a value. The result is at least the minimum, or the original value if that is smaller.
   */
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

  /** Returns the workload of a run on the most capable server that its binding supports. */
  private ResolvedWorkload workload(RunSpec spec, ExperimentDatabase place) throws SpecException {
    if (place.url().isPresent()) {
      return RunJob.of(spec, registry, Credentials.NONE).bestCase();
    }
    Workload workload = registry.requiredWorkload(spec.workload());
    Settings settings = new SettingsReader(workload).read(spec.settings());
    return SpecException.unlessRefused(
        () ->
            ResolvedWorkload.of(
                workload.scenario(
                    settings, spec.get(RunOptions.SEED), EnumSet.allOf(Capability.class)),
                Map.of()));
  }
}

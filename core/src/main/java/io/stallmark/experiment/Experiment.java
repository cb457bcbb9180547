package io.stallmark.experiment;

import io.stallmark.spec.SpecException;
import io.stallmark.spi.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The checked content of an experiment's file.
 *
 * @param common options and settings of all runs
 * @param scaled options and settings that {@code --scale} multiplies, each with its minimum after
 *     scaling
 * @param x option or setting on the x axis of charts of all runs, which one axis of the matrix
 *     sets; null: there are no such charts
 */
public record Experiment(
    String name,
    String description,
    Workload workload,
    Map<String, ExperimentDatabase> databases,
    ExperimentPart common,
    List<Axis> axes,
    Map<String, Long> scaled,
    Execution execution,
    @Nullable String x) {

  /**
   * How the runs are executed.
   *
   * @param interleaved whether every run is executed once before any run is repeated
   * @param repeat number of executions of each run
   * @param keepsTables whether the repetitions of a run, and its steps, use the tables of the first
   *     execution
   * @param pairs axis of which neighbouring values are the sides of a duet; null: each run is alone
   * @param mode how the sides of a duet share the time; null: as {@code stallmark duet} chooses
   * @param steps axis whose values are steps that follow each other on the same tables; null: none
   * @param verifies whether the tables are verified after loading and after each run
   */
  public record Execution(
      boolean interleaved,
      @Nullable String pairs,
      @Nullable String mode,
      int repeat,
      boolean keepsTables,
      @Nullable String steps,
      boolean verifies) {}

  /**
   * A dimension of the matrix.
   *
   * @param values the part of each label, in file order
   */
  record Axis(String name, Map<String, ExperimentPart> values) {

    /** Whether each value sets an option or a setting. */
    boolean sets(@Nullable String name) {
      return name != null
          && values.values().stream()
              .allMatch(
                  part -> part.options().containsKey(name) || part.settings().containsKey(name));
    }
  }

  /**
   * Names of the lines of charts by the labels of the runs: a line has all runs that differ only in
   * {@link #x}.
   */
  public Map<String, String> lines() throws SpecException {
    return RunMatrix.cells(this).stream()
        .collect(Collectors.toMap(RunMatrix.Cell::label, RunMatrix.Cell::line));
  }

  /** Names of the axes, in file order. */
  public List<String> axisNames() {
    return axes.stream().map(Axis::name).toList();
  }

  /** Values of the axes by the labels of the runs, in the order of the plan. */
  public Map<String, List<String>> coordinates() throws SpecException {
    Map<String, List<String>> coordinates = new LinkedHashMap<>();
    RunMatrix.cells(this).forEach(cell -> coordinates.put(cell.label(), cell.values()));
    return coordinates;
  }

  ExperimentDatabase database(String database) {
    ExperimentDatabase place = databases.get(database);
    if (place == null) {
      throw new IllegalArgumentException("No database " + database);
    }
    return place;
  }
}

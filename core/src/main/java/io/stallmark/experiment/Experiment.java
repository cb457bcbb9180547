package io.stallmark.experiment;

import io.stallmark.spi.workload.Workload;
import java.util.List;
import java.util.Map;

/**
 * The checked content of an experiment's file.
 *
 * @param common options and settings of all runs
 * @param scaled options and settings that {@code --scale} multiplies, each with its minimum after
 *     scaling
 * @param interleaved whether every run is executed once before any run is repeated
 * @param repeat number of executions of each run
 * @param keepsTables whether the repetitions of a run use the tables of the first execution
 * @param verifies whether the tables are verified after loading and after each run
 * @param published published figures to show next to the measured ones
 */
public record Experiment(
    String name,
    String description,
    Workload workload,
    Map<String, ExperimentDatabase> databases,
    ExperimentPart common,
    List<Axis> axes,
    Map<String, Long> scaled,
    boolean interleaved,
    int repeat,
    boolean keepsTables,
    boolean verifies,
    PublishedFigures published) {

  /**
   * A dimension of the matrix.
   *
   * @param values the part of each label, in file order
   */
  record Axis(String name, Map<String, ExperimentPart> values) {}

  ExperimentDatabase database(String database) {
    ExperimentDatabase place = databases.get(database);
    if (place == null) {
      throw new IllegalArgumentException("No database " + database);
    }
    return place;
  }

  /** The same experiment with other databases. */
  public Experiment with(Map<String, ExperimentDatabase> addressed) {
    return new Experiment(
        name,
        description,
        workload,
        addressed,
        common,
        axes,
        scaled,
        interleaved,
        repeat,
        keepsTables,
        verifies,
        published);
  }
}

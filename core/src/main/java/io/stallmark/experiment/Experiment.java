package io.stallmark.experiment;

import io.stallmark.spi.workload.Workload;
import java.util.List;
import java.util.Map;

/**
 * What an experiment's file says, checked.
 *
 * @param common what holds for all runs
 * @param scaled what {@code --scale} multiplies, options and settings, and the least it leaves
 * @param interleaved whether all runs come once before any comes again
 * @param repeat how often each is run
 * @param keepsTables whether the repetitions of a run go on with the tables of the first
 * @param verifies whether the tables are verified when they are loaded and after each run
 * @param published figures to stand beside those measured
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
   * @param values what each label stands for, in the file's order
   */
  record Axis(String name, Map<String, ExperimentPart> values) {}

  ExperimentDatabase database(String database) {
    ExperimentDatabase place = databases.get(database);
    if (place == null) {
      throw new IllegalArgumentException("No database " + database);
    }
    return place;
  }

  /** The same with other addresses. */
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

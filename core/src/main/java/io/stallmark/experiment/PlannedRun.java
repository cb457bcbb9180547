package io.stallmark.experiment;

import java.util.ArrayList;
import java.util.List;

/**
 * One run of an experiment, which is one {@code stallmark run}.
 *
 * @param name that of its directory, unique in the experiment
 * @param label what it has in common with its repetitions
 * @param repetition from 1
 * @param arguments what {@code run} is told, the workload first, without where the results go
 */
public record PlannedRun(
    String name,
    String label,
    int repetition,
    Place place,
    List<String> arguments,
    Estimate estimate) {

  /** The whole command, as {@code stallmark} takes it. */
  public List<String> command(String out) {
    List<String> command = new ArrayList<>(List.of("run"));
    command.addAll(arguments);
    command.addAll(List.of("--fresh", "--out", out));
    return command;
  }

  /** The same with another estimate. */
  public PlannedRun with(Estimate other) {
    return new PlannedRun(name, label, repetition, place, arguments, other);
  }
}

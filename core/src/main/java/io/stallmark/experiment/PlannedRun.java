package io.stallmark.experiment;

import io.stallmark.run.RunOptions;
import io.stallmark.run.RunSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One run of an experiment; it is equivalent to one {@code stallmark run}.
 *
 * @param name name of the run's directory, unique in the experiment
 * @param label name that the run shares with its repetitions
 * @param tables name that the run shares with all runs on the same tables
 * @param repetition number of the repetition, from 1
 * @param place database of the run
 * @param spec specification of the run, without the directory of its results
 * @param arguments equivalent arguments of {@code stallmark run}, for users to read and repeat: the
 *     workload, its URL, then the rest, without the options for results, tables and verification
 * @param claim which tables the run uses
 */
public record PlannedRun(
    String name,
    String label,
    String tables,
    int repetition,
    ExperimentDatabase place,
    RunSpec spec,
    List<String> arguments,
    Claim claim,
    DurationEstimate estimate) {

  private static final int BEHIND_URL = 3;

  /** Which tables a run uses. */
  public enum Claim {
    /** Separate tables, which it drops. */
    OWN,
    /** Separate tables, which it leaves to the next repetitions or steps. */
    FIRST,
    /** The tables of the first repetition or step. */
    NEXT,
    /** The tables that the specification defines. */
    SAID;

    private List<String> options() {
      return switch (this) {
        case OWN -> List.of("--fresh");
        case FIRST -> List.of("--fresh", "--keep");
        case NEXT, SAID -> List.of();
      };
    }
  }

  /**
   * Returns the complete arguments of {@code stallmark}.
   *
   * @param out directory for the results
   */
  public List<String> command(String out) {
    List<String> command = new ArrayList<>(List.of("run"));
    command.addAll(arguments);
    command.addAll(claim.options());
    if (claim != Claim.SAID && spec.get(RunOptions.VERIFY)) {
      command.add("--verify");
    }
    command.addAll(List.of("--out", out));
    return command;
  }

  /** Returns the repetitions of one run with unchanged use of tables. */
  public static List<PlannedRun> repeated(
      String label, ExperimentDatabase place, RunSpec spec, List<String> arguments, int times) {
    PlannedRun run =
        new PlannedRun(
            label, label, label, 1, place, spec, arguments, Claim.SAID, DurationEstimate.UNKNOWN);
    return IntStream.rangeClosed(1, times).mapToObj(i -> run.repetition(i, times)).toList();
  }

  /**
   * Returns one repetition of this run. Its request seed differs from that of the others, so its
   * clients execute other operations.
   */
  PlannedRun repetition(int number, int of) {
    if (of == 1) {
      return this;
    }
    RunSpec other = spec.repetition(number);
    List<String> its = new ArrayList<>(arguments);
    its.addAll(
        BEHIND_URL, // after the workload and the URL, because flags may be at the end
        List.of("--request-seed", other.get(RunOptions.REQUEST_SEED).toString()));
    return new PlannedRun(
        label + "." + number, label, tables, number, place, other, its, claim, estimate);
  }

  /** The same run with more arguments. Arguments also say whether two plans are the same. */
  public PlannedRun with(List<String> options) {
    List<String> its = Stream.concat(arguments.stream(), options.stream()).toList();
    return new PlannedRun(name, label, tables, repetition, place, spec, its, claim, estimate);
  }

  /** The same run with another estimate. */
  public PlannedRun with(DurationEstimate other) {
    return new PlannedRun(name, label, tables, repetition, place, spec, arguments, claim, other);
  }
}

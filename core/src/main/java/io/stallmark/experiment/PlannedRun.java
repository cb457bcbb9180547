package io.stallmark.experiment;

import io.stallmark.run.RunSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One run of an experiment, which is one {@code stallmark run}.
 *
 * @param name that of its directory, unique in the experiment
 * @param label what it has in common with its repetitions
 * @param repetition from 1
 * @param spec of the run, but for the directory of its results
 * @param arguments the same as {@code stallmark run} takes it, the workload first, then its URL,
 *     without results, claim and verification: for users to read and repeat
 */
public record PlannedRun(
    String name,
    String label,
    int repetition,
    ExperimentDatabase place,
    RunSpec spec,
    List<String> arguments,
    Claim claim,
    boolean verified,
    DurationEstimate estimate) {

  private static final int BEHIND_URL = 3;

  /** Whose tables a run is on. */
  public enum Claim {
    /** Its own, which it drops. */
    OWN,
    /** Its own, which it leaves to those that follow it. */
    FIRST,
    /** Those of the first. */
    NEXT,
    /** Whose the specification says. */
    SAID;

    private List<String> options() {
      return switch (this) {
        case OWN -> List.of("--fresh");
        case FIRST -> List.of("--fresh", "--keep");
        case NEXT, SAID -> List.of();
      };
    }
  }

  /** The whole command, as {@code stallmark} takes it. */
  public List<String> command(String out) {
    List<String> command = new ArrayList<>(List.of("run"));
    command.addAll(arguments);
    command.addAll(claim.options());
    if (verified) {
      command.add("--verify");
    }
    command.addAll(List.of("--out", out));
    return command;
  }

  /** A run as its specification says, several times. */
  public static List<PlannedRun> repeated(
      String label, ExperimentDatabase place, RunSpec spec, List<String> arguments, int times) {
    PlannedRun run =
        new PlannedRun(
            label, label, 1, place, spec, arguments, Claim.SAID, false, DurationEstimate.UNKNOWN);
    return IntStream.rangeClosed(1, times).mapToObj(i -> run.repetition(i, times)).toList();
  }

  /** The same as one of several, whose clients draw other operations than those of the others. */
  PlannedRun repetition(int number, int of) {
    if (of == 1) {
      return this;
    }
    RunSpec other = spec.repetition(number);
    List<String> its = new ArrayList<>(arguments);
    its.addAll(
        BEHIND_URL, // flags may be at the end
        List.of("--request-seed", Long.toString(other.load().requestSeed())));
    return new PlannedRun(
        label + "." + number, label, number, place, other, its, claim, verified, estimate);
  }

  /** The same with another estimate. */
  public PlannedRun with(DurationEstimate other) {
    return new PlannedRun(name, label, repetition, place, spec, arguments, claim, verified, other);
  }
}

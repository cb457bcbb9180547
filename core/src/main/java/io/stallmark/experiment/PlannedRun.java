package io.stallmark.experiment;

import io.stallmark.plan.RunPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One run of an experiment, which is one {@code stallmark run}.
 *
 * @param name that of its directory, unique in the experiment
 * @param label what it has in common with its repetitions
 * @param repetition from 1
 * @param arguments what {@code run} is told, the workload first, then its URL, without where the
 *     results go and without whose the tables are and whether they are verified
 */
public record PlannedRun(
    String name,
    String label,
    int repetition,
    Place place,
    List<String> arguments,
    Claim claim,
    boolean verified,
    Estimate estimate) {

  private static final int BEHIND_URL = 3;

  /** Whose tables a run is on. */
  public enum Claim {
    /** Its own, which it drops. */
    OWN,
    /** Its own, which it leaves to those that follow it. */
    FIRST,
    /** Those of the first. */
    NEXT,
    /** Whose the arguments say. */
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

  /**
   * A run as its arguments say, over and over.
   *
   * @param requestSeed what each draws its own operations from; not among the arguments
   */
  public static List<PlannedRun> repeated(
      String label, Place place, List<String> arguments, int times, long requestSeed) {
    PlannedRun run =
        new PlannedRun(label, label, 1, place, arguments, Claim.SAID, false, Estimate.UNKNOWN);
    return IntStream.rangeClosed(1, times)
        .mapToObj(i -> run.repetition(i, times, requestSeed))
        .toList();
  }

  /** The same, as one of several, whose clients draw other operations than those of the others. */
  PlannedRun repetition(int number, int of, long requestSeed) {
    if (of == 1) {
      return this;
    }
    List<String> its = new ArrayList<>(arguments);
    its.addAll(
        BEHIND_URL, // flags may stand at the end
        List.of("--request-seed", Long.toString(RunPlan.requestSeed(requestSeed, number))));
    return new PlannedRun(
        label + "." + number, label, number, place, its, claim, verified, estimate);
  }

  /** The same with another estimate. */
  public PlannedRun with(Estimate other) {
    return new PlannedRun(name, label, repetition, place, arguments, claim, verified, other);
  }
}

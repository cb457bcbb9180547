package io.stallmark.report.compare;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.RegressionGate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A comparison, and what it is of.
 *
 * @param findings of the gate; none: there is none
 * @param unfit why runs are none to go through a gate by, a line each, whatever their figures are
 */
public record ComparedGroups(
    RunGroup a,
    RunGroup b,
    Comparison comparison,
    List<RegressionGate.Finding> findings,
    List<String> unfit) {

  /** Compares. */
  public static ComparedGroups of(RunGroup a, RunGroup b) {
    return new ComparedGroups(
        a, b, Comparison.of(a.measured(), b.measured()), List.of(), List.of());
  }

  /**
   * The same, measured by a gate. What makes runs unfit is said by a warning, too, with the reason.
   *
   * @param untrusted whether runs that are not to be trusted may go through it; damaged ones never
   */
  public ComparedGroups with(RegressionGate gate, boolean untrusted) {
    List<String> unfit = new ArrayList<>();
    for (RunGroup group : List.of(a, b)) {
      for (StoredRun run : group.runs()) {
        if (!run.completed()) {
          unfit.add(run.directory() + " is not completed");
        } else if (!run.damage().isEmpty()) {
          unfit.add(run.directory() + " is damaged");
        } else if (run.untrusted() && !untrusted) {
          unfit.add(
              run.directory()
                  + " is not to be trusted; with --allow-untrusted a gate takes it nevertheless");
        }
      }
    }
    return new ComparedGroups(a, b, comparison, gate.findings(comparison), unfit);
  }

  /** Whether the runs are fit, and every row that the gate has a limit for kept to it. */
  public boolean held() {
    return unfit.isEmpty()
        && findings.stream().allMatch(each -> each.outcome() == RegressionGate.Outcome.HELD);
  }

  /** Whether a regression is shown beyond its size, a row cannot be judged, or runs are unfit. */
  public boolean failed() {
    return !unfit.isEmpty() || findings.stream().anyMatch(RegressionGate.Finding::fails);
  }

  /** What became of the gate, in a word: held, undecided, failed. */
  public String outcome() {
    return failed() ? "failed" : held() ? "held" : "undecided";
  }

  /** What the two were not the same in, a line each: {@code threads: 4 → 8}. */
  public List<String> differences() {
    return RunConfiguration.differences(a.configurations(), b.configurations());
  }

  /** That clients drew other operations, which are of the same laws and so no difference. */
  public Optional<String> drawings() {
    String ofA = requestSeeds(a);
    String ofB = requestSeeds(b);
    boolean otherData = differences().stream().anyMatch(line -> line.startsWith("seed: "));
    return otherData || ofA.equals(ofB)
        ? Optional.empty()
        : Optional.of("Other operations of the same laws: request seed " + ofA + " → " + ofB);
  }

  private static String requestSeeds(RunGroup group) {
    return group.runs().stream()
        .map(StoredRun::document)
        .map(run -> String.valueOf(Objects.requireNonNullElse(run.requestSeed(), run.seed())))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** What to know before the figures, whole sentences. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (RunGroup group : List.of(a, b)) {
      for (StoredRun run : group.runs()) {
        if (!run.completed()) {
          warnings.add(run.incomplete());
        }
        if (!run.damage().isEmpty()) {
          warnings.add(run.directory() + " is damaged: " + String.join(" ", run.damage()));
        }
        if (run.untrusted()) {
          warnings.add(doubt(run));
        }
      }
    }
    if (a.runs().size() == 1 && b.runs().size() == 1 && directory(a).equals(directory(b))) {
      warnings.add("A and B are the same run: there is no difference to be shown.");
    }
    undecided().ifPresent(warnings::add);
    return warnings;
  }

  private static String doubt(StoredRun run) {
    return run.directory()
        + " is not to be trusted"
        + (run.doubts().isEmpty() ? ", as its report says." : ": " + run.doubts().get(0));
  }

  private static Path directory(RunGroup single) {
    return single.runs().get(0).directory().toAbsolutePath().normalize();
  }

  /** Which rows the gate could not decide on, and why: the exit code is 0. */
  private Optional<String> undecided() {
    List<String> rows =
        findings.stream()
            .filter(each -> each.outcome() == RegressionGate.Outcome.UNDECIDED)
            .map(each -> each.row().id() + " was measured " + ComparisonWords.undecided(each))
            .toList();
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "Undecided by the gate: "
            + String.join("; ", rows)
            + ". There may be a regression: "
            + (comparison.judged()
                ? "repeat the runs, or make them longer, to decide."
                : "a verdict needs three runs a side, and A has %d and B has %d."
                    .formatted(a.runs().size(), b.runs().size())));
  }

  /** What the intervals rest on, or why there are none. */
  public String basis() {
    return comparison.judged()
        ? "Intervals: from how the repeated runs varied (Welch), those of stalls/min from how many"
            + " there were. All of them hold together with a probability of 95 %."
        : "Repeat to judge: a verdict needs three runs a side.";
  }
}

package io.stallmark.report.compare;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.Gate;
import io.stallmark.analysis.compare.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison, and what it is of.
 *
 * @param findings of the gate; none: there is none
 * @param passedOver what a gate of a size alone has no limit for, because it is not judged
 * @param unfit why runs are none to go through a gate by, a line each, whatever their figures are
 */
public record ComparedGroups(
    RunGroup a,
    RunGroup b,
    Comparison comparison,
    List<Gate.Finding> findings,
    List<Row> passedOver,
    List<String> unfit) {

  /** Compares. */
  public static ComparedGroups of(RunGroup a, RunGroup b) {
    return new ComparedGroups(
        a, b, Comparison.of(a.series(), b.series()), List.of(), List.of(), List.of());
  }

  /**
   * The same, measured by a gate. What makes runs unfit is said by a warning, too, with the reason.
   *
   * @param untrusted whether runs that are not to be trusted may go through it; damaged ones never
   */
  public ComparedGroups with(Gate gate, boolean untrusted) {
    List<String> unfit = new ArrayList<>();
    for (RunGroup group : List.of(a, b)) {
      for (MeasuredRun run : group.runs()) {
        if (!run.completed()) {
          unfit.add(run.files().directory() + " is not completed");
        } else if (!run.damage().isEmpty()) {
          unfit.add(run.files().directory() + " is damaged");
        } else if (run.untrusted() && !untrusted) {
          unfit.add(
              run.files().directory()
                  + " is not to be trusted; with --allow-untrusted a gate takes it nevertheless");
        }
      }
    }
    return new ComparedGroups(
        a, b, comparison, gate.findings(comparison), gate.passedOver(comparison), unfit);
  }

  /** Whether the runs are fit, and every row that the gate has a limit for kept to it. */
  public boolean held() {
    return unfit.isEmpty()
        && findings.stream().allMatch(each -> each.outcome() == Gate.Outcome.HELD);
  }

  /** Whether a regression is shown beyond its size, a row cannot be judged, or runs are unfit. */
  public boolean failed() {
    return !unfit.isEmpty() || findings.stream().anyMatch(Gate.Finding::fails);
  }

  /** What became of the gate, in a word: held, undecided, failed. */
  public String outcome() {
    return failed() ? "failed" : held() ? "held" : "undecided";
  }

  /** What the two were not the same in, a line each: {@code threads: 4 → 8}. */
  public List<String> differences() {
    return Configuration.differences(a.configurations(), b.configurations());
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
        .map(run -> run.files().json())
        .map(json -> json.path(json.has("requestSeed") ? "requestSeed" : "seed").asString(""))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** What to know before the figures, whole sentences. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (RunGroup group : List.of(a, b)) {
      for (MeasuredRun run : group.runs()) {
        if (!run.completed()) {
          warnings.add(run.incomplete());
        }
        if (!run.damage().isEmpty()) {
          warnings.add(run.damage());
        }
        if (run.untrusted()) {
          warnings.add(run.doubt());
        }
      }
    }
    if (comparison.basis() == Comparison.Basis.WITHIN) {
      if (directory(a).equals(directory(b))) {
        warnings.add("A and B are the same run: there is no difference to be shown.");
      }
      warnings.addAll(disturbed());
    }
    if (!comparison.rows().isEmpty() && !comparison.rows().get(0).difference().judged()) {
      warnings.add(
          "Too few intervals to judge by: 20 or more are needed of each run, or several runs of"
              + " each. Longer runs, or a shorter --interval, have more.");
    }
    if (!passedOver.isEmpty()) {
      warnings.add(
          "Not judged, and so not gated: "
              + passedOver.stream().map(Row::id).collect(Collectors.joining(", "))
              + ". To fail by one of them, name it; to have it judged, compare longer or repeated"
              + " runs.");
    }
    undecided().ifPresent(warnings::add);
    return warnings;
  }

  /** Which rows the gate could not decide on, and what was measured: the exit code is 0. */
  private Optional<String> undecided() {
    List<String> rows =
        findings.stream()
            .filter(each -> each.outcome() == Gate.Outcome.UNDECIDED)
            .map(each -> each.row().id() + " was measured " + Words.undecided(each))
            .toList();
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Undecided by the gate: "
                + String.join("; ", rows)
                + ". There may be a regression: repeat the runs, or make them longer, to decide.");
  }

  private static Path directory(RunGroup single) {
    return single.runs().get(0).files().directory().toAbsolutePath().normalize();
  }

  /** Of single runs that had to share their machine, a sentence each. */
  private List<String> disturbed() {
    return Stream.of(a, b)
        .flatMap(group -> group.runs().stream())
        .filter(run -> run.series().otherWork() > 0)
        .map(
            run ->
                String.format(
                    Locale.ROOT,
                    "Other work had %.0f %% of the processors during %s, more than usual: what that"
                        + " cost, a single run cannot tell, and its intervals are that much wider."
                        + " Compare repeated runs, in turns.",
                    100 * run.series().otherWork(),
                    run.files().directory()))
        .toList();
  }

  /** What the intervals rest on, a sentence. */
  public String basis() {
    String basis = intervals();
    return comparison.rows().stream().anyMatch(ComparedGroups::counted)
        ? basis + " That of stalls/min: from how many there were, as if each came by itself."
        : basis;
  }

  private static boolean counted(Row row) {
    return row.id().equals(Comparison.STALL_COUNT) && row.difference().judged();
  }

  private String intervals() {
    return switch (comparison.basis()) {
      case WITHIN ->
          "Intervals: from how each run varied within itself, and 1.5 % by which runs of a kind are"
              + " assumed to vary from one to the next, more where other work had the processors;"
              + " compare repeated runs to know that.";
      case ONE_AND_SEVERAL ->
          "Intervals: from how the repeated runs varied, as if the single one varied as they do.";
      case BETWEEN -> "Intervals: from how the repeated runs varied.";
    };
  }
}

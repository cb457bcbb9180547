package io.stallmark.report.compare;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.ComparisonRow;
import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.analysis.compare.PairedEstimate;
import io.stallmark.analysis.compare.RegressionGate;
import io.stallmark.analysis.compare.SharedSources;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.TrustCause;
import io.stallmark.result.DatabaseName;
import io.stallmark.text.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Comparison of two groups of runs, with the outcome of a gate.
 *
 * @param findings outcomes of the gate; empty: there is no gate
 * @param skipped rows that the gate's limit of the headline rows skips
 * @param unfit reasons why runs cannot pass a gate, whatever their results, a line each
 */
public record ComparedGroups(
    RunGroup a,
    RunGroup b,
    Comparison comparison,
    List<RegressionGate.Finding> findings,
    List<ComparisonRow> skipped,
    List<String> unfit) {

  /** Compares two groups. */
  public static ComparedGroups of(RunGroup a, RunGroup b) {
    return new ComparedGroups(
        a, b, Comparison.of(a.measured(), b.measured()), List.of(), List.of(), List.of());
  }

  /**
   * Compares two groups of one run each, of the same time.
   *
   * @param estimates estimates from pairs of seconds, by the metric's id
   */
  public static ComparedGroups paired(
      RunGroup a, RunGroup b, Map<String, PairedEstimate> estimates) {
    Comparison comparison = Comparison.paired(a.measured().get(0), b.measured().get(0), estimates);
    return new ComparedGroups(a, b, comparison, List.of(), List.of(), List.of());
  }

  /**
   * Returns the comparison with the outcome of a gate. A warning gives the reason for each unfit
   * run too.
   */
  public ComparedGroups with(RegressionGate gate) {
    List<StoredRun> runs = new ArrayList<>(a.runs());
    runs.addAll(b.runs());
    Map<String, List<StoredRun>> unfit = new LinkedHashMap<>();
    for (StoredRun run : runs) {
      String why =
          run.completed() && !run.damage().isEmpty()
              ? "damaged"
              : gate.unfit(run.document(), comparison.basis());
      if (!why.isEmpty()) {
        unfit.computeIfAbsent(why, reason -> new ArrayList<>()).add(run);
      }
    }
    List<String> sentences = new ArrayList<>();
    unfit.forEach((why, those) -> sentences.add(unfit(those, runs.size(), why)));
    return new ComparedGroups(
        a, b, comparison, gate.findings(comparison), gate.skipped(comparison), sentences);
  }

  private static String unfit(List<StoredRun> those, int all, String why) {
    return those.size() == 1
        ? those.get(0).directory() + " is " + why
        : Text.format(
            "%d of %d runs, first %s, are %s", those.size(), all, those.get(0).directory(), why);
  }

  /** Whether the runs are fit, and every row with a limit passed. */
  public boolean held() {
    return unfit.isEmpty()
        && findings.stream().allMatch(each -> each.outcome() == RegressionGate.Outcome.HELD);
  }

  /** Whether a regression beyond its limit is shown, a row cannot be judged, or runs are unfit. */
  public boolean failed() {
    return !unfit.isEmpty() || findings.stream().anyMatch(RegressionGate.Finding::fails);
  }

  /** Returns the outcome of the gate: {@code held}, {@code undecided} or {@code failed}. */
  public String outcome() {
    return failed() ? "failed" : held() ? "held" : "undecided";
  }

  /** Returns the differences between the configurations, a line each: {@code threads: 4 → 8}. */
  public List<String> differences() {
    return RunConfiguration.differences(a.configurations(), b.configurations());
  }

  /**
   * Returns a line about different seeds of the operations; empty: they are equal, or the rows
   * differ too. The operations have the same distributions, so this is not a difference.
   */
  public Optional<String> drawings() {
    String ofA = requestSeeds(a);
    String ofB = requestSeeds(b);
    boolean otherData = differences().stream().anyMatch(line -> line.startsWith("seed: "));
    return otherData || ofA.equals(ofB)
        ? Optional.empty()
        : Optional.of(
            "Different operations with the same distributions: request seed " + ofA + " → " + ofB);
  }

  private static String requestSeeds(RunGroup group) {
    return group.runs().stream()
        .map(StoredRun::document)
        .map(run -> String.valueOf(Objects.requireNonNullElse(run.requestSeed(), run.seed())))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** Returns the warnings to show before the results, whole sentences. */
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
      }
    }
    doubt().ifPresent(warnings::add);
    skipped(false)
        .ifPresent(
            ids ->
                warnings.add(
                    "Reported by one side only, and not checked by the gate: "
                        + ids
                        + ". To fail by one of them, name it in the gate."));
    skipped(true).ifPresent(ids -> warnings.add("Not checked by the gate of a duet: " + ids + "."));
    undecided().ifPresent(warnings::add);
    return warnings;
  }

  /**
   * Returns the ids of the rows that the gate skips; empty: there are none.
   *
   * @param reported whether both sides report them
   */
  private Optional<String> skipped(boolean reported) {
    return skipped.stream()
        .filter(row -> reported != Double.isNaN(row.difference().estimate()))
        .map(ComparisonRow::id)
        .reduce((first, second) -> first + ", " + second);
  }

  /** Returns a warning about the runs that are not trusted, with the cause of the first. */
  private Optional<String> doubt() {
    List<StoredRun> all = Stream.concat(a.runs().stream(), b.runs().stream()).toList();
    List<StoredRun> doubted = all.stream().filter(StoredRun::untrusted).toList();
    if (doubted.isEmpty()) {
      return Optional.empty();
    }
    StoredRun first = doubted.get(0);
    String cause =
        Text.format(
            "%s%s: %s.",
            first.directory(),
            doubted.size() == 1 ? " is not to be trusted" : "",
            TrustCause.doubt(first.document()));
    return Optional.of(
        doubted.size() == 1
            ? cause
            : Text.format(
                "%d of %d runs are not to be trusted. The first is %s",
                doubted.size(), all.size(), cause));
  }

  /** Returns a warning about the rows that the gate could not decide. */
  private Optional<String> undecided() {
    long rows =
        findings.stream()
            .filter(each -> each.outcome() == RegressionGate.Outcome.UNDECIDED)
            .count();
    if (rows == 0) {
      return Optional.empty();
    }
    return Optional.of(
        "Undecided by the gate: "
            + FigureFormat.count(rows, "row")
            + ". There may be a regression: "
            + switch (comparison.basis()) {
              case PAIRED_SECONDS -> "a longer duet decides; give more --seconds.";
              case REPEATED_RUNS -> "repeat the runs, or make them longer, to decide.";
              case NOTHING ->
                  Text.format(
                      "a verdict needs three runs a side, and A has %d and B has %d.",
                      a.runs().size(), b.runs().size());
            });
  }

  /**
   * Returns sentences about the method of the intervals, or why there are none, and about the
   * metrics without a row.
   */
  public String basis() {
    String basis =
        switch (comparison.basis()) {
          case REPEATED_RUNS ->
              "Intervals: Welch's, from the variance of the repeated runs; of stalls/min, from"
                  + " their number. Their joint confidence level is 95 %.";
          case PAIRED_SECONDS ->
              "Intervals: batch means of the pairs. Percentiles are geometric means of those of"
                  + " single pairs. The joint confidence level is 95 %."
                  + shared();
          case NOTHING ->
              "Repeat to judge: a verdict needs three runs a side; 'stallmark duet' needs one.";
        };
    List<String> multiples = comparison.multiples().stream().map(ComparisonRow::id).toList();
    return multiples.isEmpty()
        ? basis
        : Text.format(
            "%s Without a row, because in every run they are a multiple of one that has a row: %s.",
            basis, String.join(", ", multiples));
  }

  /** Returns a sentence about the cost that both sides of a duet have together; empty: none is. */
  private String shared() {
    Set<String> shared = SharedSources.of(a.measured().get(0), b.measured().get(0));
    return shared.isEmpty()
        ? ""
        : " No rows of cost by " + String.join(", ", shared) + ": both sides are counted together.";
  }

  /**
   * Group of runs that is one side of a comparison.
   *
   * @param name name as the user gave it
   * @param runs one run, or several repetitions
   */
  public record RunGroup(String name, List<StoredRun> runs) {

    public RunGroup {
      runs = List.copyOf(runs);
    }

    List<MeasuredRun> measured() {
      return runs.stream().map(StoredRun::measured).toList();
    }

    List<Map<String, String>> configurations() {
      return runs.stream().map(StoredRun::configuration).toList();
    }

    /** Returns the last part of its path. */
    String shortName() {
      Path last = Path.of(name).normalize().getFileName();
      return last == null || last.toString().isEmpty() ? name : last.toString();
    }

    /** Returns workload, database and the number of runs, or the start of the only run. */
    String about() {
      StoredRun first = runs.get(0);
      String what = first.document().workload() + " on " + DatabaseName.of(first.document());
      return runs.size() == 1
          ? what + ", " + FigureFormat.utc(first.start().toString())
          : what + ", " + runs.size() + " runs";
    }
  }
}

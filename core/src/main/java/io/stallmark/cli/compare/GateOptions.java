package io.stallmark.cli.compare;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.ComparisonRow;
import io.stallmark.analysis.compare.RegressionGate;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.record.Kind;
import io.stallmark.report.GateOption;
import io.stallmark.report.compare.ComparedGroups;
import io.stallmark.report.compare.GateReport;
import io.stallmark.run.RunJob;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.spi.workload.Role;
import io.stallmark.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The gate of a comparison, as its options say.
 *
 * @param gate limits; null: there is no gate
 * @param undecided what the user says of an undecided gate; null: nothing
 * @param decided whether an undecided gate fails
 * @param junit file of the outcome; null: none
 */
record GateOptions(
    @Nullable RegressionGate gate,
    @Nullable String undecided,
    boolean decided,
    @Nullable Path junit) {

  private static final int FAILED = 1;

  private static final SpecOption<String> GATE = SpecOption.text("gate", "SIZES");
  private static final SpecOption<Boolean> ALLOW_UNTRUSTED = SpecOption.flag("allow-untrusted");
  private static final SpecOption<Boolean> REQUIRE_TRUSTED = SpecOption.flag("require-trusted");
  private static final SpecOption<String> UNDECIDED = SpecOption.text("undecided", "pass|fail");
  private static final SpecOption<Path> JUNIT = SpecOption.path("junit", "FILE");

  static CommandSpec options() {
    return JobOptions.of(GATE, ALLOW_UNTRUSTED, REQUIRE_TRUSTED, UNDECIDED, JUNIT);
  }

  /**
   * Reads the options.
   *
   * @throws SpecException if a size is invalid, or options contradict each other
   */
  static GateOptions read(CommandContext program, SpecEntries given) throws SpecException {
    String sizes = GATE.read(given);
    boolean untrusted = ALLOW_UNTRUSTED.required(given);
    boolean trusted = REQUIRE_TRUSTED.required(given);
    String undecided = UNDECIDED.read(given);
    Path junit = JUNIT.read(given);
    @Nullable RegressionGate limits = sizes == null ? null : GateOption.parse(sizes);
    if (untrusted && limits == null) {
      throw new SpecException(
          "--allow-untrusted needs --gate; without a gate all runs are compared");
    }
    if (trusted && (limits == null || untrusted)) {
      throw new SpecException("--require-trusted needs --gate without --allow-untrusted");
    }
    boolean gated = limits != null;
    if (undecided != null && (!gated || !List.of("pass", "fail").contains(undecided))) {
      throw new SpecException("--undecided needs --gate; give pass or fail");
    }
    if (junit != null && !gated) {
      throw new SpecException("--junit needs --gate, whose outcome it writes");
    }
    boolean decided =
        undecided == null
            ? gated && "true".equalsIgnoreCase(program.environment().get("CI"))
            : undecided.equals("fail");
    @Nullable RegressionGate gate =
        limits == null || !(untrusted || trusted)
            ? limits
            : untrusted ? limits.allowUntrusted() : limits.requireTrusted();
    return new GateOptions(gate, undecided, decided, junit);
  }

  /**
   * Checks before a duet that it can have each row that the gate names, with an interval.
   *
   * @throws SpecException if not
   */
  void check(RunJob job) throws SpecException {
    if (gate != null) {
      GateOption.check(gate, RunMetrics.possible(kinds(gate, job)));
      GateOption.checkPairable(gate);
    }
  }

  /**
   * Returns the job's kinds of operation; if only its run knows them, those that the gate names.
   */
  private static Set<String> kinds(RegressionGate gate, RunJob job) throws SpecException {
    Set<String> named =
        gate.limits().keySet().stream()
            .filter(id -> id.contains("."))
            .map(id -> id.substring(0, id.indexOf('.')))
            .collect(Collectors.toSet());
    if (named.isEmpty() || job.workload().existingTable(job.settings()).isPresent()) {
      return named;
    }
    Set<String> kinds = new LinkedHashSet<>(List.of(Kind.TRANSACTION, "begin", "commit"));
    for (Role role : job.bestCase().roles()) {
      if (role.ops().isEmpty()) {
        return named;
      }
      kinds.add(role.name());
      kinds.addAll(role.transactionKinds());
      role.ops().forEach(op -> kinds.add(op.name()));
    }
    return kinds;
  }

  /**
   * Returns the comparison with the outcome of the gate.
   *
   * @throws SpecException if the comparison has no row that the gate names
   */
  ComparedGroups judged(ComparedGroups compared) throws SpecException {
    if (gate == null) {
      return compared;
    }
    Comparison comparison = compared.comparison();
    GateOption.check(
        gate,
        Stream.concat(comparison.rows().stream(), comparison.multiples().stream())
            .map(ComparisonRow::metric)
            .toList());
    return compared.with(gate);
  }

  /** Writes that there is no outcome, and why. */
  void failed(CommandContext program, String complaint) throws IOException {
    String shown = program.terminal().redactor().redact(complaint);
    write(file -> GateReport.failed(shown, program.resolve(file)));
  }

  /** Writes a file. */
  private interface Writer {
    void write(Path file) throws IOException;
  }

  private void write(Writer writer) throws IOException {
    if (junit != null) {
      try {
        writer.write(junit);
      } catch (IOException e) {
        throw new IOException(junit + " cannot be written: " + FileTrouble.reason(e), e);
      }
    }
  }

  /**
   * Writes the outcome. Returns the exit code of the gate.
   *
   * @param complaint why a run has failed; empty: none has
   */
  int concluded(CommandContext program, ComparedGroups compared, String complaint)
      throws IOException {
    String shown = program.terminal().redactor().redact(complaint);
    write(file -> GateReport.write(compared, decided, shown, program.resolve(file)));
    if (decided && compared.outcome().equals("undecided")) {
      program
          .terminal()
          .error(
              "the gate is undecided, which fails "
                  + (undecided == null ? "with CI=true" : "with --undecided fail")
                  + "; --undecided pass lets it pass");
      return FAILED;
    }
    return compared.failed() ? FAILED : CommandContext.WELL;
  }
}

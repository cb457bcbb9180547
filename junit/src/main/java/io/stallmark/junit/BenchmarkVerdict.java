package io.stallmark.junit;

import io.stallmark.analysis.compare.ComparisonRow;
import io.stallmark.analysis.compare.RegressionGate;
import io.stallmark.report.GateOption;
import io.stallmark.report.compare.ComparedGroups;
import io.stallmark.report.compare.ComparisonText;
import io.stallmark.report.compare.GateReport;
import io.stallmark.spec.SpecException;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Outcome of a comparison.
 *
 * @param compared with the outcome of the limit
 */
record BenchmarkVerdict(ComparedGroups compared) {

  /** Writes the files of a comparison, and its page. */
  interface Writer {
    void write(ComparedGroups judged, Path page) throws IOException;
  }

  /**
   * Judges a comparison.
   *
   * @param untrusted whether runs that are not to be trusted are judged too
   * @throws SpecException if the limit is invalid, or the comparison has no row that it names
   */
  static BenchmarkVerdict of(ComparedGroups compared, String limit, boolean untrusted)
      throws SpecException {
    RegressionGate gate = GateOption.parse(limit);
    Stream<ComparisonRow> rows =
        Stream.concat(
            compared.comparison().rows().stream(), compared.comparison().multiples().stream());
    GateOption.check(gate, rows.map(ComparisonRow::metric).toList());
    return new BenchmarkVerdict(compared.with(untrusted ? gate.allowUntrusted() : gate));
  }

  /**
   * Writes the files, and passes the outcome on.
   *
   * @throws AssertionError unless the limit was kept
   */
  void conclude(Path page, Writer writer, BenchmarkOutput output) throws IOException {
    writer.write(compared, page);
    Path junit = page.resolveSibling("gate.xml");
    GateReport.write(compared, true, "", junit);
    output.attach(page);
    output.attach(junit);
    output.sentence(sentence());
    if (!compared.held()) {
      List<String> lines = new ArrayList<>(List.of(sentence()));
      lines.addAll(compared.warnings());
      compared.differences().forEach(line -> lines.add("They differ in " + line));
      lines.add("Report: " + page);
      throw new AssertionError(
          String.join("\n", lines).replace("--allow-untrusted", "allowUntrusted = true"));
    }
  }

  /** Returns the outcome and its reason. */
  String sentence() {
    String what =
        compared.held()
            ? "is not slower than"
            : !compared.unfit().isEmpty()
                ? "cannot be compared with"
                : compared.failed() ? "is slower than" : "is perhaps slower than";
    return Text.format("%s %s %s: %s.", compared.b().name(), what, compared.a().name(), reasons());
  }

  private String reasons() {
    if (!compared.unfit().isEmpty()) {
      return String.join("; ", compared.unfit());
    }
    return compared.findings().stream()
        .filter(each -> compared.held() || each.outcome() != RegressionGate.Outcome.HELD)
        .map(each -> ComparisonText.finding(each).replaceFirst("^\\w+ +", ""))
        .collect(Collectors.joining("; "));
  }
}

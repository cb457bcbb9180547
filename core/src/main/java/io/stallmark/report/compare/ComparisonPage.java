package io.stallmark.report.compare;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.ComparisonRow;
import io.stallmark.report.compare.ComparedGroups.RunGroup;
import io.stallmark.report.page.ReportPage;
import io.stallmark.report.table.FigureTable;
import io.stallmark.report.table.TextTable;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Page of a comparison: the page of several runs, with every row of the comparison above it. */
public final class ComparisonPage {

  /**
   * Row for the chart of differences, which selects the rows that it draws.
   *
   * @param difference difference of B from A, like its bounds a share of A or in the metric's unit
   * @param word the verdict in words
   * @param unjudged reason why there is no interval; empty: there is one
   */
  private record DrawnRow(
      String group,
      String name,
      double difference,
      double low,
      double high,
      boolean share,
      String verdict,
      String word,
      String unjudged) {}

  private ComparisonPage() {}

  /** Writes the page. */
  public static void write(ComparedGroups compared, Path file) throws IOException {
    write(
        compared,
        new ReportPage.Heading(
            compared.a().shortName() + " compared with " + compared.b().shortName(),
            about(compared),
            compared.warnings()),
        Map.of(),
        file);
  }

  /**
   * Writes the page.
   *
   * @param heading with the warnings that follow what the sides differ in
   * @param more content besides the rows, as the scripts of a page read it
   */
  static void write(
      ComparedGroups compared, ReportPage.Heading heading, Map<String, ?> more, Path file)
      throws IOException {
    List<ReportPage.Entry> entries = new ArrayList<>();
    add(entries, "A", compared.a());
    add(entries, "B", compared.b());
    List<String> warnings = new ArrayList<>();
    compared.differences().forEach(line -> warnings.add("A and B differ in " + line));
    compared.drawings().ifPresent(line -> warnings.add(line + "."));
    warnings.addAll(heading.warnings());
    Map<String, Object> data = new LinkedHashMap<>(more);
    data.put("sides", true);
    data.put("tables", List.of(table(compared)));
    data.put(
        "differences",
        Map.of(
            "basis",
            compared.basis(),
            "gate",
            compared.findings().isEmpty() ? "" : compared.outcome(),
            "rows",
            compared.comparison().rows().stream().map(row -> drawn(row, compared)).toList()));
    ReportPage.write(
        entries, new ReportPage.Heading(heading.title(), heading.about(), warnings), data, file);
  }

  private static void add(List<ReportPage.Entry> entries, String side, RunGroup group) {
    String name = group.shortName();
    String series = name.equalsIgnoreCase(side) ? side : side + " " + name;
    int number = 0;
    for (StoredRun run : group.runs()) {
      number++;
      String label = group.runs().size() == 1 ? series : series + " run " + number;
      entries.add(new ReportPage.Entry(label, run.directory(), series));
    }
  }

  private static String about(ComparedGroups compared) {
    ComparisonRow throughput = compared.comparison().rows().get(0);
    String gate = compared.findings().isEmpty() ? "" : " · gate " + compared.outcome();
    return Text.format(
        "%s: %s, %s (%s)%s",
        throughput.metric().label(),
        throughput.word(),
        ComparisonWords.difference(throughput, throughput.difference().estimate()),
        ComparisonWords.interval(throughput),
        gate);
  }

  private static TextTable table(ComparedGroups compared) {
    return new FigureTable<ComparisonRow>()
        .label("of", row -> row.metric().group())
        .label("figure", row -> row.metric().label())
        .texts("A", row -> ComparisonWords.figure(row.a()))
        .texts("B", row -> ComparisonWords.figure(row.b()))
        .texts("difference", row -> ComparisonWords.difference(row, row.difference().estimate()))
        .texts("between", ComparisonWords::interval)
        .label("B is", ComparisonRow::word)
        .table(
            "comparison",
            "Comparison",
            "There is nothing to compare.",
            compared.comparison().rows(),
            ComparisonPage::verdict,
            row -> "");
  }

  private static DrawnRow drawn(ComparisonRow row, ComparedGroups compared) {
    boolean paired = compared.comparison().basis() == Comparison.Basis.PAIRED_SECONDS;
    return new DrawnRow(
        row.metric().group(),
        row.metric().label(),
        row.difference().estimate(),
        row.difference().low(),
        row.difference().high(),
        row.metric().share(),
        verdict(row),
        row.word(),
        paired && !row.difference().judged() ? "not measured in pairs" : row.unjudged());
  }

  private static String verdict(ComparisonRow row) {
    return row.verdict().name().toLowerCase(Locale.ROOT);
  }
}

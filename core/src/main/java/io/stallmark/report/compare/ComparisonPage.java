package io.stallmark.report.compare;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.Difference;
import io.stallmark.analysis.compare.Row;
import io.stallmark.report.page.Page;
import io.stallmark.report.page.ReportPage;
import io.stallmark.report.page.Sheet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The page of a comparison: that of several runs, and above it the rows with their intervals drawn.
 */
public final class ComparisonPage {

  /** More intervals than these nobody reads off a chart; the table has all. */
  private static final int MOST_DRAWN = 40;

  private static final double PERCENT = 100;

  private ComparisonPage() {}

  /** Writes it. */
  public static void write(ComparedGroups compared, Path file) throws IOException {
    List<ReportPage.Entry> entries = new ArrayList<>();
    add(entries, "A", compared.a());
    add(entries, "B", compared.b());
    List<String> warnings = new ArrayList<>();
    compared.differences().forEach(line -> warnings.add("A and B differ in " + line));
    compared.drawings().ifPresent(line -> warnings.add(line + "."));
    warnings.addAll(compared.warnings());
    ReportPage.Heading heading =
        new ReportPage.Heading(
            compared.a().shortName() + " compared with " + compared.b().shortName(),
            about(compared),
            warnings);
    ArrayNode drawn = drawn(compared.comparison());
    List<Page.Block> first =
        List.of(
            Page.figure(
                "differences",
                "Differences",
                "What B is more or less than A, with the interval that it lies in. "
                    + compared.basis()
                    + " All of them hold together with a probability of 95 %. An arrow: further than is"
                    + " drawn."
                    + leftOut(compared.comparison()),
                drawn.isEmpty() ? "No difference has an interval." : "",
                null),
            Page.sheet(sheet(compared)));
    ReportPage.write(
        entries, heading, first, Map.of("differences", drawn, "sides", BooleanNode.TRUE), file);
  }

  private static void add(List<ReportPage.Entry> entries, String side, RunGroup group) {
    String series = side + " " + group.shortName();
    int number = 0;
    for (MeasuredRun run : group.runs()) {
      number++;
      String label = group.runs().size() == 1 ? series : series + " run " + number;
      entries.add(new ReportPage.Entry(label, run.files().directory(), series));
    }
  }

  private static String about(ComparedGroups compared) {
    Row throughput = compared.comparison().rows().get(0);
    String gate = compared.findings().isEmpty() ? "" : " · gate " + compared.outcome();
    return throughput.name()
        + ": "
        + throughput.word()
        + ", "
        + Words.difference(throughput, throughput.difference().estimate())
        + " ("
        + Words.interval(throughput)
        + ")"
        + gate;
  }

  private static Sheet sheet(ComparedGroups compared) {
    Sheet sheet =
        new Sheet("comparison", "Comparison")
            .words("of", "figure")
            .numbers("A", "B", "difference", "between")
            .words("B is")
            .orElse("There is nothing to compare.");
    for (Row row : compared.comparison().rows()) {
      sheet.linked(
          "",
          row.verdict().name().toLowerCase(Locale.ROOT),
          "",
          row.group(),
          row.name(),
          Words.figure(row.a()),
          Words.figure(row.b()),
          Words.difference(row, row.difference().estimate()),
          Words.interval(row),
          row.word());
    }
    return sheet;
  }

  /** What a reader looks for whether a difference is shown or not. */
  private static boolean headline(Row row) {
    return row.group().equals(Comparison.TRANSACTION) || row.group().equals(Comparison.COST);
  }

  /** Why a row cannot be drawn; empty: it can. */
  private static String undrawn(Row row) {
    Difference difference = row.difference();
    return !difference.judged()
        ? row.unjudged()
        : !row.share()
            ? "no share of A"
            : Double.isInfinite(difference.low()) || Double.isInfinite(difference.high())
                ? "without an end"
                : "";
  }

  /** What a reader would miss in the chart, and why it is not there. */
  private static String leftOut(Comparison comparison) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (Row row : comparison.rows()) {
      if (headline(row) && !undrawn(row).isEmpty()) {
        byReason.computeIfAbsent(undrawn(row), reason -> new ArrayList<>()).add(row.name());
      }
    }
    List<String> parts = new ArrayList<>();
    byReason.forEach((reason, names) -> parts.add(String.join(", ", names) + " (" + reason + ")"));
    return (parts.isEmpty() ? "" : " Not judged, so not drawn: " + String.join("; ", parts) + ".")
        + " The table has every row, stalls and kinds of operations that show no difference, too.";
  }

  /** The headline, and of all others what is shown. */
  private static ArrayNode drawn(Comparison comparison) {
    ArrayNode rows = new JsonMapper().createArrayNode();
    for (Row row : comparison.rows()) {
      if (undrawn(row).isEmpty()
          && rows.size() < MOST_DRAWN
          && (headline(row) || row.difference().shown())) {
        ObjectNode node = rows.addObject();
        node.put("name", headline(row) ? row.name() : row.group() + " " + row.name());
        node.put("difference", PERCENT * row.difference().estimate());
        node.put("low", PERCENT * row.difference().low());
        node.put("high", PERCENT * row.difference().high());
        node.put("verdict", row.verdict().name().toLowerCase(Locale.ROOT));
      }
    }
    return rows;
  }
}

package io.stallmark.report.compare;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.ComparisonRow;
import io.stallmark.analysis.compare.RegressionGate;
import io.stallmark.record.Kind;
import io.stallmark.report.TextLines;
import io.stallmark.report.table.FigureTable;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Comparison as lines for a terminal. */
public final class ComparisonText {

  private static final String COST = "cost";
  private static final String EACH = "/transaction";
  private static final int DIFFERENCES = 4; // part of the lines for settings: a quarter

  private ComparisonText() {}

  /**
   * Returns the lines.
   *
   * @param everything whether rows of cost and of kinds of operations without a shown difference
   *     are listed too
   */
  public static List<String> of(ComparedGroups compared, boolean everything) {
    return of(compared, everything, Integer.MAX_VALUE);
  }

  /**
   * Returns the lines without the last settings that differ, and without the last rows of kinds of
   * operations and of cost, if there are too many lines with them.
   *
   * @param most the number
   */
  static List<String> of(ComparedGroups compared, boolean everything, int most) {
    List<String> lines = new ArrayList<>();
    lines.add("A  " + compared.a().name() + " (" + compared.a().about() + ")");
    lines.add("B  " + compared.b().name() + " (" + compared.b().about() + ")");
    List<String> differences = compared.differences();
    if (!differences.isEmpty()) {
      lines.add("They differ in");
      int left = everything ? 0 : Math.max(0, differences.size() - most / DIFFERENCES);
      differences.stream().limit(differences.size() - left).forEach(line -> lines.add("  " + line));
      if (left > 0) {
        lines.add("  and " + left + " more; --all lists them");
      }
    }
    compared.drawings().ifPresent(lines::add);
    lines.add("");
    List<String> end = new ArrayList<>(List.of(""));
    end.addAll(TextLines.wrapped(compared.basis()));
    end.addAll(gate(compared));
    Comparison comparison = compared.comparison();
    List<ComparisonRow> shown = new ArrayList<>(listed(comparison, everything));
    List<String> rows = rows(shown, comparison);
    List<ComparisonRow> details =
        shown.stream().filter(row -> !everything && isDetail(row, comparison)).toList();
    for (int i = details.size() - 1;
        i >= 0 && lines.size() + rows.size() + end.size() > most;
        i--) {
      shown.remove(details.get(i));
      rows = rows(shown, comparison);
    }
    lines.addAll(rows);
    lines.addAll(end);
    return lines;
  }

  /**
   * Returns the comparison as Markdown: a table, and the gate.
   *
   * @param everything whether rows of cost and of kinds of operations without a shown difference
   *     are listed too
   */
  public static List<String> markdown(ComparedGroups compared, boolean everything) {
    List<String> lines = new ArrayList<>();
    lines.add("A: " + compared.a().name() + ", B: " + compared.b().name());
    lines.add("");
    Comparison comparison = compared.comparison();
    List<String> table =
        columns(comparison.judged(), UnaryOperator.identity())
            .markdown(listed(comparison, everything));
    lines.add(table.get(0));
    lines.add("|---|--:|--:|--:|---|---|");
    lines.addAll(table.subList(2, table.size()));
    lines.add("");
    lines.add(compared.basis());
    lines.addAll(
        gate(compared).stream().map(line -> line.replaceFirst("^  (?=\\S)", "- ")).toList());
    return lines;
  }

  /** Returns the outcome of the gate in lines that fit a terminal; no lines: there is none. */
  public static List<String> gate(ComparedGroups compared) {
    if (compared.findings().isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>(List.of("", "Gate: " + compared.outcome()));
    compared.unfit().forEach(line -> lines.addAll(TextLines.wrapped("  failed " + line, 4)));
    compared.findings().forEach(each -> lines.addAll(TextLines.wrapped("  " + finding(each), 4)));
    return lines;
  }

  /** Returns the table, with columns as wide as their cells. */
  private static List<String> rows(List<ComparisonRow> shown, Comparison comparison) {
    List<String> lines = new ArrayList<>();
    List<String> table = columns(comparison.judged(), ComparisonText::brief).lines(shown);
    String group = "";
    for (int i = 0; i < shown.size(); i++) {
      if (!shown.get(i).metric().group().equals(group)) {
        group = shown.get(i).metric().group();
        lines.add(group.equals(Kind.TRANSACTION) ? table.get(0) : group);
      }
      lines.add(table.get(1 + i));
    }
    if (shown.stream().anyMatch(row -> row.metric().label().contains(EACH))) {
      lines.add("/t: for each transaction");
    }
    List<ComparisonRow> left = new ArrayList<>(comparison.rows());
    left.removeAll(shown);
    if (!left.isEmpty()) {
      long differ = left.stream().filter(row -> row.difference().shown()).count();
      lines.add(
          (left.size() == 1 ? "1 more row" : left.size() + " more rows")
              + (differ > 0
                  ? ", " + differ + " with a difference shown"
                  : comparison.judged() ? " with no difference shown" : " of kinds of operations")
              + "; --all lists "
              + (left.size() == 1 ? "it" : "them"));
    }
    return lines;
  }

  /** Shortens words, so that a row fits a terminal. */
  private static String brief(String words) {
    return ComparisonWords.brief(words)
        .replace(EACH, "/t")
        .replace("amplification", "amp.")
        .replaceFirst(" of.* time", "")
        .replace(" % to ", " to ")
        .replace("> +", ">+")
        .replace("not judged", "–");
  }

  private static List<ComparisonRow> listed(Comparison comparison, boolean everything) {
    return comparison.rows().stream()
        .filter(row -> everything || isListed(row, comparison))
        .toList();
  }

  /** Whether a row is listed: a detail only if it shows a difference. */
  private static boolean isListed(ComparisonRow row, Comparison comparison) {
    return !isDetail(row, comparison) || row.difference().shown();
  }

  private static boolean isDetail(ComparisonRow row, Comparison comparison) {
    return row.metric().group().equals(COST)
        ? comparison.judged()
        : row.id().contains(".") && !row.id().startsWith(Kind.TRANSACTION + ".response");
  }

  /**
   * Returns the columns.
   *
   * @param judged whether there are intervals and verdicts
   * @param words changes words
   */
  private static FigureTable<ComparisonRow> columns(boolean judged, UnaryOperator<String> words) {
    return new FigureTable<ComparisonRow>()
        .label("", row -> words.apply(row.metric().label()))
        .texts("A", row -> ComparisonWords.figure(row.a()))
        .texts("B", row -> ComparisonWords.figure(row.b()))
        .texts("difference", row -> ComparisonWords.difference(row, row.difference().estimate()))
        .label(
            judged ? "between" : "",
            row -> judged ? words.apply(ComparisonWords.interval(row)) : "")
        .label(judged ? "B is" : "", row -> judged ? words.apply(row.word()) : "");
  }

  /** Returns the outcome of a gate's limit and the reason. */
  public static String finding(RegressionGate.Finding finding) {
    ComparisonRow row = finding.row();
    if (finding.outcome() == RegressionGate.Outcome.UNDECIDED) {
      return "undecided " + row.id() + ": measured " + ComparisonWords.undecided(finding);
    }
    String limit = ComparisonWords.allowed(finding);
    String by = ComparisonWords.difference(row, row.difference().estimate());
    if (!row.difference().shown()) {
      by = row.difference().judged() ? ComparisonWords.interval(row) : row.unjudged();
    }
    String what = row.id() + ": " + row.word() + " (" + by + ")";
    return Text.format(
        "%-6s %s, %s",
        finding.outcome() == RegressionGate.Outcome.HELD ? "held" : "failed",
        what,
        finding.open() ? limit + "; more is not ruled out" : limit);
  }
}

package io.stallmark.experiment.result;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.experiment.PublishedFigures;
import io.stallmark.experiment.PublishedFigures.Figures;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.page.PageTable;
import io.stallmark.result.CostSummary.SourceCostSummary;
import io.stallmark.result.RunSummary.KindSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * An experiment's results in the form in which an article printed its own, with the article's
 * figures next to the measured ones. The tables are: operations per second of each run; mean
 * service time of some kinds of operations, in milliseconds, over all runs; size of the database
 * after each run; disk reads and writes per operation of the last run, for each source.
 */
public final class PublishedForm {

  /** Name of the text file. */
  public static final String FILE = "article.txt";

  private static final double MILLISECOND = 1e6;
  private static final double GIGABYTE = 1e9;
  private static final List<String> DISK = List.of("reads", "readKb", "writtenKb");

  private final PublishedFigures published;

  /** Runs by label; null for a repetition that is not completed. */
  private final Map<String, List<@Nullable StoredRun>> runs = new LinkedHashMap<>();

  /** The article's figures with their own label, by the label next to which they are shown. */
  private final Map<String, Map.Entry<String, Figures>> theirs = new HashMap<>();

  /** Labels of runs in the order of the plan, then labels that only the article has. */
  private final Set<String> labels = new LinkedHashSet<>();

  private final List<String> untrusted = new ArrayList<>();

  public PublishedForm(Path directory, ExperimentPlan plan) {
    published = plan.experiment().published();
    for (PlannedRun run : plan.runs()) {
      RunRecord record = ExperimentDirectory.record(directory, run);
      runs.computeIfAbsent(run.label(), label -> new ArrayList<>())
          .add(record.completed() ? record.run() : null);
      if (record.untrusted()) {
        untrusted.add(run.name());
      }
    }
    published.figures().entrySet().forEach(each -> theirs.put(each.getValue().beside(), each));
    labels.addAll(runs.keySet());
    published.figures().values().forEach(each -> labels.add(each.beside()));
  }

  /**
   * A table.
   *
   * @param rows all rows; the first is the header; each begins with a name
   */
  private record Table(String id, String title, List<List<String>> rows) {}

  /** Returns the lines for a terminal and for the file. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Table table : tables()) {
      lines.add(table.title);
      lines.addAll(AlignedText.lines(table.rows));
      lines.add("");
    }
    if (!untrusted.isEmpty()) {
      lines.add("NOT TO BE TRUSTED, as report.html explains: " + String.join(", ", untrusted));
      lines.add("");
    }
    return lines;
  }

  /** Returns the same tables for a page. */
  public List<PageTable> pageTables() {
    List<PageTable> pageTables = new ArrayList<>();
    for (Table table : tables()) {
      List<String> head = table.rows.get(0);
      PageTable page = new PageTable(table.id, table.title, "").words(head.get(0));
      page.numbers(head.subList(1, head.size()).toArray(String[]::new));
      table.rows.stream().skip(1).forEach(page::row);
      pageTables.add(page);
    }
    return pageTables;
  }

  private List<Table> tables() {
    return List.of(
        new Table(
            "article-rates",
            "Operations/s of each run",
            byRun(PublishedForm::perSecond, 0, Figures::perSecond)),
        new Table("article-means", "Mean ms of an operation, over all runs", means()),
        new Table(
            "article-sizes",
            "GB of the database after each run",
            byRun(PublishedForm::gigabytes, 3, PublishedForm::afterTheLast)),
        new Table(
            "article-disk",
            "Reads, kB read and kB written for each operation of the last run",
            disk()));
  }

  private interface Series {
    List<Double> of(Figures figures);
  }

  /**
   * Returns a row for each run. For each label, there is a column of measured figures and one of
   * the article's.
   */
  private List<List<String>> byRun(ToDoubleFunction<StoredRun> ours, int digits, Series article) {
    List<List<String>> columns = new ArrayList<>();
    int most = 0;
    for (String label : labels) {
      List<@Nullable StoredRun> of = runs.get(label);
      if (of != null) {
        List<Double> figures =
            of.stream().map(run -> run == null ? Double.NaN : ours.applyAsDouble(run)).toList();
        columns.add(column(label, figures, digits));
      }
      Map.Entry<String, Figures> beside = theirs.get(label);
      if (beside != null) {
        columns.add(column(heading(label, beside.getKey()), article.of(beside.getValue()), 0));
      }
    }
    for (List<String> column : columns) {
      most = Math.max(most, column.size());
    }
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      List<String> row = new ArrayList<>(List.of(i == 0 ? "run" : Integer.toString(i)));
      for (List<String> column : columns) {
        row.add(i < column.size() ? column.get(i) : AlignedText.UNKNOWN);
      }
      rows.add(row);
    }
    return rows;
  }

  private static List<String> column(String head, List<Double> figures, int digits) {
    List<String> column = new ArrayList<>(List.of(head));
    figures.forEach(figure -> column.add(AlignedText.figure(figure, digits)));
    return column;
  }

  /** Header of the article's column; it contains the article's own label if that differs. */
  private String heading(String label, String own) {
    return runs.containsKey(label) && own.equals(label) ? "article" : "article's " + own;
  }

  /**
   * Returns a row for each label. For each kind of operation, there is a column of measured figures
   * and one of the article's.
   */
  private List<List<String>> means() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(head(published.kinds()));
    for (String label : labels) {
      List<Double> ours = new ArrayList<>();
      published.kinds().forEach(kind -> ours.add(mean(label, kind)));
      rows.add(row(name(label), ours, article(label, Figures::means)));
    }
    return rows;
  }

  private List<List<String>> disk() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(head(List.of("reads", "kB read", "kB written")));
    for (String label : labels) {
      List<Double> article = article(label, Figures::disk);
      List<@Nullable StoredRun> of = runs.getOrDefault(label, List.of());
      StoredRun last = of.isEmpty() ? null : of.get(of.size() - 1);
      Map<String, SourceCostSummary> sources = last == null ? Map.of() : last.measured().sources();
      sources.forEach(
          (source, counted) -> {
            Map<String, Double> per = counted.perTransaction();
            List<Double> ours =
                DISK.stream().map(each -> per.getOrDefault(each, Double.NaN)).toList();
            rows.add(row(name(label) + " by " + source, ours, article));
          });
      if (sources.isEmpty() && !article.isEmpty()) {
        rows.add(row(name(label), List.of(), article));
      }
    }
    return rows;
  }

  private static List<String> head(List<String> names) {
    List<String> head = new ArrayList<>(List.of(""));
    names.forEach(name -> head.addAll(List.of(name, "article")));
    return head;
  }

  /** Pairs each measured figure with the article's; a missing figure is a dash. */
  private static List<String> row(String name, List<Double> ours, List<Double> article) {
    List<String> row = new ArrayList<>(List.of(name));
    for (int i = 0; i < Math.max(ours.size(), article.size()); i++) {
      row.add(i < ours.size() ? AlignedText.figure(ours.get(i), 3) : AlignedText.UNKNOWN);
      row.add(i < article.size() ? AlignedText.figure(article.get(i), 3) : AlignedText.UNKNOWN);
    }
    return row;
  }

  /** Name of a row, with the article's own label if that differs. */
  private String name(String label) {
    Map.Entry<String, Figures> article = theirs.get(label);
    if (article == null || article.getKey().equals(label)) {
      return label;
    }
    return runs.containsKey(label) ? label + " (" + article.getKey() + ")" : article.getKey();
  }

  private List<Double> article(String label, Series series) {
    Map.Entry<String, Figures> article = theirs.get(label);
    return article == null ? List.of() : series.of(article.getValue());
  }

  private static List<Double> afterTheLast(Figures figures) {
    Double[] sizes = new Double[figures.perSecond().size()];
    Arrays.fill(sizes, Double.NaN);
    if (sizes.length > 0) {
      sizes[sizes.length - 1] = figures.gigabytes().orElse(Double.NaN);
    }
    return List.of(sizes);
  }

  private static double perSecond(StoredRun run) {
    return value(run, Comparison.THROUGHPUT);
  }

  private static double gigabytes(StoredRun run) {
    double files = value(run, "file_bytes");
    double tables = value(run, "data_bytes") + value(run, "index_bytes");
    return (Double.isNaN(files) ? tables : files) / GIGABYTE;
  }

  private static double value(StoredRun run, String metric) {
    return RunMetrics.of(metric).of(run.measured());
  }

  /** Mean service time of an operation over all runs, weighted by count, in milliseconds. */
  private double mean(String label, String kind) {
    double sum = 0;
    double count = 0;
    for (StoredRun run : runs.getOrDefault(label, List.of())) {
      KindSummary its = run == null ? null : run.measured().kinds().get(kind);
      if (its != null && its.count() > 0) {
        sum += its.count() * its.serviceNanoseconds().mean() / MILLISECOND;
        count += its.count();
      }
    }
    return sum / count;
  }
}

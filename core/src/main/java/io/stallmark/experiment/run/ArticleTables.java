package io.stallmark.experiment.run;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.experiment.PublishedFigures;
import io.stallmark.experiment.PublishedFigures.Figures;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.table.FigureTable;
import io.stallmark.report.table.TextTable;
import io.stallmark.result.CostSummary.SourceCostSummary;
import io.stallmark.result.RunSummary.KindSummary;
import io.stallmark.result.metric.CostMetric;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An experiment's results in the form in which an article printed its own, with the article's
 * figures next to the measured ones. The tables are: operations per second of each run; mean
 * service time of some kinds of operations, in milliseconds, over all runs; size of the database
 * after each run; disk reads and writes per operation of the last run, for each source.
 */
final class ArticleTables {

  /** Name of the text file. */
  static final String FILE = "article.txt";

  private static final double GIGABYTE = 1e9;
  private static final List<CostMetric> DISK =
      List.of(CostMetric.READS, CostMetric.READ, CostMetric.WRITTEN);

  private final PublishedFigures published;

  /** Runs by label; null for a repetition that is not completed. */
  private final Map<String, List<@Nullable StoredRun>> runs = new LinkedHashMap<>();

  /** The article's figures with their own label, by the label next to which they are shown. */
  private final Map<String, Map.Entry<String, Figures>> theirs = new HashMap<>();

  /** Labels of runs in the order of the plan, then labels that only the article has. */
  private final Set<String> labels = new LinkedHashSet<>();

  private final List<String> untrusted = new ArrayList<>();
  private final List<TextTable> tables;

  ArticleTables(ExperimentResults results) {
    published = results.plan().experiment().presentation().published();
    for (PlannedRun run : results.plan().runs()) {
      RunRecord record = results.record(run);
      runs.computeIfAbsent(run.label(), label -> new ArrayList<>())
          .add(record.completed() ? record.run() : null);
      if (record.untrusted()) {
        untrusted.add(run.name());
      }
    }
    published.figures().entrySet().forEach(each -> theirs.put(each.getValue().beside(), each));
    labels.addAll(runs.keySet());
    labels.addAll(published.figures().values().stream().map(Figures::beside).toList());
    tables =
        List.of(
            byRun(
                "article-rates",
                "Operations/s of each run",
                run -> value(run, Comparison.THROUGHPUT),
                0,
                Figures::perSecond),
            means(),
            byRun(
                "article-sizes",
                "GB of the database after each run",
                ArticleTables::gigabytes,
                3,
                ArticleTables::afterTheLast),
            disk());
  }

  /** Returns the lines for a terminal and for the file. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (TextTable table : tables) {
      lines.addAll(table.lines());
      lines.add("");
    }
    if (!untrusted.isEmpty()) {
      lines.add("NOT TO BE TRUSTED, see report.html: " + String.join(", ", untrusted));
      lines.add("");
    }
    return lines;
  }

  /** Returns the same tables for a page. */
  List<TextTable> pageTables() {
    return tables;
  }

  /**
   * Returns a row for each run. For each label, there is a column of measured figures and one of
   * the article's.
   */
  private TextTable byRun(
      String id,
      String title,
      ToDoubleFunction<StoredRun> ours,
      int digits,
      Function<Figures, List<Double>> article) {
    FigureTable<Integer> table = new FigureTable<Integer>().label("run", i -> "" + (i + 1));
    int most = 0;
    for (String label : labels) {
      List<@Nullable StoredRun> of = runs.get(label);
      if (of != null) {
        List<Double> figures =
            of.stream().map(run -> run == null ? Double.NaN : ours.applyAsDouble(run)).toList();
        table.texts(label, i -> figure(figures, i, digits));
        most = Math.max(most, figures.size());
      }
      Map.Entry<String, Figures> beside = theirs.get(label);
      if (beside != null) {
        boolean same = runs.containsKey(label) && beside.getKey().equals(label);
        List<Double> figures = article.apply(beside.getValue());
        table.texts(same ? "article" : "article's " + beside.getKey(), i -> figure(figures, i, 0));
        most = Math.max(most, figures.size());
      }
    }
    return table.table(id, title, IntStream.range(0, most).boxed().toList());
  }

  private static String figure(List<Double> figures, int i, int digits) {
    return FigureFormat.figure(i < figures.size() ? figures.get(i) : Double.NaN, digits);
  }

  /** Measured figures, and the article's; a missing figure is a dash. */
  private record Row(String name, List<Double> ours, List<Double> article) {}

  /** Returns a table with a column of measured figures and one of the article's for each name. */
  private static TextTable beside(String id, String title, List<String> names, List<Row> rows) {
    FigureTable<Row> table = new FigureTable<Row>().label("", Row::name);
    for (int i = 0; i < names.size(); i++) {
      int column = i;
      table.texts(names.get(i), row -> figure(row.ours, column, 3));
      table.texts("article", row -> figure(row.article, column, 3));
    }
    return table.table(id, title, rows);
  }

  /** Returns a row for each label, with the mean of each kind of operation. */
  private TextTable means() {
    List<Row> rows = new ArrayList<>();
    for (String label : labels) {
      List<Double> ours = published.kinds().stream().map(kind -> mean(label, kind)).toList();
      rows.add(new Row(name(label), ours, article(label, Figures::means)));
    }
    String title = "Mean ms of an operation, over all runs";
    return beside("article-means", title, published.kinds(), rows);
  }

  private TextTable disk() {
    List<Row> rows = new ArrayList<>();
    for (String label : labels) {
      List<Double> article = article(label, Figures::disk);
      List<@Nullable StoredRun> of = runs.getOrDefault(label, List.of());
      StoredRun last = of.isEmpty() ? null : of.get(of.size() - 1);
      Map<String, SourceCostSummary> sources = last == null ? Map.of() : last.measured().sources();
      sources.forEach(
          (source, counted) -> {
            Map<String, Double> per = counted.perTransaction();
            List<Double> ours =
                DISK.stream().map(each -> per.getOrDefault(each.jsonName(), Double.NaN)).toList();
            rows.add(new Row(name(label) + " by " + source, ours, article));
          });
      if (sources.isEmpty() && !article.isEmpty()) {
        rows.add(new Row(name(label), List.of(), article));
      }
    }
    String title = "Reads, kB read and kB written for each operation of the last run";
    return beside("article-disk", title, DISK.stream().map(CostMetric::label).toList(), rows);
  }

  /** Name of a row, with the article's own label if that differs. */
  private String name(String label) {
    Map.Entry<String, Figures> article = theirs.get(label);
    if (article == null || article.getKey().equals(label)) {
      return label;
    }
    return runs.containsKey(label) ? label + " (" + article.getKey() + ")" : article.getKey();
  }

  private List<Double> article(String label, Function<Figures, List<Double>> series) {
    Map.Entry<String, Figures> article = theirs.get(label);
    return article == null ? List.of() : series.apply(article.getValue());
  }

  private static List<Double> afterTheLast(Figures figures) {
    List<Double> sizes =
        new ArrayList<>(Collections.nCopies(figures.perSecond().size(), Double.NaN));
    if (!sizes.isEmpty()) {
      sizes.set(sizes.size() - 1, figures.gigabytes().orElse(Double.NaN));
    }
    return sizes;
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
        sum += its.count() * its.serviceNanoseconds().mean() / FigureFormat.MILLISECOND;
        count += its.count();
      }
    }
    return sum / count;
  }
}

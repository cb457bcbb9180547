package io.stallmark.experiment.result;

import io.stallmark.experiment.Plan;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.experiment.Published;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * An experiment in the form in which an article printed its own: operations a second of each run, a
 * line for each label; the mean of some kinds of operation in milliseconds over all runs; the size
 * of the database after each run; what an operation of the last run has read and written, by each
 * source that counted it. The article's figures stand below those measured.
 */
public final class PublishedForm {

  /** The file that has the lines. */
  public static final String FILE = "article.txt";

  private static final double MILLISECOND = 1e6;
  private static final double GIGABYTE = 1e9;
  private static final String UNKNOWN = "–";
  private static final String SOURCES = "/cost/sources";
  private static final List<String> DISK = List.of("reads", "readKb", "writtenKb");

  private final Published published;
  private final Map<String, List<Evidence>> runs = new LinkedHashMap<>();

  public PublishedForm(Path directory, Plan plan) {
    published = plan.experiment().published();
    for (PlannedRun run : plan.runs()) {
      RunRecord record = ExperimentDirectory.record(directory, run);
      Path attempt = record.directory();
      Evidence evidence = record.completed() && attempt != null ? Evidence.of(attempt) : null;
      List<Evidence> of = runs.computeIfAbsent(run.label(), label -> new ArrayList<>());
      if (evidence != null) {
        of.add(evidence);
      }
    }
    runs.values().removeIf(List::isEmpty);
  }

  /** The lines for a terminal and for the file. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("operations/s of each run");
    runs.forEach(
        (label, each) ->
            lines.add(list(label, each, run -> run.figure("/summary/transactionsPerSecond"), 0)));
    published
        .figures()
        .forEach((label, figures) -> lines.add(line(article(label), figures.perSecond(), 0)));
    lines.add("mean ms of " + String.join(", ", published.kinds()));
    runs.forEach((label, each) -> lines.add(line(label, means(each), 3)));
    published
        .figures()
        .forEach((label, figures) -> lines.add(line(article(label), figures.means(), 3)));
    lines.add("GB of the database after each run");
    runs.forEach((label, each) -> lines.add(list(label, each, PublishedForm::gigabytes, 3)));
    published.figures().forEach((label, figures) -> size(label, figures.gigabytes(), lines));
    lines.add("reads, kB read and kB written for each operation of the last run");
    runs.forEach((label, each) -> disk(label, each.get(each.size() - 1), lines));
    published
        .figures()
        .forEach(
            (label, figures) -> {
              if (!figures.disk().isEmpty()) {
                lines.add(line(article(label), figures.disk(), 3));
              }
            });
    lines.add("");
    return lines;
  }

  private static void disk(String label, Evidence run, List<String> lines) {
    for (String source : run.names(SOURCES)) {
      String per = SOURCES + "/" + source + "/perTransaction/";
      lines.add(
          line(label + " by " + source, DISK.stream().map(n -> run.figure(per + n)).toList(), 3));
    }
  }

  private static void size(String label, OptionalDouble size, List<String> lines) {
    size.ifPresent(
        gigabytes -> lines.add(line(article(label) + " after the last", List.of(gigabytes), 0)));
  }

  private static String article(String label) {
    return "article: " + label;
  }

  /** A figure of a run; NaN: it does not say. */
  private interface Figure {
    double of(Evidence run);
  }

  private static String list(String label, List<Evidence> runs, Figure figure, int digits) {
    return line(label, runs.stream().map(figure::of).toList(), digits);
  }

  private static double gigabytes(Evidence run) {
    double files = run.figure("/size/end/fileBytes");
    double tables = run.figure("/size/end/dataBytes") + run.figure("/size/end/indexBytes");
    return (Double.isNaN(files) ? tables : files) / GIGABYTE;
  }

  /** Over all runs: of each operation as much as it came. */
  private List<Double> means(List<Evidence> runs) {
    return published.kinds().stream().map(kind -> mean(runs, "/summary/kinds/" + kind)).toList();
  }

  private static double mean(List<Evidence> runs, String kind) {
    double[] counts = runs.stream().mapToDouble(run -> run.figure(kind + "/count")).toArray();
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      sum += counts[i] * runs.get(i).figure(kind + "/serviceNanoseconds/mean") / MILLISECOND;
    }
    return sum / DoubleStream.of(counts).sum();
  }

  private static String line(String label, List<Double> figures, int digits) {
    StringBuilder line = new StringBuilder(label);
    for (double figure : figures) {
      line.append(',')
          .append(
              Double.isNaN(figure)
                  ? UNKNOWN
                  : String.format(Locale.ROOT, "%." + digits + "f", figure));
    }
    return line.toString();
  }
}

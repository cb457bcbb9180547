package io.stallmark.report.compare;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.result.Percentile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Format in which other programs read the runs of a history. */
public enum HistoryExport {
  /** CSV files for Apache Otava, one for each configuration, with Otava's own configuration. */
  OTAVA_CSV(OtavaFiles::write),
  /** Custom results of the GitHub Action benchmark-action/github-action-benchmark. */
  GITHUB_BENCHMARK_JSON(GithubBenchmarkFiles::write);

  /** Writes metrics of histories into a directory; returns the files. */
  private interface Format {
    List<Path> write(List<RunHistory> histories, List<RunMetric> metrics, Path into)
        throws IOException;
  }

  @SuppressWarnings("ImmutableEnumChecker") // writes files
  private final Format format;

  HistoryExport(Format format) {
    this.format = format;
  }

  /**
   * Writes files into a directory that exists.
   *
   * @param drawn metric that is exported besides the throughput and the percentiles
   * @return the files
   */
  public List<Path> write(List<RunHistory> histories, RunMetric drawn, Path into)
      throws IOException {
    List<RunMetric> metrics = new ArrayList<>(List.of(RunMetrics.of(Comparison.THROUGHPUT)));
    Percentile.BELOW_MAX.forEach(each -> metrics.add(RunMetrics.of(each.metric(""))));
    metrics.add(drawn);
    return format.write(histories, metrics.stream().distinct().toList(), into);
  }

  /** Returns the name in the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

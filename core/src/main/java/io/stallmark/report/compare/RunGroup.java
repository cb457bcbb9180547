package io.stallmark.report.compare;

import io.stallmark.analysis.compare.RunSeries;
import io.stallmark.report.Figures;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One side of a comparison.
 *
 * @param name as it was asked for
 * @param runs one, or several repeated ones
 */
public record RunGroup(String name, List<MeasuredRun> runs) {

  public RunGroup {
    runs = List.copyOf(runs);
  }

  public List<RunSeries> series() {
    return runs.stream().map(MeasuredRun::series).toList();
  }

  List<Map<String, String>> configurations() {
    return runs.stream().map(MeasuredRun::configuration).toList();
  }

  /** Without the directories that it is in. */
  String shortName() {
    Path last = Path.of(name).normalize().getFileName();
    return last == null || last.toString().isEmpty() ? name : last.toString();
  }

  /** In a line. */
  String about() {
    MeasuredRun first = runs.get(0);
    String what = first.files().text("/workload") + " on " + first.files().text("/binding");
    return runs.size() == 1
        ? what
            + ", "
            + Figures.count(first.series().intervals(), "interval")
            + ", "
            + Figures.utc(first.files().text("/startedAt"))
        : what + ", " + runs.size() + " runs";
  }
}

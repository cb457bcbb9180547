package io.stallmark.report.compare;

import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.report.FigureFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One side of a comparison.
 *
 * @param name as it was asked for
 * @param runs one, or several repeated ones
 */
public record RunGroup(String name, List<StoredRun> runs) {

  public RunGroup {
    runs = List.copyOf(runs);
  }

  List<MeasuredRun> measured() {
    return runs.stream().map(StoredRun::measured).toList();
  }

  List<Map<String, String>> configurations() {
    return runs.stream().map(StoredRun::configuration).toList();
  }

  /** The last part of its path. */
  String shortName() {
    Path last = Path.of(name).normalize().getFileName();
    return last == null || last.toString().isEmpty() ? name : last.toString();
  }

  /** Workload, binding and the number of runs, or the start of the only one. */
  String about() {
    StoredRun first = runs.get(0);
    String what = first.document().workload() + " on " + first.document().binding();
    return runs.size() == 1
        ? what + ", " + FigureFormat.utc(first.start().toString())
        : what + ", " + runs.size() + " runs";
  }
}

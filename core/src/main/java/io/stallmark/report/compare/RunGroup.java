package io.stallmark.report.compare;

import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.report.FigureFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Group of runs that is one side of a comparison.
 *
 * @param name name as the user gave it
 * @param runs one run, or several repetitions
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

  /** Returns the last part of its path. */
  String shortName() {
    Path last = Path.of(name).normalize().getFileName();
    return last == null || last.toString().isEmpty() ? name : last.toString();
  }

  /** Returns workload, binding and the number of runs, or the start of the only run. */
  String about() {
    StoredRun first = runs.get(0);
    String what = first.document().workload() + " on " + first.document().binding();
    return runs.size() == 1
        ? what + ", " + FigureFormat.utc(first.start().toString())
        : what + ", " + runs.size() + " runs";
  }
}

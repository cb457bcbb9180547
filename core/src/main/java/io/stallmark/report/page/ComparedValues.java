package io.stallmark.report.page;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Configuration and environment of several runs: what differs among them, and what does not. */
final class ComparedValues {

  private final List<String> labels = new ArrayList<>();
  private final List<Map<String, String>> runs = new ArrayList<>();

  void add(String label, Map<String, String> values) {
    labels.add(label);
    runs.add(values);
  }

  /** A row a run, a column for each name whose value is not the same in all of them. */
  Sheet different() {
    List<String> names = names().stream().filter(name -> values(name).size() > 1).toList();
    Sheet sheet =
        new Sheet("different", "What the runs differ in")
            .words("run")
            .words(names.toArray(String[]::new))
            .orElse("Nothing.");
    for (int i = 0; i < runs.size() && !names.isEmpty(); i++) {
      List<String> row = new ArrayList<>(List.of(labels.get(i)));
      for (String name : names) {
        row.add(runs.get(i).getOrDefault(name, "–"));
      }
      sheet.row(row.toArray(String[]::new));
    }
    return sheet;
  }

  /** A row for each name whose value all runs share. */
  Sheet alike() {
    Sheet sheet =
        new Sheet("alike", "Configuration and environment of all runs")
            .words("name", "value")
            .orElse("Nothing is the same in all of them.");
    names().stream()
        .filter(name -> values(name).size() == 1)
        .forEach(name -> sheet.row(name, values(name).iterator().next()));
    return sheet;
  }

  private Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    runs.forEach(run -> names.addAll(run.keySet()));
    return names;
  }

  /** Those of all runs; a run without one has a dash. */
  private Set<String> values(String name) {
    Set<String> values = new LinkedHashSet<>();
    runs.forEach(run -> values.add(run.getOrDefault(name, "–")));
    return values;
  }
}

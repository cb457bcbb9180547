package io.stallmark.testkit;

import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spi.Binding;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Workload;
import io.stallmark.text.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Text of a golden file: the native text of a workload's operations on a binding. Where another
 * choice of a setting changes this text, the file lists the differences.
 */
public record GoldenFileText(Workload workload, Binding binding) {

  /** Settings for which the file contains all operations of every choice. */
  private static final Set<String> IN_FULL = Set.of("mix", "layout", "insert-form");

  /** Settings that add operations when they are not 0. */
  private static final Set<String> SHARES = Set.of("read-share", "changes");

  /**
   * Compiles every operation.
   *
   * @throws IllegalStateException if the workload has no operation with some settings
   */
  public String text() throws Exception {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    List<Table> shown = new ArrayList<>();
    for (Setting setting : workload.settings()) {
      if (IN_FULL.contains(setting.name())) {
        for (String choice : setting.choices()) {
          sections.put(setting.name() + " " + choice, compiled(settings(setting, choice), shown));
        }
      }
    }
    if (sections.isEmpty()) {
      sections.put("defaults", compiled(Map.of(), shown));
    }
    for (Setting setting : workload.settings()) {
      if (!IN_FULL.contains(setting.name())) {
        for (String choice : setting.choices()) {
          String title = setting.name() + " " + choice + ", against the defaults";
          sections.put(title, difference(Map.of(setting.name(), choice)));
        }
      }
    }
    sections.values().removeIf(List::isEmpty);
    return sections.entrySet().stream()
        .map(section -> "# " + section.getKey() + "\n" + String.join("\n", section.getValue()))
        .collect(Collectors.joining("\n\n", "", "\n"));
  }

  /**
   * Lines that the defaults do not have, and the start of each line that only the defaults have.
   */
  private List<String> difference(Map<String, String> settings) throws Exception {
    List<String> usual = compiled(Map.of(), new ArrayList<>());
    List<String> lines = compiled(settings, new ArrayList<>());
    return Stream.concat(
            lines.stream().filter(line -> !usual.contains(line)),
            usual.stream()
                .map(GoldenFileText::beginning)
                .filter(begin -> lines.stream().noneMatch(line -> beginning(line).equals(begin)))
                .map(begin -> "not: " + begin))
        .toList();
  }

  /** Returns the name of an operation, or a table's statement without its columns. */
  private static String beginning(String line) {
    return line.split(line.startsWith("{") ? "," : ":| \\(", 2)[0];
  }

  /**
   * Returns the settings for a choice. For a layout, also enables reads and changes where the
   * workload has none by default.
   */
  private Map<String, String> settings(Setting setting, String choice) {
    Map<String, String> settings = new LinkedHashMap<>(Map.of(setting.name(), choice));
    if (setting.name().equals("layout")) {
      workload.settings().stream()
          .map(Setting::name)
          .filter(SHARES::contains)
          .forEach(name -> settings.put(name, "0.5"));
    }
    return settings;
  }

  /**
   * Returns the native text of every operation, or the refusal.
   *
   * @param shown tables that are not repeated; the tables of these operations are added
   */
  private List<String> compiled(Map<String, String> settings, List<Table> shown) throws Exception {
    List<String> lines = new ArrayList<>();
    try {
      ResolvedWorkload resolved =
          ResolvedWorkload.of(
              workload.scenario(
                  new SettingsReader(workload).read(settings), 1, binding.capabilities()),
              Map.of());
      for (Table table : resolved.tables()) {
        if (shown.stream().noneMatch(other -> alike(other, table))) {
          lines.addAll(binding.explain(table));
          shown.add(table);
        }
      }
      if (resolved.transactional()) {
        lines.add("begin to commit");
      }
      for (Op op : resolved.ops()) {
        lines.add(op.name() + ": " + binding.explain(op));
      }
      if (resolved.ops().isEmpty()) {
        lines.add("no operation");
      }
    } catch (RefusedException e) {
      return List.of("refused: " + e.getMessage());
    }
    return lines;
  }

  /** Whether two tables differ only in their names and in the names of their indexes. */
  private static boolean alike(Table one, Table other) {
    return one.columns().equals(other.columns())
        && one.primaryKey().equals(other.primaryKey())
        && one.arrangement().equals(other.arrangement())
        && one.indexes().stream()
            .map(Index::columns)
            .toList()
            .equals(other.indexes().stream().map(Index::columns).toList());
  }
}

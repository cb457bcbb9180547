package io.stallmark.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.plan.Registry;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spi.Binding;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every operation of every workload compiles to on every binding, reviewable in a diff. After
 * a wanted change: {@code mvn verify -Dstallmark.golden=write} and look at what git says.
 */
final class GoldenFilesTest {

  /** Settings that change which operations there are, or their texts. */
  private static final Set<String> CHANGING = Set.of("mix", "layout", "insert-form");

  private static final Path DIRECTORY = Path.of("src/test/resources/golden");

  static Stream<Arguments> pairs() {
    Registry registry = Registry.load();
    return registry.workloads().stream()
        .flatMap(
            workload ->
                registry.bindings().stream().map(b -> Arguments.of(workload.name(), b.name())));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("pairs")
  void operations_compileToTheGoldenText(String workload, String binding) throws Exception {
    Registry registry = Registry.load();
    String text =
        text(
            registry.workload(workload).orElseThrow(),
            registry.bindings().stream()
                .filter(b -> b.name().equals(binding))
                .findFirst()
                .orElseThrow());
    Path file = DIRECTORY.resolve(workload + "-" + binding + ".txt");
    if ("write".equals(System.getProperty("stallmark.golden"))) {
      Files.createDirectories(DIRECTORY);
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }

  private static String text(Workload workload, Binding binding) throws Exception {
    List<String> lines = new ArrayList<>();
    List<Table> shown = new ArrayList<>();
    for (Map.Entry<String, Map<String, String>> set : sets(workload).entrySet()) {
      lines.add(lines.isEmpty() ? "" : "\n");
      lines.add("# " + set.getKey());
      try {
        lines.addAll(texts(workload, binding, set.getValue(), shown));
      } catch (IllegalArgumentException e) {
        lines.add("refused: " + e.getMessage());
      }
    }
    return String.join("\n", lines).replace("\n\n\n", "\n\n").strip() + "\n";
  }

  /** The table where it differs from those before, then every operation. */
  private static List<String> texts(
      Workload workload, Binding binding, Map<String, String> settings, List<Table> shown)
      throws Exception {
    List<String> lines = new ArrayList<>();
    Scenario scenario =
        workload.scenario(new SettingsReader(workload).read(settings), 1, binding.capabilities());
    for (Table table : scenario.tables()) {
      if (shown.stream().noneMatch(other -> alike(other, table))) {
        lines.addAll(binding.explain(table));
        shown.add(table);
      }
    }
    if (scenario.transactional()) {
      lines.add("begin to commit");
    }
    for (Op op : scenario.ops()) {
      lines.add(op.name() + ": " + binding.explain(op));
    }
    return lines;
  }

  private static boolean has(Workload workload, String name) {
    return workload.settings().stream().anyMatch(setting -> setting.name().equals(name));
  }

  /** One that differs in name and in the names of its indexes alone, as sysbench's do. */
  private static boolean alike(Table one, Table other) {
    return one.columns().equals(other.columns())
        && one.primaryKey().equals(other.primaryKey())
        && one.arrangement().equals(other.arrangement())
        && one.indexes().stream()
            .map(Index::columns)
            .toList()
            .equals(other.indexes().stream().map(Index::columns).toList());
  }

  /** A workload's own sets of operations, by the settings that change them. */
  private static Map<String, Map<String, String>> sets(Workload workload) {
    Map<String, Map<String, String>> sets = new LinkedHashMap<>();
    for (Setting setting : workload.settings()) {
      if (CHANGING.contains(setting.name())) {
        for (String choice : setting.choices()) {
          Map<String, String> settings = new LinkedHashMap<>(Map.of(setting.name(), choice));
          if (setting.name().equals("layout") && has(workload, "read-share")) {
            settings.put("read-share", "0.5");
          }
          sets.put(setting.name() + " " + choice, settings);
        }
      }
    }
    return sets;
  }
}

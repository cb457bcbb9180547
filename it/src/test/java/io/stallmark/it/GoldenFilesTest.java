package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Op;
import io.stallmark.plan.Registry;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spi.Binding;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every operation of every workload compiles to on every binding, reviewable in a diff. After
 * a wanted change: {@code mvn verify -Dstallmark.golden=write} and look at what git says.
 */
final class GoldenFilesTest {

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
    for (Map<String, String> mix : mixes(workload)) {
      Scenario scenario =
          workload.scenario(new SettingsReader(workload).read(mix), 1, binding.capabilities());
      if (lines.isEmpty()) {
        lines.add("# tables");
        lines.addAll(binding.explain(scenario.tables().get(0)));
      }
      lines.add("");
      lines.add(
          "# "
              + mix.getOrDefault("mix", workload.name())
              + (scenario.transactional() ? ", begin to commit" : ""));
      for (Op op : scenario.ops()) {
        lines.add(op.name() + ": " + binding.explain(op));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  /** A workload's own sets of operations; one without a setting mix has one set. */
  private static List<Map<String, String>> mixes(Workload workload) {
    return workload.settings().stream()
        .filter(setting -> setting.name().equals("mix"))
        .findFirst()
        .map(setting -> setting.choices().stream().map(mix -> Map.of("mix", mix)).toList())
        .orElse(List.of(Map.of()));
  }
}

package io.stallmark.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.plan.Registry;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Binding;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every operation of every workload compiles to on every binding, reviewable in a diff. After
 * a wanted change: {@code mvn verify -Dstallmark.golden=write} and look at what git says.
 */
final class GoldenFilesTest {

  private static final Path DIRECTORY = Path.of("src/test/resources/golden");
  private static final Registry REGISTRY = Registry.load();

  static Stream<Arguments> pairs() {
    return REGISTRY.workloads().stream()
        .flatMap(workload -> REGISTRY.bindings().stream().map(b -> Arguments.of(workload, b)));
  }

  private static String file(Workload workload, Binding binding) {
    return workload.name() + "-" + binding.name() + ".txt";
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void operations_compileToTheGoldenText(Workload workload, Binding binding) throws Exception {
    String text = new GoldenFileText(workload, binding).text();
    Path file = DIRECTORY.resolve(file(workload, binding));
    if ("write".equals(System.getProperty("stallmark.golden"))) {
      Files.createDirectories(DIRECTORY);
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }

  @Test
  void everyFile_isOfAWorkloadAndABindingThatAreThere() throws Exception {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              pairs().map(p -> file((Workload) p.get()[0], (Binding) p.get()[1])).toList());
    }
  }

  /** sysbench with one setting of another name for its mixes, or with none. */
  private record Disguised(List<Setting> settings) implements Workload {

    private static final Workload SYSBENCH = REGISTRY.workload("sysbench").orElseThrow();

    @Override
    public String name() {
      return "disguised";
    }

    @Override
    public String summary() {
      return SYSBENCH.summary();
    }

    @Override
    public Scenario scenario(Settings given, long seed, Set<Capability> capabilities) {
      Map<String, String> settings = new HashMap<>();
      if (given.values().containsKey("profile")) {
        settings.put("mix", given.values().get("profile").toString());
      }
      try {
        return SYSBENCH.scenario(new SettingsReader(SYSBENCH).read(settings), seed, capabilities);
      } catch (SpecException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static String disguised(Setting... settings) throws Exception {
    Binding binding = REGISTRY.bindings().get(0);
    return new GoldenFileText(new Disguised(List.of(settings)), binding).text();
  }

  @Test
  void workloadWithoutChoices_hasItsOperationsInTheFile() throws Exception {
    assertThat(disguised()).startsWith("# defaults\n").contains("\npoint_select: ");
    assertThat(disguised(Setting.integer("rows", "1", 1, 2, "")))
        .startsWith("# defaults\n")
        .contains("\npoint_select: ");
  }

  @Test
  void settingOfAnyNameThatChangesOperations_isInTheFile() throws Exception {
    assertThat(disguised(Setting.choice("profile", List.of("read_write", "insert"), "")))
        .contains("# defaults\n", "\npoint_select: ")
        .contains(
            "# profile insert, against the defaults\n", "\ninsert: ", "\nnot: point_select\n");
  }
}

package io.stallmark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.plan.Registry;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spi.Binding;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import io.stallmark.text.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that every operation of every workload on the class path compiles to its golden text on
 * every binding. A module extends this class and stores the files in its test resources. After an
 * intended change, run {@code mvn verify -Dstallmark.golden=write} and review the diff.
 */
public abstract class GoldenFiles {

  private static final Path DIRECTORY = Path.of("src/test/resources/golden");

  static Stream<Arguments> pairs() {
    Registry registry = Registry.load();
    return registry.workloads().stream()
        .filter(GoldenFiles::declares)
        .flatMap(workload -> registry.bindings().stream().map(b -> Arguments.of(workload, b)));
  }

  /** Whether a workload declares operations; those of a finite one cannot be measured alone. */
  private static boolean declares(Workload workload) {
    Settings defaults = new SettingsReader(workload).defaults();
    return !workload.operations().isEmpty()
        || (workload.isFinite(defaults) && !isOnExistingTable(workload, defaults));
  }

  /** Whether the operations depend on a table of the user's, which the defaults do not name. */
  private static boolean isOnExistingTable(Workload workload, Settings defaults) {
    try {
      return workload.existingTable(defaults).isPresent();
    } catch (RefusedException e) {
      return true;
    }
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
}

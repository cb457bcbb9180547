package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.plan.Registry;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * The file of all options has the settings of each workload too. After a change of these: {@code
 * mvn verify -Dstallmark.golden=write}. {@code SpecFileTest} is about the options.
 */
final class ReferenceFileTest {

  private static final Path REFERENCE = Path.of("../docs/run.yaml");
  private static final String HEADING =
      "# The settings of each workload, with their defaults: to be copied to below 'settings:', without the #\n";

  @Test
  void settings_areInTheFile_asTheProgramHasThem() throws Exception {
    String file = Files.readString(REFERENCE);
    int end = file.indexOf(HEADING);
    String options = end < 0 ? file + "\n" : file.substring(0, end);
    StringBuilder settings = new StringBuilder(HEADING);
    for (Workload workload : Registry.load().workloads()) {
      append(workload, settings);
    }
    if ("write".equals(System.getProperty("stallmark.golden"))) {
      Files.writeString(REFERENCE, options + settings);
    }
    assertThat(Files.readString(REFERENCE)).isEqualTo(options + settings);
  }

  private static void append(Workload workload, StringBuilder to) {
    to.append("#\n# workload: ").append(workload.name()).append('\n');
    for (Setting setting : workload.settings()) {
      String line = "#   " + setting.name() + ": " + setting.defaultValue();
      to.append(String.format(Locale.ROOT, "%-29s # %s", line, setting.help()))
          .append(" (")
          .append(ListCommand.range(setting))
          .append(")\n");
    }
  }
}

package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start loads: its time is that of its classes. docs/performance.md has the time. */
final class StartIT {

  private static final String[] HEAVY = {
    "com.mysql.",
    "org.mariadb.",
    "com.mongodb.",
    "oshi.",
    "io.micrometer.",
    "io.prometheus.",
    "com.samskivert.",
    "org.HdrHistogram.",
    "org.snakeyaml.",
    "tools.jackson.",
  };

  @TempDir Path directory;

  private Set<String> loaded(String... arguments) throws Exception {
    Path log = directory.resolve("classes-" + arguments.length + ".txt");
    Map<String, String> environment =
        Map.of("JAVA_TOOL_OPTIONS", "-Xlog:class+load=info:file=" + log + ":none");
    Program.Result result =
        new Program(directory, environment).asUsersHaveIt().run(arguments).well();
    assertThat(result.out()).contains("Synopsis");
    try (Stream<String> lines = Files.lines(log)) {
      return lines.map(line -> line.split(" ")[0]).collect(Collectors.toSet());
    }
  }

  private static Stream<String> heavy(Set<String> loaded) {
    return loaded.stream().filter(name -> Stream.of(HEAVY).anyMatch(name::startsWith));
  }

  @Test
  void help_loadsNoDriver_noChart_andNoCommandsOptions() throws Exception {
    Set<String> loaded = loaded("--help");
    assertThat(heavy(loaded)).isEmpty();
    assertThat(loaded)
        .contains("io.stallmark.cli.RootCommand")
        .doesNotContain(
            "io.stallmark.cli.RunCommand",
            "io.stallmark.cli.job.JobOptions",
            "io.stallmark.report.page.ReportPage");
  }

  @Test
  void helpOfACommand_loadsItsOptionsAlone() throws Exception {
    Set<String> loaded = loaded("drop", "--help");
    assertThat(heavy(loaded)).isEmpty();
    assertThat(loaded)
        .contains("io.stallmark.cli.job.JobOptions")
        .doesNotContain("io.stallmark.cli.RunCommand");
    assertThat(loaded("run", "sysbench", "--help")).contains("io.stallmark.cli.RunCommand");
  }
}

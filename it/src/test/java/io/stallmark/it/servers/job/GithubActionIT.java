package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The GitHub Action of this repository, as a runner would start its script. */
final class GithubActionIT {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @TempDir private Path directory;

  @Test
  void slowerSide_failsTheJob_andIsInItsSummary() throws Exception {
    Map<String, String> inputs = new LinkedHashMap<>();
    inputs.put("WORKLOAD", "sysbench");
    inputs.put("BEFORE", "--threads 2");
    inputs.put("AFTER", "--threads 1 --rate '5'");
    inputs.put(
        "OPTIONS", "--url embedded:mongo --seconds 1 -p mix=point_select -p tables=1 -p rows=100");
    inputs.put("REPEAT", "1");
    inputs.put("GATE", "throughput=5%");
    inputs.put("COMPARE_OPTIONS", "--undecided fail");
    inputs.put("OUT", "results of the job");
    inputs.put(
        "STALLMARK",
        Program.JAVA
            + " -XX:TieredStopAtLevel=1 -jar '"
            + ROOT.resolve("all/target/stallmark.jar")
            + "'");
    inputs.put("GITHUB_STEP_SUMMARY", "summary.md");
    inputs.put("GITHUB_OUTPUT", "output.txt");
    Path log = directory.resolve("log.txt");
    ProcessBuilder script =
        new ProcessBuilder(ROOT.resolve(".github/ab.sh").toString())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    script.environment().putAll(inputs);
    int exit = script.start().waitFor();
    assertThat(exit).as(Files.readString(log)).isEqualTo(1);
    assertThat(directory.resolve("summary.md"))
        .content()
        .contains("## Stallmark: sysbench", "transactions/s", "Gate: undecided");
    assertThat(directory.resolve("output.txt"))
        .content()
        .contains("outcome=undecided", "results=results of the job");
    assertThat(directory.resolve("results of the job/gate.xml")).content().contains("<failure");
    assertThat(directory.resolve("results of the job/comparison/comparison.html")).exists();
    for (String side : new String[] {"before", "after"}) {
      assertThat(directory.resolve("results of the job").resolve(side).toFile().list()).hasSize(1);
    }
  }

  @Test
  void inputsOfTheAction_areThoseOfTheScript() throws Exception {
    String text = Files.readString(ROOT.resolve("action.yml"));
    Map<?, ?> action = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(text);
    TreeSet<String> used =
        Pattern.compile("inputs\\.([a-z-]+)")
            .matcher(text)
            .results()
            .map(match -> match.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(((Map<?, ?>) action.get("inputs")).keySet()).isEqualTo(used);
    String script = Files.readString(ROOT.resolve(".github/ab.sh"));
    for (String input : used) {
      assertThat(script).contains("#   ", input.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
  }
}

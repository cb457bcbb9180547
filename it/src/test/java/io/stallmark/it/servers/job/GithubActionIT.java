package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Program;
import io.stallmark.it.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The GitHub Action of this repository, as a runner would start its script. */
final class GithubActionIT {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @TempDir private Path directory;

  private Map<String, String> inputs(String before, String after, String options) {
    Map<String, String> inputs = new LinkedHashMap<>();
    inputs.put("WORKLOAD", "sysbench");
    inputs.put("BEFORE", before);
    inputs.put("AFTER", after);
    inputs.put("OPTIONS", options + " -p tables=1 -p rows=100");
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
    return inputs;
  }

  /** Runs the script. Returns its exit code; {@code log.txt} has what it printed. */
  private int script(Map<String, String> inputs) throws Exception {
    ProcessBuilder script =
        new ProcessBuilder(ROOT.resolve(".github/ab.sh").toString())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log.txt").toFile());
    script.environment().putAll(inputs);
    return script.start().waitFor();
  }

  private String log() throws IOException {
    return Files.readString(directory.resolve("log.txt"));
  }

  private void isReported(String outcome) {
    assertThat(directory.resolve("summary.md"))
        .content()
        .contains("## Stallmark: sysbench", "| transactions/s |")
        .containsPattern("Gate: " + outcome);
    assertThat(directory.resolve("output.txt"))
        .content()
        .containsPattern("outcome=" + outcome)
        .contains("results=results of the job");
    assertThat(directory.resolve("results of the job/gate.xml")).content().contains("<failure");
  }

  @Test
  void slowerSideOfADuet_failsTheJob_andIsInItsSummary() throws Exception {
    int exit =
        script(
            inputs(
                "--url embedded:mongo -p mix=point_select",
                "--url=embedded:mongo -p 'mix=read_write'",
                "--seconds 3 --interval 0.1 --threads 2 --mode together"));
    assertThat(exit).as(log()).isEqualTo(1);
    isReported("(failed|undecided)"); // on a busy machine the interval may be wide
    assertThat(log()).contains("Mode together: ", "Gate: ");
    try (Stream<Path> files = Files.walk(directory.resolve("results of the job"))) {
      assertThat(files.map(Path::getFileName).map(Path::toString))
          .contains("duet.html", "duet.json")
          .filteredOn("run.json"::equals)
          .hasSize(2);
    }
  }

  @Thorough // the duet has the same summary
  @Test
  void slowerSideOfRunsInTurn_failsTheJob_andIsInItsSummary() throws Exception {
    Map<String, String> inputs =
        inputs(
            "--threads 2",
            "--threads 1 --rate '5'",
            "--url embedded:mongo --seconds 1 -p mix=point_select");
    inputs.put("METHOD", "runs");
    inputs.put("REPEAT", "1");
    assertThat(script(inputs)).as(log()).isEqualTo(1);
    isReported("undecided");
    assertThat(directory.resolve("results of the job/comparison/comparison.html")).exists();
    for (String side : new String[] {"before", "after"}) {
      assertThat(directory.resolve("results of the job").resolve(side).toFile().list()).hasSize(1);
    }
  }

  @Test
  void sidesThatADuetCannotHave_areTold_withTheOtherMethod() throws Exception {
    assertThat(
            script(
                inputs(
                    "--url mysql://x@127.0.0.1:1/a --threads 2",
                    "--url mysql://x@127.0.0.1:1/b --threads 1",
                    "--seconds 30")))
        .isEqualTo(2);
    assertThat(log()).contains("--a-threads").contains("::error::", "'method: runs'");
    assertThat(script(inputs("--url a -D x=1", "--url b -D x=2", "--seconds 30"))).isEqualTo(2);
    assertThat(log()).contains("::error::BEFORE and AFTER: a duet has no -D of one side");
    Map<String, String> unknown = inputs("--url a", "--url b", "--seconds 30");
    unknown.put("METHOD", "both");
    assertThat(script(unknown)).isEqualTo(2);
    assertThat(log()).contains("::error::METHOD is duet or runs, not 'both'");
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

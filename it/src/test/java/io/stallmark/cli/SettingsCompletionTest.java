package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real bash completes the settings of the workloads. */
final class SettingsCompletionTest {

  @TempDir Path directory;

  private static List<String> offered(Path script, String words) throws Exception {
    String line =
        String.format(
                Locale.ROOT,
                "compopt() { :; }; source '%s'; COMP_WORDS=(stallmark %s ''); COMP_CWORD=$((${#COMP_WORDS[@]} - 1));",
                script,
                words)
            + " _complete_stallmark; printf '%s\\n' \"${COMPREPLY[@]}\"";
    Process bash =
        new ProcessBuilder("bash", "--norc", "-c", line).redirectErrorStream(true).start();
    bash.getOutputStream().close();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(said).isZero();
    return said.lines().map(String::strip).toList();
  }

  @Test
  void settings_areThoseOfTheNamedWorkload_orOfAllWithoutOne() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
    Path script = directory.resolve("stallmark.bash");
    Files.writeString(script, new Calls(directory).run("completion").out());
    assertThat(offered(script, "run sysbench -p"))
        .contains("tables=", "rows=", "mix=")
        .doesNotContain("sensors=", "documents=");
    assertThat(offered(script, "load timeseries --threads 2 -p"))
        .contains("sensors=")
        .doesNotContain("tables=");
    assertThat(offered(script, "explain linkbench -p")).contains("ids=").doesNotContain("sensors=");
    assertThat(offered(script, "run -p")).contains("tables=", "sensors=", "ids=");
  }
}

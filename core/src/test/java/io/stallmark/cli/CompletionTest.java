package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real bash completes what the script says. */
@Timeout(30)
final class CompletionTest {

  @TempDir Path directory;

  /** What bash offers when the last word is to be completed; compopt works at a prompt only. */
  private List<String> offered(Path script, String... words) throws Exception {
    String line =
        String.format(
            "compopt() { :; }; source '%s'; COMP_WORDS=(%s); COMP_CWORD=%d; $(complete -p stallmark |"
                + " sed 's/.*-F \\([^ ]*\\).*/\\1/'); printf '%%s\\n' \"${COMPREPLY[@]}\"",
            script, "'" + String.join("' '", words) + "'", words.length - 1);
    Process bash =
        new ProcessBuilder("bash", "--norc", "-c", line).redirectErrorStream(true).start();
    bash.getOutputStream().close();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(said).isZero();
    return said.lines().map(String::strip).toList();
  }

  @Test
  void bash_completesCommandsAndTheirOptions() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
    Stage.Outcome outcome = new Stage(directory).run("completion");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    Path script = Files.writeString(directory.resolve("stallmark.bash"), outcome.out());
    assertThat(offered(script, "stallmark", "exp"))
        .containsExactlyInAnyOrder("experiment", "explain");
    assertThat(offered(script, "stallmark", "run", "--warm")).containsExactly("--warmup");
    assertThat(offered(script, "stallmark", "run", "--threads", "4", "--metr"))
        .containsExactly("--metrics");
    assertThat(offered(script, "stallmark", "list", "--warm")).containsExactly("");
  }
}

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

/** A real bash, and a real zsh where there is one, complete what the script says. */
final class CompletionTest {

  @TempDir Path directory;

  /** What bash offers when the last word is to be completed; compopt works at a prompt only. */
  private List<String> offered(Path script, String... words) throws Exception {
    String line =
        String.format(
            Locale.ROOT,
            "compopt() { :; }; source '%s'; COMP_WORDS=(%s); COMP_CWORD=%d; $(complete -p stallmark |"
                + " sed 's/.*-F \\([^ ]*\\).*/\\1/'); printf '%%s\\n' \"${COMPREPLY[@]}\"",
            script,
            "'" + String.join("' '", words) + "'",
            words.length - 1);
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
    Stage.Outcome outcome = new Stage(directory).run("completion").well();
    Path script = Files.writeString(directory.resolve("stallmark.bash"), outcome.out());
    assertThat(offered(script, "stallmark", "exp"))
        .containsExactlyInAnyOrder("experiment", "explain", "export");
    assertThat(offered(script, "stallmark", "run", "--warm")).containsExactly("--warmup");
    assertThat(offered(script, "stallmark", "run", "--threads", "4", "--metr"))
        .containsExactly("--metrics");
    assertThat(offered(script, "stallmark", "list", "--warm")).containsExactly("");
  }

  /** What a zsh shows at its prompt when the line is begun like this and the tab key is pressed. */
  private String shown(Path script, String begun) throws Exception {
    String session =
        String.join(
            "\n",
            "zmodload zsh/zpty",
            "zpty shell 'env TERM=dumb zsh -f -i'",
            "zpty -w shell 'autoload -U compinit; compinit -u -D; source " + script + "'",
            "zpty -w shell 'print rea\"\"dy'",
            "zpty -r shell out '*ready*'",
            "zpty -w -n shell $'" + begun + "\\t'",
            "zpty -r shell out '*" + begun + "*'",
            "zpty -w -n shell $'\\C-a: \\C-e; print do\"\"ne\\n'",
            "zpty -r shell more '*done*'",
            "print -r -- \"$out$more\"");
    Process zsh = new ProcessBuilder("zsh", "-f", "-c", session).redirectErrorStream(true).start();
    zsh.getOutputStream().close();
    String said = new String(zsh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(zsh.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void zsh_completesCommandsAndTheirOptions() throws Exception {
    boolean there = Files.isExecutable(Path.of("/bin/zsh"));
    assertThat(there || !Boolean.parseBoolean(System.getenv("STALLMARK_REQUIRE_CONTAINERS")))
        .as("where a skip is a failure: it/containers.sh browser installs zsh")
        .isTrue();
    assumeTrue(there, "no zsh: it/containers.sh browser installs it");
    Stage.Outcome outcome = new Stage(directory).run("completion");
    Path script = Files.writeString(directory.resolve("stallmark.zsh"), outcome.out());
    assertThat(shown(script, "stallmark expl")).contains("stallmark explain ");
    assertThat(shown(script, "stallmark run --warm")).contains("stallmark run --warmup ");
    assertThat(shown(script, "stallmark list --warm")).doesNotContain("--warmup");
  }
}

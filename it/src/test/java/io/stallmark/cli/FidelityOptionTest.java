package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The spelling {@code --fidelity VALUE} of {@code -p fidelity=VALUE}. */
final class FidelityOptionTest {

  @TempDir Path directory;

  private Calls.Result explain(String... more) {
    String[] arguments = new String[4 + more.length];
    System.arraycopy(new String[] {"explain", "linkbench", "--url", "mysql:"}, 0, arguments, 0, 4);
    System.arraycopy(more, 0, arguments, 4, more.length);
    return new Calls(directory).run(arguments);
  }

  @Test
  void option_isTheSetting() {
    String asCoded = explain("-p", "fidelity=as-coded").out();
    assertThat(asCoded).isNotBlank().isNotEqualTo(explain().out());
    assertThat(explain("--fidelity", "as-coded").out()).isEqualTo(asCoded);
    assertThat(explain("--fidelity=as-coded").out()).isEqualTo(asCoded);
    assertThat(explain("--fidelity", "as-coded", "-p", "fidelity=as-coded").out())
        .isEqualTo(asCoded);
  }

  @Test
  void valueThatIsNone_isRefusedAsTheSettings() {
    Calls.Result refused = explain("--fidelity", "as-codet");
    assertThat(refused).isEqualTo(explain("-p", "fidelity=as-codet"));
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err().lines()).hasSize(1);
  }

  /** What the command line says comes first, however it says it. */
  @Test
  void commandLine_comesBeforeAFile() throws Exception {
    Path file = directory.resolve("a.yaml");
    for (String line : new String[] {"fidelity: nonsense", "settings: {fidelity: nonsense}"}) {
      Files.writeString(file, "workload: linkbench\nurl: nowhere://h/d\n" + line + "\n");
      for (String given : new String[] {"--fidelity=as-coded", "-pfidelity=as-coded"}) {
        Calls.Result result = new Calls(directory).run("run", "--spec", file.toString(), given);
        assertThat(result.err()).contains("URL scheme").doesNotContain("nonsense");
      }
      assertThat(new Calls(directory).run("run", "--spec", file.toString()).err())
          .contains("a.yaml, line 3", "'nonsense' is not one of");
    }
  }
}

package io.stallmark.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.result.RunDocument;
import io.stallmark.result.RunFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class RepeatCommandTest {

  private static final Path COMPLETE = Path.of("src/test/resources/recorded/complete/run.json");
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path directory;

  @Test
  void phasesRepeatTheLoadOfEachRoleAndTheSettings() throws Exception {
    assertThat(command(spec -> {}))
        .contains(
            " --tls-ca ca.pem",
            " --threads 8",
            " --phase 'quiet seconds=10 threads=4 rate=0'",
            " --phase 'rush seconds=10 threads=8 rate=100,200:5s read-share=0.5'")
        .doesNotContain("--seconds", "--think-time", "--rate ");
  }

  @Test
  void rolesReplaceTheThreads_andFlagsAreRepeated() throws Exception {
    assertThat(
            command(
                spec -> {
                  spec.putPOJO(
                      "roles", List.of("writers threads=1 rate=5", "readers threads=7 rate=0"));
                  spec.putPOJO("flags", List.of("fresh", "verify"));
                }))
        .contains(
            " --role 'writers threads=1 rate=5' --role 'readers threads=7 rate=0'",
            " --fresh --verify")
        .doesNotContain("--threads");
  }

  private interface Change {
    void on(ObjectNode spec);
  }

  private String command(Change change) throws Exception {
    ObjectNode run = (ObjectNode) JSON.readTree(COMPLETE);
    change.on((ObjectNode) run.get("spec"));
    Files.writeString(directory.resolve("run.json"), run.toString());
    return RepeatCommand.of(document(), new EmbeddedOptions(Map.of(), Map.of()));
  }

  private RunDocument document() throws Exception {
    return RunFile.read(directory);
  }
}

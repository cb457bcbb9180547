package io.stallmark.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

final class RunFileTest {

  /** A run of version 1 with every name that it can have. */
  private static final Path COMPLETE = Path.of("src/test/resources/recorded/complete");

  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path directory;

  @Test
  void run_isWrittenAsItWasRead() throws IOException {
    RunDocument run = RunFile.read(COMPLETE);
    assertThat(JSON.readTree(RunFile.print(run, UnaryOperator.identity())))
        .isEqualTo(JSON.readTree(Files.readString(COMPLETE.resolve(RunFile.NAME))));
  }

  @Test
  void run_hasUnwrappedFindings() throws IOException {
    RunDocument run = RunFile.read(COMPLETE);
    assertThat(run.state()).isEqualTo(RunState.COMPLETED);
    assertThat(run.outcome().findings().stalls()).hasSize(1);
    assertThat(run.outcome().summary()).isNotNull();
  }

  @Test
  void nameOfALaterVersion_isLetThrough() throws IOException {
    ObjectNode json = complete();
    json.put("later", 1);
    json.withObject("/summary").put("later", 1);
    assertThat(read(json)).isEqualTo(RunFile.read(COMPLETE));
  }

  @Test
  void laterVersion_isRefused() throws IOException {
    ObjectNode json = complete();
    json.put("schemaVersion", 2);
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(NoRunException.class)
        .hasMessageEndingWith("has version 2, but this Stallmark reads version 1");
  }

  @Test
  void nullState_isRefused() throws IOException {
    ObjectNode json = complete();
    json.putNull("state");
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(NoRunException.class)
        .hasMessageEndingWith("it has no state");
  }

  @Test
  void nullFact_isAbsent() throws IOException {
    ObjectNode json = complete();
    json.withObject("/database").putNull("version");
    assertThat(read(json).database()).doesNotContainKey("version");
  }

  @Test
  void textsFromOutside_areRedacted() throws IOException {
    ObjectNode json = complete();
    json.put("reason", "hush");
    json.put("workload", "hush");
    json.withObject("/database").put("server", "hush");
    json.withArray("/warnings").removeAll().add("hush");
    JsonNode printed =
        JSON.readTree(RunFile.print(read(json), text -> text.replace("hush", "***")));
    assertThat(printed.path("reason").asString()).isEqualTo("***");
    assertThat(printed.at("/database/server").asString()).isEqualTo("***");
    assertThat(printed.at("/warnings/0").asString()).isEqualTo("***");
    assertThat(printed.path("workload").asString()).isEqualTo("hush");
  }

  private static ObjectNode complete() throws IOException {
    return (ObjectNode) JSON.readTree(Files.readString(COMPLETE.resolve(RunFile.NAME)));
  }

  private RunDocument read(JsonNode json) throws IOException {
    Files.writeString(directory.resolve(RunFile.NAME), json.toString());
    return RunFile.read(directory);
  }
}

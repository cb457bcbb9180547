package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.run.RunOptions;
import io.stallmark.spec.SpecOption;
import io.stallmark.spec.YamlNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

final class SpecFileTest extends StagedTest {

  /** The reference that is shipped. */
  private static final Path REFERENCE = Path.of("..", "docs", "run.yaml").toAbsolutePath();

  private Stage.Outcome run(String yaml, String... more) throws IOException {
    Files.writeString(directory.resolve("a.yaml"), yaml);
    return stage.run(Stage.words(List.of("run", "--spec", "a.yaml"), more));
  }

  @Test
  void file_saysWhatTheCommandLineWould_andTheCommandLineWins() throws IOException {
    Stage.Outcome outcome =
        run(
            """
            workload: tiny
            url: memory://host/db
            threads: 2
            events: 50
            rate: 1k
            arrivals: poisson
            fresh: true
            settings: {rows: 20, share: 0.25}
            """,
            "--events",
            "30",
            "-p",
            "rows=30");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    JsonNode spec = stage.json().get("spec");
    assertThat(spec.get("events").asLong()).isEqualTo(30);
    assertThat(spec.get("threads").asLong()).isEqualTo(2);
    assertThat(spec.get("ratePerSecond").asDouble()).isEqualTo(1000);
    assertThat(spec.get("arrivals").asString()).isEqualTo("poisson");
    assertThat(spec.get("settings").get("rows").asLong()).isEqualTo(30);
    assertThat(spec.get("settings").get("share").asDouble()).isEqualTo(0.25);
    assertThat(stage.binding.tables).isEmpty(); // fresh
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "thraeds: 3                  | a.yaml, line 2, key thraeds: there is no such key; did you mean threads?",
        "settings: {rwos: 3}         | a.yaml, line 2, key settings.rwos: tiny has no setting 'rwos': did you mean rows?",
        "settings: {rows: ten}       | a.yaml, line 2, key settings.rows: -p rows: 'ten' is not a whole number",
        "threads: three              | a.yaml, line 2, key threads: --threads: 'three' is not a whole number",
        "threads: 0                  | a.yaml, line 2, key threads: --threads must be within 1 and 10000",
        "interval: 0.15              | a.yaml, line 2, key interval: --interval must be a multiple of 0.1",
        "arrivals: poisson           | a.yaml, line 2, key arrivals: --rate must be given with --arrivals",
        "seconds: 0                  | a.yaml, line 2, key seconds: --seconds 0 needs --events",
        "fresh: maybe                | a.yaml, line 2, key fresh: must be true or false, not 'maybe'",
        "url: mysql://u:secret@h/db  | a.yaml, line 2, key url: a file must not contain a password",
        "threads: [1, 2]             | a.yaml, line 2, key threads: must be one value, not a list",
        "rate: 5@x                   | a.yaml, line 2, key rate: --rate: 'x' is not a time",
      })
  void fault_namesFileLineAndKey(String line, String complaint) throws IOException {
    Stage.Outcome outcome = run("workload: tiny\n" + line + "\n");
    assertThat(outcome.errorLines()).as(outcome.err()).hasSize(1);
    assertThat(outcome.err()).startsWith("stallmark: " + complaint).doesNotContain("secret");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(directory).isDirectoryNotContaining("glob:**results");
  }

  /** What only the database's kind, or other values of the file, make wrong. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "url: memory://host/                         | 2, key url: The URL names no database",
        "url: nosuch://host/db                       | 2, key url: No database is known by the URL",
        "url: host                                   | 2, key url: --url takes scheme://",
        "storage: egnine=x;url: memory://h/db        | 2, key storage: memory has no storage option",
        "storage: {a: b, egnine: x};url: memory://h/d| 2, key storage.egnine: memory has no storage",
        "storage: a;seconds: 5                       | 2, key storage: --storage takes key=value",
        "phase: [a seconds=1, b seconds=x]           | 2, key phase: --phase 'b seconds=x': 'x' is",
        "phase:;- {name: a, seconds: 0}              | 3, key phase: --phase 'a seconds=0': seconds",
        "phase:;- a seconds=1;- a seconds=1          | 4, key phase: --phase 'a seconds=1': the name",
        "phase:;- a seconds=1 rate=5;- b seconds=1   | 4, key phase: --phase: either all phases have",
        "phase:;- a seconds=1;- b seconds=1 share=2  | 4, key phase: -p share: 2 is not within 0 to 1",
        "seconds: 5;phase: [a seconds=1]             | 3, key phase: --phase must be given without",
        "settings: {share: 0, mix: look};url: memory://h/d | 2, key settings.mix: share=0 leaves mix",
        "url: memory://h/db;threads: 2;password-file: none | 4, key password-file: --password-file",
      })
  void faultOfSeveralLines_namesTheOneThatBringsItAbout(String lines, String complaint)
      throws IOException {
    Stage.Outcome outcome = run("workload: tiny\n" + lines.replace(";", "\n") + "\n");
    assertThat(outcome.errorLines()).as(outcome.err()).hasSize(1);
    assertThat(outcome.err()).startsWith("stallmark: a.yaml, line " + complaint);
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(stage.binding.open).hasValue(0);
  }

  @Test
  void faultOfTheCommandLine_isNotTheFiles() throws IOException {
    Stage.Outcome outcome = run("workload: tiny\n", "--threads", "0");
    assertThat(outcome.err()).startsWith("stallmark: --threads must be within");
    assertThat(stage.run("run", "--spec", "none.yaml").err())
        .contains("There is no file none.yaml");
  }

  @Test
  void reference_hasEveryOption_withItsDefaultAndAComment() throws Exception {
    Map<String, String> expected = new TreeMap<>();
    for (SpecOption<?> option : RunOptions.ALL) {
      if (!option.equals(RunOptions.SETTING) && !option.equals(RunOptions.SPEC)) {
        String usual = option.isFlag() ? "false" : option.defaultText();
        expected.put(option.name(), usual == null ? "" : usual);
      }
    }
    Map<String, YamlNode> reference = YamlNode.read(REFERENCE, REFERENCE).mapping();
    Map<String, String> found = new TreeMap<>();
    for (Map.Entry<String, YamlNode> key : reference.entrySet()) {
      if (!key.getKey().equals("workload") && !key.getValue().isMapping()) {
        found.put(key.getKey(), key.getValue().hasValue() ? key.getValue().text() : "");
      }
    }
    assertThat(found).isEqualTo(expected);
    assertThat(reference).containsKeys("workload", "settings");
    assertThat(Files.readAllLines(REFERENCE).stream().filter(line -> line.matches("[a-z].*")))
        .hasSize(reference.size())
        .allMatch(line -> line.matches("[a-z-]+:.* # \\S.*"));
  }

  @Test
  void runWithTheReference_isARunWithoutIt() {
    String[] plain = {"run", "tiny", "--url", Stage.URL, "--dry-run"};
    String[] with = {
      "run", "--spec", REFERENCE.toString(), "tiny", "--url", Stage.URL, "--dry-run"
    };
    Stage.Outcome outcome = stage.run(with).well();
    assertThat(outcome.out()).isEqualTo(stage.run(plain).out());
  }
}

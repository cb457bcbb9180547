package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** A secret at a wrong place of the command line or of a file is not repeated. */
@Timeout(60)
final class SecretsTest {

  private static final List<String> TEXTS =
      List.of(
          "mysql://u:Canary-77@h/db",
          "here=jdbc:mysql://h/db?user=u&password=Canary-77",
          "u:canary@h/db",
          "x secret=canary,y");

  @TempDir Path directory;

  /** Every option of every command, and every position. */
  static Stream<List<String>> places() {
    List<List<String>> places = new ArrayList<>();
    CommandLine all = new Calls(Path.of("")).commandLine();
    all.getSubcommands()
        .forEach(
            (name, command) -> {
              String first =
                  List.of("run", "load", "verify", "drop", "explain").contains(name)
                      ? "sysbench"
                      : "x";
              for (OptionSpec option : command.getCommandSpec().options()) {
                if (option.usageHelp() || option.versionHelp()) {
                  continue;
                }
                places.add(List.of(name, first, option.longestName(), "?"));
                places.add(List.of(name, first, option.longestName() + "=?"));
                places.add(List.of(name, option.longestName(), "?", first));
              }
              places.add(List.of(name, "?"));
              places.add(List.of(name, first, "?"));
              places.add(List.of(name, first, first, "?"));
              places.add(List.of(name, "--?", first));
            });
    places.add(List.of("?"));
    places.add(List.of("?", "run"));
    assertThat(places).hasSizeGreaterThan(200);
    return places.stream();
  }

  @ParameterizedTest
  @MethodSource("places")
  void secretAtAnyPlace_isNotRepeated(List<String> place) throws IOException {
    Files.writeString(
        directory.resolve("x"),
        "name: a\nworkload: sysbench\ndatabases: {here: {}}\nmatrix: {threads: [1]}\n");
    for (String text : TEXTS) {
      List<String> words = new ArrayList<>(place);
      words.replaceAll(word -> word.replace("?", text));
      if (!reaches(words)) {
        Calls.Result result = new Calls(directory).run(words.toArray(String[]::new));
        assertThat(result.err() + result.out())
            .as(words.toString())
            .doesNotContainIgnoringCase("canary");
      }
    }
  }

  /** Whether the command line is valid, so that the command would connect to a server. */
  private static boolean reaches(List<String> words) {
    return words.stream().anyMatch(word -> word.startsWith("--url"))
        && !words.get(0).equals("experiment")
        && !words.get(0).equals("explain");
  }

  /** Every key of a specification. */
  static List<String> keys() throws IOException {
    return Files.readString(Path.of("../docs/run.yaml"))
        .lines()
        .filter(line -> line.matches("#? ?[a-z-]+:.*"))
        .map(line -> line.replaceFirst("^#? ?", "").replaceFirst(":.*", ""))
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @MethodSource("keys")
  void secretAtAnyKey_isNotRepeated(String key) throws IOException {
    String list = key + ": [\"" + TEXTS.get(1) + "\", {" + TEXTS.get(2) + ": 5}]";
    for (String line :
        List.of(
            key + ": \"" + TEXTS.get(0) + '"',
            key + ": \"" + TEXTS.get(3) + '"',
            list,
            "\"" + TEXTS.get(0) + "\": " + key,
            key + ": {password: canary}")) {
      Files.writeString(directory.resolve("x"), "threads: 0\n" + line + "\n");
      Calls.Result result = new Calls(directory).run("run", "--spec", "x");
      assertThat(result.err()).as(line).doesNotContainIgnoringCase("canary");
      assertThat(result.exit()).isEqualTo(2);
    }
  }
}

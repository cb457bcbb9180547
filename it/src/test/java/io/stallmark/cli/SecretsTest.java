package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** A secret at a wrong place of the command line or of a file is not repeated. */
final class SecretsTest {

  private static final List<String> TEXTS =
      List.of(
          "mysql://u:Canary-77@h/db",
          "here=jdbc:mysql://h/db?user=u&password=Canary-77",
          "u:canary@h/db",
          "x secret=canary,y");

  @TempDir private static Path directory;

  /** A text at a place of the command line. */
  record Place(List<String> words, String text) {}

  /** Every option of every command, and every position, each with one of the texts. */
  static Stream<Place> places() {
    List<List<String>> words = words();
    return IntStream.range(0, words.size())
        .mapToObj(i -> new Place(words.get(i), TEXTS.get(i % TEXTS.size())));
  }

  static Stream<Place> placesWithAllTexts() {
    return words().stream().flatMap(words -> TEXTS.stream().map(text -> new Place(words, text)));
  }

  private static List<List<String>> words() {
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
    return places;
  }

  @BeforeAll
  static void writeExperiment() throws IOException {
    Files.writeString(
        directory.resolve("x"),
        "name: a\nworkload: sysbench\ndatabases: {here: {}}\nmatrix: {threads: [1]}\n");
  }

  @ParameterizedTest
  @MethodSource("places")
  void secretAtAnyPlace_isNotRepeated(Place place) {
    assertNotRepeated(place);
  }

  @Thorough
  @ParameterizedTest
  @MethodSource("placesWithAllTexts")
  void anySecretAtAnyPlace_isNotRepeated(Place place) {
    assertNotRepeated(place);
  }

  private static void assertNotRepeated(Place place) {
    List<String> words = new ArrayList<>(place.words);
    words.replaceAll(word -> word.replace("?", place.text));
    if (!reaches(words)) {
      Calls.Result result = new Calls(directory).run(words.toArray(String[]::new));
      assertThat(result.err() + result.out())
          .as(words.toString())
          .doesNotContainIgnoringCase("canary");
    }
  }

  /** Whether the command line is valid, so that the command would connect to a server. */
  private static boolean reaches(List<String> words) {
    return words.stream().anyMatch(word -> word.startsWith("--url"))
        && !words.get(0).equals("experiment")
        && !words.get(0).equals("explain");
  }

  /** Every key of a specification, each with one way to write a secret there. */
  static Stream<String> lines() throws IOException {
    List<String> keys = keys();
    return IntStream.range(0, keys.size())
        .mapToObj(
            i -> {
              List<String> ways = linesOf(keys.get(i));
              return ways.get(i % ways.size());
            });
  }

  static Stream<String> allLines() throws IOException {
    return keys().stream().flatMap(key -> linesOf(key).stream());
  }

  private static List<String> keys() throws IOException {
    List<String> keys =
        Files.readString(Path.of("../docs/run.yaml"))
            .lines()
            .filter(line -> line.matches("#? ?[a-z-]+:.*"))
            .map(line -> line.replaceFirst("^#? ?", "").replaceFirst(":.*", ""))
            .distinct()
            .toList();
    assertThat(keys).hasSizeGreaterThan(30);
    return keys;
  }

  private static List<String> linesOf(String key) {
    return List.of(
        key + ": \"" + TEXTS.get(0) + '"',
        key + ": \"" + TEXTS.get(3) + '"',
        key + ": [\"" + TEXTS.get(1) + "\", {" + TEXTS.get(2) + ": 5}]",
        "\"" + TEXTS.get(0) + "\": " + key,
        key + ": {password: canary}");
  }

  @ParameterizedTest
  @MethodSource("lines")
  void secretAtAnyKey_isNotRepeated(String line) throws IOException {
    assertNotRepeated(line);
  }

  @Thorough
  @ParameterizedTest
  @MethodSource("allLines")
  void anySecretAtAnyKey_isNotRepeated(String line) throws IOException {
    assertNotRepeated(line);
  }

  private static void assertNotRepeated(String line) throws IOException {
    Files.writeString(directory.resolve("spec"), "threads: 0\n" + line + "\n");
    Calls.Result result = new Calls(directory).run("run", "--spec", "spec");
    assertThat(result.err()).as(line).doesNotContainIgnoringCase("canary");
    assertThat(result.exit()).isEqualTo(2);
  }
}

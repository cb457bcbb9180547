package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.plan.Registry;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spi.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command line that the documentation shows is one that the program understands. */
final class DocumentedCommandsTest {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** Up to a comment, the end of the line or of the inline code. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?:\\./stallmark|java [^`\\n]*stallmark(?:-\\w+)?\\.jar|docker run [^`#\\n]* stallmark)"
              + " +([^`#\\n|&]+)");

  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|[^\\s'])+");

  private static final Set<String> WITH_WORKLOAD =
      Set.of("run", "load", "verify", "drop", "explain");

  @TempDir Path directory;

  static List<String> commands() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
    }
    List<String> commands = new ArrayList<>();
    for (Path page : pages) {
      Matcher matcher = COMMAND.matcher(Files.readString(page));
      while (matcher.find()) {
        if (!matcher.group(1).contains("…")) {
          commands.add(matcher.group(1).strip());
        }
      }
    }
    return commands.stream().distinct().toList();
  }

  @Test
  void commandsAreFound() throws Exception {
    assertThat(commands()).hasSizeGreaterThan(10);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void commandLine_isUnderstood(String command) throws Exception {
    // A file of options names the workload itself, and is read before the command line is.
    String[] words = words(command.replace("run --spec ", "run sysbench --spec "));
    new Calls(directory).parse(words);
    if (WITH_WORKLOAD.contains(words[0]) && !words[1].equals("--help")) {
      Workload workload = Registry.load().workload(words[1]).orElseThrow();
      new SettingsReader(workload).read(settings(words));
    }
  }

  /** As a shell takes them: quotes keep together what is between them. */
  private static String[] words(String command) {
    return WORD.matcher(command)
        .results()
        .map(word -> word.group().replace("'", ""))
        .toArray(String[]::new);
  }

  @Test
  void wrongOptions_areTold() throws Exception {
    Calls calls = new Calls(directory);
    assertThatThrownBy(() -> calls.parse("run", "sysbench", "--treads", "4"))
        .hasMessageContaining("--treads");
    assertThatThrownBy(() -> calls.parse("run", "sysbench", "--rate", "fast"))
        .hasMessageContaining("--rate");
  }

  private static Map<String, String> settings(String[] words) {
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < words.length - 1; i++) {
      if (words[i].equals("-p")) {
        String[] pair = words[i + 1].split("=", 2);
        settings.put(pair[0], pair[1]);
      }
    }
    return settings;
  }
}

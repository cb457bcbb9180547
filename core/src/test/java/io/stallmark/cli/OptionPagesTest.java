package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.run.OptionSamples;
import io.stallmark.run.RunOptions;
import io.stallmark.spec.SpecOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/**
 * The files of {@code docs} that list options. {@code mvn test -Dstallmark.golden=write} adds what
 * they lack of a new option, with its text of {@code --help}.
 */
final class OptionPagesTest {

  private static final Path DOCS = Path.of("..", "docs");
  private static final String LIST = "options of `run`, without dashes:";

  @Test
  void everyOption_isInTheReferenceFile() throws IOException {
    String before = "workload";
    for (SpecOption<?> option : RunOptions.ALL) {
      if (!option.equals(RunOptions.SETTING) && !option.equals(RunOptions.SPEC)) {
        String usual = option.isFlag() ? "false" : option.defaultText();
        String key = option.name() + ":" + (usual == null ? "" : " " + usual);
        assertListed(
            "run.yaml",
            "\n" + option.name() + ":",
            "%-24s # %s".formatted(key, help(option)),
            "\n" + before + ":");
        before = option.name();
      }
    }
  }

  @Test
  void everyPlaceOfAnOption_isInTheSchema_andAmongTheResults() throws Exception {
    for (SpecOption<?> option : RunOptions.OF_DOCUMENT) {
      Map<String, Object> stored = OptionSamples.stored(option);
      for (SpecOption.Place<?> place : option.places()) {
        assertListed(
            "schema/run.schema.json",
            "\"" + place.name() + "\": {",
            property(place.name(), stored.get(place.name()), help(option)),
            "\"spec\": {\n",
            "\"properties\": {");
        assertListed(
            "results.md",
            "`" + place.name() + "`",
            "| `%s` | %s |".formatted(place.name(), help(option)),
            "### spec",
            "|---|");
      }
    }
  }

  @Test
  void experiments_haveTheListOfTheirOptions() throws IOException {
    Path page = DOCS.resolve("experiments.md");
    String names = LIST + " `" + String.join("` `", RunOptions.OF_EXPERIMENTS) + "` |";
    String text = Files.readString(page);
    int from = text.indexOf(LIST);
    String expected = text.substring(0, from) + names + text.substring(text.indexOf('\n', from));
    if (writes()) {
      Files.writeString(page, expected);
    }
    assertThat(Files.readString(page)).isEqualTo(expected);
  }

  private static String property(String name, Object value, String help) {
    String type =
        value instanceof Double
            ? "number"
            : value instanceof Number ? "integer" : value instanceof List ? "array" : "string";
    String description = new JsonMapper().writeValueAsString(help);
    return "        \"%s\": {\"type\": \"%s\", \"description\": %s},"
        .formatted(name, type, description);
  }

  /** Returns the text of {@code --help} in one line, without the default. */
  private static String help(SpecOption<?> option) {
    return ResourceBundle.getBundle("io.stallmark.cli.texts")
        .getString(option.name())
        .replaceAll(" ?Default: \\$\\{DEFAULT-VALUE}\\.", "")
        .replace("%%", "%");
  }

  /**
   * Checks that a file has a text.
   *
   * @param line that has it; added to a file that lacks it, after the last of the marks
   */
  private static void assertListed(String file, String text, String line, String... marks)
      throws IOException {
    Path page = DOCS.resolve(file);
    String content = Files.readString(page);
    if (writes() && !content.contains(text)) {
      int at = 0;
      for (String mark : marks) {
        at = content.indexOf(mark, at) + mark.length();
      }
      int end = content.indexOf('\n', at) + 1;
      content = content.substring(0, end) + line + "\n" + content.substring(end);
      Files.writeString(page, content);
    }
    assertThat(content).as(file).contains(text);
  }

  private static boolean writes() {
    return "write".equals(System.getProperty("stallmark.golden"));
  }
}

package io.stallmark.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that no user writes end in a line, and soon. */
final class YamlNodeTest {

  private static final Path SHOWN = Path.of("x.yaml");

  @TempDir Path directory;

  @Test
  void deepNesting_isRefused_withItsLine() {
    for (String text :
        new String[] {"a:\n  " + "[".repeat(20_000), "a:\n  " + "{a: ".repeat(10_000)}) {
      assertThatThrownBy(() -> YamlNode.parse(SHOWN, text))
          .isInstanceOf(SpecException.class)
          .hasMessage("x.yaml, line 2: is nested more than 50 levels deep");
    }
    String blocks = "- ".repeat(10_000) + "a";
    assertThatThrownBy(() -> YamlNode.parse(SHOWN, blocks)).isInstanceOf(SpecException.class);
  }

  @Test
  void largeFile_isRefused() throws Exception {
    Path file = directory.resolve("x.yaml");
    Files.writeString(file, "#".repeat(50_000_000) + "\na: 1\n");
    assertThatThrownBy(() -> YamlNode.read(SHOWN, file))
        .isInstanceOf(SpecException.class)
        .hasMessageEndingWith("x.yaml is larger than 8 MB, which is too large");
  }

  @Test
  void json_hasTheTypesOfTheWords() throws Exception {
    String yaml =
        """
        {find: item, filter: {_id: ":id", 'n': {$gt: 5, $lt: 1.5}},
         list: [a, "b\\"c", '7', true, null], empty: {}}
        """;
    YamlNode node = YamlNode.parse(SHOWN, yaml);
    assertThat(node.json())
        .isEqualTo(
            "{\"find\": \"item\", \"filter\": {\"_id\": \":id\", \"n\": {\"$gt\": 5, \"$lt\": 1.5}},"
                + " \"list\": [\"a\", \"b\\\"c\", \"7\", true, null], \"empty\": {}}");
    assertThat(node.mapping().get("filter").place()).isEqualTo("x.yaml, line 1, key filter");
    assertThatThrownBy(() -> YamlNode.parse(SHOWN, "a: {b: 1, b: 2}").json())
        .hasMessage("x.yaml, line 1, key a.b: occurs twice");
  }

  @Test
  void longComment_isRefused_withItsLine() {
    assertThatThrownBy(() -> YamlNode.parse(SHOWN, "a: 1\n# " + "x".repeat(7_000_000) + "\n"))
        .isInstanceOf(SpecException.class)
        .hasMessage("x.yaml, line 2: is too long");
  }
}

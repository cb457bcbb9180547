package io.stallmark.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.Calls;
import io.stallmark.own.file.OwnFileReader;
import io.stallmark.own.value.SourceReader;
import io.stallmark.spec.YamlNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of the page about own statements are run as they are there, with fewer rows. */
final class OwnStatementsPageTest {

  private static final Path PAGE = Path.of("../docs/own-statements.md");
  private static final Pattern FILE = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");
  private static final Pattern SOURCE = Pattern.compile("`([a-z]+:[^`]*|now)`");

  @TempDir Path directory;

  private static List<String> files() throws Exception {
    return FILE.matcher(Files.readString(PAGE)).results().map(file -> file.group(1)).toList();
  }

  private Calls.Result run(String text, String url, String... more) throws Exception {
    Path file = Files.writeString(directory.resolve("bank.yaml"), text);
    String[] words = {"run", "own", "--url", url, "--file", file.toString(), "--threads", "1"};
    String[] all = java.util.Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    Calls.Result result = new Calls(directory).run(all).well();
    return result;
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2:file:", "sqlite:", "embedded:mongo"})
  void bank_isRunAndVerified(String url) throws Exception {
    String small = files().get(0).replace("100000000", "2000000").replace("100000", "2000");
    String at = url.endsWith(":") ? url + directory.resolve("bank") : url;
    assertThat(run(small, at, "--events", "200", "--verify").out())
        .contains("The number of the check total is 2,000,000.");
  }

  @Test
  void roles_areRun() throws Exception {
    assertThat(run(files().get(1), "h2:file:" + directory.resolve("roles"), "--events", "20").out())
        .contains("readers");
  }

  @Test
  void everySourceOfThePage_isRead() throws Exception {
    String page = Files.readString(PAGE);
    String table = page.substring(page.indexOf("| source |"), page.indexOf("## Tables"));
    int read = 0;
    for (MatchResult source : SOURCE.matcher(table).results().toList()) {
      if (!source.group(1).endsWith(":")) {
        assertThat(
                SourceReader.read(
                    source.group(1),
                    List.of("amount"),
                    List.of(SourceReader.read("uniform:1..2", List.of(), List.of()))))
            .isNotNull();
        read++;
      }
    }
    assertThat(read).isGreaterThan(8);
  }

  /** A name that is mistyped in the file of the page is found. */
  @Test
  void fileOfThePage_namesEachValue() throws Exception {
    String wrong = files().get(0).replaceFirst(Matcher.quoteReplacement(":note\""), ":nite\"");
    YamlNode root = YamlNode.parse(Path.of("bank.yaml"), wrong);
    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(
                () -> new OwnFileReader(root, "bank.yaml").read(Map.of(), "")))
        .hasMessageContaining("no value nite is declared: did you mean note?");
  }
}

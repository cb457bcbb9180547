package io.stallmark.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documentation quotes, links and lists is there. */
final class DocumentationTest {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern QUOTED = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]+)(#[^)]*)?\\)");
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "(?s)<dependency>(?:(?!</dependency>).)*?<groupId>([^<]+)</groupId>\\s*"
              + "<artifactId>([^<]+)</artifactId>");

  @ParameterizedTest
  @ValueSource(strings = {"adding-a-binding.md", "adding-a-workload.md", "embedding.md"})
  void quotedCode_isTheCodeOfTheSources(String page) throws Exception {
    List<String> sources = new ArrayList<>();
    for (Path file : files(".java")) {
      sources.add(Files.readString(file));
    }
    List<String> quotes = groups(QUOTED, Files.readString(ROOT.resolve("docs").resolve(page)));
    assertThat(quotes).isNotEmpty();
    for (String quote : quotes) {
      assertThat(sources)
          .as("a source file with the text%n%s", quote)
          .anyMatch(s -> s.contains(quote));
    }
  }

  @Test
  void toyBinding_isAsShortAsThePagesSay() throws Exception {
    Path toy = ROOT.resolve("bindings-jdbc/src/test/java/io/stallmark/toy/H2Dialect.java");
    assertThat(Files.readAllLines(toy)).hasSizeLessThan(150);
  }

  @Test
  void links_leadToFiles() throws Exception {
    for (Path page : files(".md")) {
      for (String link : groups(LINK, Files.readString(page))) {
        assertThat(page.resolveSibling(link).normalize()).as("a link in %s", page).exists();
      }
    }
  }

  @Test
  void everyDependency_isAccountedFor() throws Exception {
    TreeSet<String> dependencies = new TreeSet<>();
    for (Path pom : files("pom.xml")) {
      DEPENDENCY
          .matcher(Files.readString(pom))
          .results()
          .filter(match -> !match.group(1).equals("io.stallmark"))
          .forEach(match -> dependencies.add(match.group(2)));
    }
    assertThat(dependencies).contains("picocli", "h2");
    String page = Files.readString(ROOT.resolve("docs/dependencies.md"));
    assertThat(dependencies).allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
  }

  private static List<String> groups(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }

  /** The files of the repository, without what the build makes. */
  private static List<Path> files(String end) {
    try (Stream<Path> paths = Files.walk(ROOT)) {
      return paths
          .filter(path -> path.toString().endsWith(end))
          .filter(path -> !ROOT.relativize(path).toString().matches("(.*/)?(target|results)/.*"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

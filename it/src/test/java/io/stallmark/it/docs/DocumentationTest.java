package io.stallmark.it.docs;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.jdbc.SqlDialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the documentation quotes, links and lists is there. */
final class DocumentationTest {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern QUOTED = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
  private static final Path BINDING_PAGE = ROOT.resolve("docs/adding-a-binding.md");
  private static final Pattern XML = Pattern.compile("(?ms)^```xml\\n(.*?)^```$");
  private static final Pattern VERSION =
      Pattern.compile("</artifactId>\\s*<version>([^<]+)</version>");
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]+)(#[^)]*)?\\)");
  private static final Pattern ANCHOR = Pattern.compile("\\]\\((?!https?:)([^)#]*)#([^)]*)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*?) *$");
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "(?s)<dependency>(?:(?!</dependency>).)*?<groupId>([^<]+)</groupId>\\s*"
              + "<artifactId>([^<]+)</artifactId>");

  @ParameterizedTest
  @ValueSource(
      strings = {"adding-a-binding.md", "adding-a-workload.md", "embedding.md", "junit.md"})
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

  /** Whoever copies the code of the page has the files that the build tests. */
  @ParameterizedTest
  @ValueSource(strings = {"H2FileDialect.java", "H2FileContractTest.java"})
  void bindingOfThePage_isWholeOnThePage(String file) throws Exception {
    String source =
        Files.readString(
            ROOT.resolve("bindings-jdbc/src/test/java/io/stallmark/toy").resolve(file));
    String quoted =
        groups(QUOTED, Files.readString(BINDING_PAGE)).stream()
            .filter(source::contains)
            .collect(joining("\n"));
    assertThat(quoted).isEqualTo(source);
  }

  @Test
  void testOfTheJUnitPage_isWholeOnThePage_andShort() throws Exception {
    String source =
        Files.readString(
            ROOT.resolve("examples/junit/src/test/java/org/example/OrdersBenchmarkIT.java"));
    assertThat(groups(QUOTED, Files.readString(ROOT.resolve("docs/junit.md")))).contains(source);
    assertThat(source.lines()).hasSizeLessThan(25);
  }

  @ParameterizedTest
  @ValueSource(strings = {"adding-a-binding.md", "junit.md"})
  void projectOfThePage_hasTheVersionsOfTheBuild(String page) throws Exception {
    String build = Files.readString(ROOT.resolve("pom.xml"));
    String project = groups(XML, Files.readString(ROOT.resolve("docs").resolve(page))).get(0);
    List<String> versions = groups(VERSION, project);
    assertThat(versions).contains("0.1.0-SNAPSHOT").hasSizeGreaterThan(3);
    assertThat(versions).allSatisfy(version -> assertThat(build).contains(">" + version + "<"));
  }

  @Test
  void everyMethodOfADialect_isOnThePage() throws Exception {
    String page = Files.readString(BINDING_PAGE);
    String table = page.substring(page.indexOf("| method | without it |"));
    assertThat(
            Stream.of(SqlDialect.class, SqlDialect.class.getSuperclass())
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(method -> Modifier.isProtected(method.getModifiers()))
                .map(Method::getName)
                .distinct())
        .allSatisfy(name -> assertThat(table).contains("`" + name + "`"));
  }

  @Test
  void everySignatureOfADialect_isOnThePage() throws Exception {
    String page = Files.readString(BINDING_PAGE);
    assertThat(
            Stream.of(SqlDialect.class, SqlDialect.class.getSuperclass())
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(method -> Modifier.isProtected(method.getModifiers()))
                .filter(method -> !method.isBridge()))
        .allSatisfy(method -> assertThat(page).containsPattern(signature(method)));
  }

  /** Returns a pattern of a method in a table, without the names of its type parameters. */
  private static String signature(Method method) {
    return Stream.of(method.getParameterTypes())
        .map(type -> "[\\w.]*" + Pattern.quote(type.getSimpleName()) + "(<[^`]*>)? \\w+")
        .collect(
            joining(
                ", ",
                "\\| `"
                    + Pattern.quote(method.getReturnType().getSimpleName())
                    + "(<[^`]*>)? "
                    + method.getName()
                    + "\\(",
                "\\)` \\|"));
  }

  /** Code: without imports, comments and blank lines. */
  @Test
  void bindingOfSqlite_isAsShortAsThePageSays() throws Exception {
    Path source = ROOT.resolve("bindings-jdbc/src/test/java/io/stallmark/toy/SqliteDialect.java");
    assertThat(Files.readString(BINDING_PAGE)).contains("60 lines of code");
    assertThat(
            Files.readAllLines(source).stream()
                .map(String::strip)
                .filter(line -> !line.matches("|(import|package) .*|(//|/?\\*).*")))
        .hasSizeLessThanOrEqualTo(60);
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
  void links_leadToHeadings() throws Exception {
    int checked = 0;
    for (Path page : files(".md")) {
      for (MatchResult link : ANCHOR.matcher(Files.readString(page)).results().toList()) {
        Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
        assertThat(anchors(target)).as("%s links to it", page).contains(link.group(2));
        checked++;
      }
    }
    assertThat(checked).isGreaterThan(50);
  }

  /** The anchors that GitHub gives to the headings of a page. */
  private static List<String> anchors(Path page) throws IOException {
    return groups(HEADING, Files.readString(page)).stream()
        .map(
            heading ->
                heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-'))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"run, results", "comparison, comparing", "duet, duet"})
  void everyNameOfAResult_isOnItsPage(String schema, String page) throws Exception {
    TreeSet<String> names = new TreeSet<>();
    addNames(
        new JsonMapper().readTree(ROOT.resolve("docs/schema/" + schema + ".schema.json")), names);
    assertThat(names).hasSizeGreaterThan(20);
    String text = Files.readString(ROOT.resolve("docs/" + page + ".md"));
    assertThat(names).allSatisfy(name -> assertThat(text).containsPattern("\\b" + name + "\\b"));
  }

  /** Adds the names of a schema, but for the worst figures, which are named as those of a table. */
  private static void addNames(JsonNode schema, Set<String> names) {
    for (Map.Entry<String, JsonNode> entry : schema.properties()) {
      if (entry.getKey().equals("properties")) {
        names.addAll(entry.getValue().propertyNames());
      }
      if (!entry.getKey().equals("worst")) {
        addNames(entry.getValue(), names);
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

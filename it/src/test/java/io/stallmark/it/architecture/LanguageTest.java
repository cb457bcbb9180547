package io.stallmark.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The English of the documentation and of the Javadoc is that of the field. */
final class LanguageTest {

  private static final int MOST_CHARACTERS = 120;

  private static final Pattern WORDS =
      Pattern.compile(
          "\\b(nobody says|somebody|so many|comes? to|told of|goes on|the moment"
              + "|stretch|stretches|laws?|held|beside|of its own|stands in)\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern JAVADOC = Pattern.compile("(?s)/\\*\\*.*?\\*/");
  private static final Pattern JAVADOC_CODE =
      Pattern.compile("\\{@(code|literal|link|snippet)[^}]*}|(?s)<pre>.*?</pre>");
  private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern INDENTED = Pattern.compile("(?m)^ {4}.*$");
  private static final Pattern CODE = Pattern.compile("`[^`\n]+`|]\\([^)]*\\)");

  @Test
  void words_areThoseOfTheField_inPagesAndJavadoc() throws Exception {
    Map<String, List<String>> found = new TreeMap<>();
    for (Path page : SourceTree.pages()) {
      found.put(name(page), words(prose(page)));
    }
    for (Path source : SourceTree.mainSources()) {
      List<String> words = new ArrayList<>();
      for (MatchResult javadoc : results(JAVADOC, Files.readString(source))) {
        String text = JAVADOC_CODE.matcher(javadoc.group()).replaceAll("");
        words.addAll(words(text.replaceAll("\n *\\*", " ")));
      }
      found.merge(source.getFileName().toString(), words, LanguageTest::joined);
    }
    assertWithin(Baseline.of("words"), found);
  }

  @Test
  void linesOfPages_areAtMost120Characters_butForTablesAndCode() throws Exception {
    Map<String, List<String>> found = new TreeMap<>();
    for (Path page : SourceTree.pages()) {
      found.put(
          name(page),
          FENCED
              .matcher(Files.readString(page))
              .replaceAll("")
              .lines()
              .filter(line -> line.length() > MOST_CHARACTERS)
              .filter(line -> !line.startsWith("|") && !line.startsWith("    "))
              .toList());
    }
    assertWithin(Baseline.of("long-lines"), found);
  }

  private static void assertWithin(Baseline baseline, Map<String, List<String>> found)
      throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    found.forEach((name, offences) -> counts.put(name, offences.size()));
    assertThat(counts).hasSizeGreaterThan(10);
    Map<String, List<String>> offences = new TreeMap<>();
    baseline.exceeded(counts).forEach(name -> offences.put(name, found.get(name)));
    assertThat(offences).as("all that they have, more than when the rule came").isEmpty();
  }

  private static List<String> joined(List<String> one, List<String> other) {
    List<String> all = new ArrayList<>(one);
    all.addAll(other);
    return all;
  }

  private static String name(Path page) {
    return SourceTree.ROOT.relativize(page).toString();
  }

  /** A page without its code, a paragraph's lines joined. */
  private static String prose(Path page) throws IOException {
    String text = FENCED.matcher(Files.readString(page)).replaceAll("");
    text = INDENTED.matcher(text).replaceAll("");
    return CODE.matcher(text).replaceAll("").replace('\n', ' ');
  }

  private static List<String> words(String text) {
    return results(WORDS, text.replaceAll(" +", " ")).stream().map(MatchResult::group).toList();
  }

  private static List<MatchResult> results(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
  }
}

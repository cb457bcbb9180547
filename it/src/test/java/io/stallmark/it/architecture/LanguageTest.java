package io.stallmark.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The English of the documentation, the Javadoc and the program's texts is that of the field. */
final class LanguageTest {

  private static final int MOST_CHARACTERS = 120;
  private static final int MOST_WORDS = 25;

  private static final String TEXTS = "core/src/main/resources/io/stallmark/cli/texts.properties";

  private static final Pattern WORDS =
      Pattern.compile(
          "\\b(nobody says|somebody|so many|comes? to|told of|goes on|the moment"
              + "|stretch|stretches|laws?|held|beside|of its own|stands in)\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern JAVADOC = Pattern.compile("(?s)/\\*\\*.*?\\*/");
  private static final Pattern JAVADOC_CODE =
      Pattern.compile("\\{@(code|literal|link|snippet)[^}]*}|(?s)<pre>.*?</pre>");
  private static final Pattern CONCATENATION = Pattern.compile("(?<!')\"\\s*\\+\\s*\"");
  private static final Pattern STRING_OR_COMMENT =
      Pattern.compile(
          "//[^\n]*|(?s:/\\*.*?\\*/)|'(?:\\\\.|[^'\\\\\n])+'"
              + "|\"\"\"\\s*\n(?<block>(?s:.*?))\"\"\"|\"(?<line>(?:\\\\.|[^\"\\\\\n])*)\"");
  private static final Pattern ENGLISH = Pattern.compile("\\b(the|an?|is|are|was|of|to)\\b");
  private static final Pattern SENTENCE_END = Pattern.compile("[.:;!?](\\s|$)|\\n");
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
  void texts_haveTheWordsOfTheField_andShortSentences() throws Exception {
    Map<String, List<String>> unusual = new TreeMap<>();
    Map<String, List<String>> lengthy = new TreeMap<>();
    for (Map.Entry<String, List<String>> file : texts().entrySet()) {
      List<String> texts = file.getValue().stream().filter(text -> text.contains(" ")).toList();
      unusual.put(file.getKey(), texts.stream().filter(text -> !words(text).isEmpty()).toList());
      lengthy.put(
          file.getKey(),
          texts.stream()
              .flatMap(SENTENCE_END::splitAsStream)
              .filter(sentence -> sentence.strip().split("\\s+").length > MOST_WORDS)
              .filter(sentence -> ENGLISH.matcher(sentence).find())
              .toList());
    }
    assertWithin(Baseline.of("words-of-texts"), unusual);
    assertWithin(Baseline.of("long-sentences"), lengthy);
  }

  /** The string literals of the main code and the texts of the commands, by file. */
  private static Map<String, List<String>> texts() throws IOException {
    Map<String, List<String>> texts = new TreeMap<>();
    for (Path source : SourceTree.mainSources()) {
      String code = CONCATENATION.matcher(Files.readString(source)).replaceAll("");
      List<String> literals = new ArrayList<>();
      Matcher matcher = STRING_OR_COMMENT.matcher(code);
      while (matcher.find()) {
        String block = matcher.group("block");
        String literal = block == null ? matcher.group("line") : block;
        if (literal != null) {
          literals.add(literal);
        }
      }
      texts.merge(source.getFileName().toString(), literals, LanguageTest::joined);
    }
    Path file = SourceTree.ROOT.resolve(TEXTS);
    Properties commands = new Properties();
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      commands.load(reader);
    }
    texts.put(
        file.getFileName().toString(), commands.values().stream().map(String::valueOf).toList());
    return texts;
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

package io.stallmark.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Main code may shrink. It grows only with a changed line of a baseline, for a stated reason. */
final class SizeTest {

  private static final int MOST_LINES_OF_A_FILE = 400;
  private static final int MOST_FILES_OF_A_PACKAGE = 15;

  /** Lines of tests, for a line of main code. */
  private static final double LEAST_TESTS = 0.8;

  /** How far a module may have shrunk before its baseline must follow. */
  private static final int MOST_SLACK = 150;

  @Test
  void codeLines_ofNoModule_haveGrown() throws Exception {
    Map<String, Integer> lines = new TreeMap<>();
    for (Path file : SourceTree.mainSources()) {
      String module = SourceTree.ROOT.relativize(file).getName(0).toString();
      lines.merge(module, codeLines(Files.readAllLines(file)), Integer::sum);
    }
    Baseline baseline = Baseline.of("code-lines");
    assertThat(baseline.exceeded(lines)).as("modules with more code lines: %s", lines).isEmpty();
    int slack =
        baseline.allowed().values().stream().mapToInt(each -> each).sum()
            - lines.values().stream().mapToInt(each -> each).sum();
    assertThat(slack)
        .as("lines fewer than baseline/code-lines.txt has: -Dstallmark.baseline=write")
        .isLessThan(MOST_SLACK);
  }

  @Test
  void testCode_hasTheLinesThatContributingDemands() throws Exception {
    int test = lines(SourceTree.testSources());
    int main =
        lines(
            SourceTree.mainSources().stream()
                .filter(file -> !file.toString().contains("/testkit/"))
                .toList());
    assertThat(test).isGreaterThanOrEqualTo((int) (LEAST_TESTS * main));
  }

  private static int lines(List<Path> files) throws IOException {
    int lines = 0;
    for (Path file : files) {
      lines += codeLines(Files.readAllLines(file));
    }
    return lines;
  }

  @Test
  void files_haveAtMost400Lines() throws Exception {
    Map<String, Integer> beyond = new TreeMap<>();
    for (Path file : SourceTree.mainSources()) {
      int lines = Files.readAllLines(file).size();
      beyond.merge(
          SourceTree.ROOT.relativize(file).toString(),
          Math.max(0, lines - MOST_LINES_OF_A_FILE),
          Integer::sum);
    }
    assertThat(Baseline.of("long-files").exceeded(beyond)).as("files over 400 lines").isEmpty();
  }

  @Test
  void packages_haveAtMost15Files() throws Exception {
    Map<String, Integer> files = new TreeMap<>();
    for (Path file : SourceTree.mainSources()) {
      if (!file.endsWith("package-info.java")) {
        files.merge(SourceTree.ROOT.relativize(file.getParent()).toString(), 1, Integer::sum);
      }
    }
    files.replaceAll((name, count) -> Math.max(0, count - MOST_FILES_OF_A_PACKAGE));
    assertThat(Baseline.of("crowded-packages").exceeded(files))
        .as("packages of more than 15 files")
        .isEmpty();
  }

  @Test
  void comments_andEmptyLines_areNoCode() {
    assertThat(
            codeLines(
                List.of(
                    "/** A class. */",
                    "class A {",
                    "",
                    "  /**",
                    "   * Text.",
                    "   */",
                    "  int a; // why",
                    "  // more",
                    "}")))
        .isEqualTo(3);
  }

  private static int codeLines(List<String> lines) {
    int count = 0;
    boolean comment = false;
    for (String line : lines) {
      String text = line.strip();
      boolean begins = !comment && text.startsWith("/*");
      if (!comment && !begins && !text.isEmpty() && !text.startsWith("//")) {
        count++;
      }
      comment = (comment || begins) && !text.endsWith("*/");
    }
    return count;
  }
}

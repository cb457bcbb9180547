package io.stallmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextLinesTest {

  private static final String LONG = "  Stall at 1.0 s for 2.0 s" + ", with a cause".repeat(10);

  /** Prints a long line as results have it, and as lists have it. */
  static final class Printer {
    public static void main(String... args) {
      TextLines.wrapped(LONG).forEach(System.out::println);
      System.out.println("-");
      TextLines.within(TextLines.PAGE, LONG, 2).forEach(System.out::println);
    }
  }

  private static List<String> printed(String columns) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dstallmark.columns=" + columns,
                "-cp",
                System.getProperty("java.class.path"),
                Printer.class.getName())
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .toList();
  }

  @Test
  void lineInAFile_isNotWrapped_butListsAre() throws IOException {
    List<String> lines = printed("");
    assertThat(lines).startsWith(LONG, "-").hasSize(5);
    assertThat(lines.subList(2, 5)).allMatch(line -> line.length() <= 80);
  }

  @Test
  void columns_areTheWidthOfAll() throws IOException {
    List<String> lines = printed("100");
    assertThat(lines.subList(0, 2))
        .isEqualTo(lines.subList(3, 5))
        .allMatch(line -> line.length() <= 100)
        .anyMatch(line -> line.length() > 80);
  }

  @Test
  void percentSign_staysWithItsNumber() {
    assertThat(TextLines.within(8, "up to 35 %", 0)).containsExactly("up to", "35 %");
  }

  @Test
  void lineOfATable_isWrappedBelowItsColumn() {
    String line =
        "      1   300.0  untrusted: other processes used 52 % of this machine and the rest waited";

    assertThat(TextLines.wrapped(line, 17))
        .containsExactly(
            "      1   300.0  untrusted: other processes used 52 % of this machine and the",
            "                 rest waited");
    assertThat(TextLines.wrapped("      1   300.0  yes", 17))
        .containsExactly("      1   300.0  yes");
  }
}

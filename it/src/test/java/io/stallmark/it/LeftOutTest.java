package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeftOutTest {

  private static final Instant BEGIN = Instant.parse("2026-11-20T10:00:00Z");

  @TempDir Path root;

  private void report(String kind, String name, Instant written, String... cases)
      throws IOException {
    Path directory = Files.createDirectories(root.resolve("core/target/" + kind + "-reports"));
    Path file = directory.resolve("TEST-" + name + ".xml");
    Files.writeString(file, "<testsuite>" + String.join("", cases) + "</testsuite>");
    Files.setLastModifiedTime(file, FileTime.from(written));
  }

  private static String test(String type, String name, String content) {
    return String.format(
        Locale.ROOT,
        "<testcase classname='io.stallmark.%s' name='%s'>%s</testcase>",
        type,
        name,
        content);
  }

  private static String skipped(String why) {
    return "<skipped type='' message='" + why + "'/>";
  }

  @Test
  void skippedTests_standBelowTheirReason() throws IOException {
    report(
        "surefire",
        "a",
        BEGIN,
        test("it.A", "passes()", ""),
        test("it.A", "isDisabled()", skipped("too early")),
        test("it.A", "needsServer()", skipped("no &quot;server&quot;")));
    String trace =
        "<skipped type=''><![CDATA[org.opentest4j.TestAbortedException: Assumption failed: "
            + "no transactions here\n\tat it.B.test(B.java:9)\n]]></skipped>";
    report(
        "failsafe",
        "b",
        BEGIN.plusSeconds(9),
        test("it.B", "", skipped("too early")),
        test("it.B", "assumes()", trace));
    assertThat(new LeftOut(root, BEGIN).lines())
        .containsExactly(
            "Skipped, neither passed nor failed:",
            "  1: no \"server\"",
            "      A.needsServer()",
            "  1: no transactions here",
            "      B.assumes()",
            "  2: too early",
            "      B, A.isDisabled()");
  }

  /** A message of several lines begins on a line of its own. */
  @Test
  void reasonIsTheFirstLineOfTheMessage() throws IOException {
    String trace =
        "<skipped type=''><![CDATA[org.opentest4j.TestAbortedException: \n"
            + "not fit to judge real time: others used 51 %\nExpecting actual\n]]></skipped>";
    report("failsafe", "a", BEGIN, test("it.A", "measures()", trace));
    assertThat(new LeftOut(root, BEGIN).lines())
        .contains("  1: not fit to judge real time: others used 51 %");
  }

  @Test
  void reportsOfAnEarlierBuild_doNotCount() throws IOException {
    report("surefire", "a", BEGIN.minusSeconds(1), test("it.A", "", skipped("too early")));
    assertThat(new LeftOut(root, BEGIN).lines()).containsExactly("No test ran.");
    report("surefire", "b", BEGIN, test("it.B", "passes()", ""));
    assertThat(new LeftOut(root, BEGIN).lines()).containsExactly("No test was skipped.");
  }
}

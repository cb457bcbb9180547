package io.stallmark.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One limit for all tests is in the root pom; a wait of its own fails on a machine that is busy.
 */
final class PrivateDeadlinesTest {

  /** Files that may, and why. */
  private static final Map<String, String> ALLOWED =
      Map.of(
          "it/Program.java", "looks at a program while it waits for it, and at its threads",
          "it/MachineWatch.java", "looks at the machine every second",
          "pages/HeldRunRecorder.java", "holds the server of the run that it records",
          "connect/ChannelSocketTest.java", "tests the socket's own timeout",
          "architecture/PrivateDeadlines.java", "is the rule",
          "architecture/PrivateDeadlinesTest.java", "is the rule's test");

  @Test
  void noTest_hasADeadlineOfItsOwn() throws Exception {
    Map<String, List<String>> found = new TreeMap<>();
    for (Path file : SourceTree.testSources()) {
      String name = SourceTree.ROOT.relativize(file).toString().replace('\\', '/');
      if (ALLOWED.keySet().stream().noneMatch(allowed -> name.endsWith("/" + allowed))) {
        List<String> deadlines = PrivateDeadlines.of(Files.readString(file));
        if (!deadlines.isEmpty()) {
          found.put(name, deadlines);
        }
      }
    }
    assertThat(found).as("waits that end by themselves, or for time alone").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@Timeout(60)",
        "latch.await(1, TimeUnit.SECONDS);",
        "future.get(timeOf(this), SECONDS);",
        "queue.poll(10, TimeUnit.MILLISECONDS);",
        "process.waitFor(5, TimeUnit.SECONDS);",
        "process.waitFor(PATIENCE);",
        "thread.join(10_000);",
        "thread.join(TimeUnit.NANOSECONDS.toMillis(PATIENCE));",
        "Thread.sleep(millis);",
        "Awaitility.await().until(this::ready);",
        "await().atMost(ofSeconds(1)).forever().until(this::ready);",
        "Awaitility.await(\"ready\").until(this::ready);",
        "assertTimeoutPreemptively(limit, this::run);",
        "socket.setSoTimeout(20);",
      })
  void waits_withAnEnd_areFound(String code) {
    assertThat(PrivateDeadlines.of("void test() {\n  " + code + "\n}\n")).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "latch.await(); future.get(); future.join(); queue.take(); process.waitFor();",
        "Awaitility.await()\n    .forever()\n    .until(this::ready);",
        "await().forever().until(this::ready); await(latch);",
        "map.get(name); list.get(0); String.join(\", \", names); queue.poll();",
        "socket.setSoTimeout(0);",
        "// Thread.sleep(1)",
        "/** latch.await(1, TimeUnit.SECONDS) */",
      })
  void waits_forWhatMustCome_areNot(String code) {
    assertThat(PrivateDeadlines.of("void test() {\n  " + code + "\n}\n")).isEmpty();
  }

  @Test
  void awaitility_isKnownByItsImport() {
    String code = "import static org.awaitility.Awaitility.await;\nvoid test() {\n  await()%s;\n}";
    assertThat(PrivateDeadlines.of(String.format(Locale.ROOT, code, ".until(this::ready)")))
        .containsExactly("Awaitility.await()");
    assertThat(
            PrivateDeadlines.of(String.format(Locale.ROOT, code, ".forever().until(this::ready)")))
        .isEmpty();
  }

  @Test
  void realTime_isItsOwnSubject_inAMethodOrAClass() {
    String method = "\n  %sTest\n  void test() {\n    Thread.sleep(1);\n  }\n";
    String marked = String.format(Locale.ROOT, method, "@RealTime\n  @");
    assertThat(PrivateDeadlines.of("class Some {" + marked + "}\n")).isEmpty();
    assertThat(
            PrivateDeadlines.of(
                "class Some {" + marked + String.format(Locale.ROOT, method, "@") + "}\n"))
        .containsExactly(".sleep(");
    assertThat(
            PrivateDeadlines.of(
                "@RealTime\nclass Some {" + String.format(Locale.ROOT, method, "@") + "}\n"))
        .isEmpty();
  }
}

package io.stallmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Colours on a terminal. */
final class TerminalColorsTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Terminal terminal =
      new Terminal(out, new PrintStream(err, true, StandardCharsets.UTF_8), true, null);

  @Test
  void onlyWordsThatMatter_haveAColour() {
    terminal.color(true, true);
    terminal.result("UNTRUSTED: busy");
    terminal.result("Trusted: yes");
    terminal.result("  1.0  STALL 0.3 s  generator starved");
    terminal.result("plain");
    terminal.document("UNTRUSTED is plain in a document");
    terminal.error("no");
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "\u001b[33mUNTRUSTED\u001b[0m: busy",
            "\u001b[32mTrusted:\u001b[0m yes",
            "  1.0  \u001b[31mSTALL\u001b[0m 0.3 s\u001b[33m  generator starved\u001b[0m",
            "plain",
            "UNTRUSTED is plain in a document");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("\u001b[31mstallmark:\u001b[0m no\n");
  }

  @Test
  void noColorInTheEnvironment_isKept() {
    terminal.color(Map.of("NO_COLOR", "1", "TERM", "xterm"));
    terminal.error("no");
    terminal.color(Map.of("TERM", "dumb"));
    terminal.error("no");
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("\u001b");
    terminal.color(Map.of("TERM", "xterm"));
    terminal.error("no");
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("\u001b[31m");
  }
}

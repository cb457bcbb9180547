package io.stallmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines on a terminal and in a file. */
final class TerminalTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Terminal terminal(boolean interactive) {
    return new Terminal(out, new PrintStream(err, true, StandardCharsets.UTF_8), interactive, null);
  }

  private List<String> errors() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void warningAndError_areWrappedOnATerminal_only() {
    String sentence = "The server was restarted. ".repeat(8).strip();
    terminal(false).warning(sentence);
    assertThat(errors()).containsExactly("Warning: " + sentence);
    terminal(false).error(sentence);
    assertThat(errors()).last().isEqualTo("stallmark: " + sentence);
    terminal(true).warning(sentence);
    terminal(true).error(sentence);
    assertThat(errors().subList(2, errors().size()))
        .hasSizeGreaterThan(5)
        .allMatch(line -> line.length() <= 80);
  }

  @Test
  void finding_isNotRepeatedByAnError_onTheSameTerminal() {
    Terminal terminal = terminal(true);
    terminal.shared = true;
    terminal.finding("id 3 is missing");
    terminal.error("Verification failed with 2 findings: id 3 is missing");
    terminal.error("Verification failed: id 4 is missing");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("id 3 is missing\n");
    assertThat(errors())
        .containsExactly(
            "stallmark: Verification failed with 2 findings",
            "stallmark: Verification failed: id 4 is missing");
  }

  @Test
  void endingThatTheResultsContain_isNotRepeatedByAnError_onTheSameTerminal() {
    Terminal terminal = terminal(true);
    terminal.said("p99 is 6 ms, limit 5 ms.");
    terminal.error("A limit was missed: p99 is 6 ms, limit 5 ms.");
    terminal.shared = true;
    terminal.said("p99 is 6 ms, limit 5 ms.");
    terminal.error("A limit was missed: p99 is 6 ms, limit 5 ms.");
    assertThat(errors())
        .containsExactly(
            "stallmark: A limit was missed: p99 is 6 ms, limit 5 ms.",
            "stallmark: A limit was missed");
  }

  @Test
  void finding_isInTheErrorToo_whereOnlyErrorsAreRead() {
    Terminal terminal = terminal(true);
    terminal.finding("id 3 is missing");
    terminal.error("Verification failed: id 3 is missing");
    assertThat(errors()).containsExactly("stallmark: Verification failed: id 3 is missing");
  }
}

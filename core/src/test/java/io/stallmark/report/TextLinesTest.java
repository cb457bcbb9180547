package io.stallmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextLinesTest {

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

package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Arguments that Java could not decode in the locale. */
final class LostCharactersTest {

  private static String lost(String directory, String encoding, String... args) {
    return Main.lostCharacters(directory, encoding, args);
  }

  @Test
  void argumentOrDirectoryWithLostCharacters_isRefused() {
    assertThat(lost("/tmp", "ANSI_X3.4-1968", "--name", "\ufffd\ufffd"))
        .isEqualTo(
            "The locale lacks characters of an argument: set LC_ALL=C.UTF-8, or another locale of"
                + " UTF-8");
    assertThat(lost("/tmp/\ufffd", "ANSI_X3.4-1968"))
        .startsWith("The locale lacks characters of the path /tmp/\ufffd: set LC_ALL");
  }

  @Test
  void argumentsInUtf8_canHaveAnyCharacter() {
    assertThat(lost("/tmp", "UTF-8", "--name", "\ufffd")).isEmpty();
    assertThat(lost("/tmp", "ANSI_X3.4-1968", "--name", "x")).isEmpty();
  }
}

package io.stallmark.data;

import static io.stallmark.data.Sampling.assertFits;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextPatternTest {

  private static final TextPattern PAD =
      new TextPattern("###########-###########-###########-###########-###########");

  @ParameterizedTest
  @ValueSource(strings = {"#", "##", "a", "-#-", "###########", "############", "x##-#y", ""})
  void everyHashBecomesADigitAndNothingElseChanges(String template) {
    TextPattern pattern = new TextPattern(template);
    byte[] text = new byte[template.length() + 1];
    text[template.length()] = '!';
    pattern.fill(Rng.of(1, 2), text);

    assertThat(pattern.length()).isEqualTo(template.length());
    assertThat(new String(text, US_ASCII)).matches(template.replace("#", "[0-9]") + "!");
  }

  @Test
  void eachDigitOfEachPositionIsAsLikely() {
    byte[] text = new byte[PAD.length()];
    long[][] counts = new long[text.length][10];
    Rng rng = Rng.of(11, 0);
    for (int i = 0; i < 50_000; i++) {
      PAD.fill(rng, text);
      for (int at = 0; at < text.length; at++) {
        if (text[at] != '-') {
          counts[at][text[at] - '0']++;
        }
      }
    }

    double[] even = new double[10];
    Arrays.fill(even, 0.1);
    for (int at = 0; at < text.length; at++) {
      if (at % 12 != 11) {
        assertFits(counts[at], even);
      }
    }
  }

  @Test
  void neighbouringDigitsAreIndependent() {
    byte[] text = new byte[PAD.length()];
    long[][] counts = new long[11][100];
    Rng rng = Rng.of(12, 0);
    for (int i = 0; i < 20_000; i++) {
      PAD.fill(rng, text);
      for (int at = 0; at + 1 < text.length; at++) {
        if (text[at] != '-' && text[at + 1] != '-') {
          counts[at % 12][(text[at] - '0') * 10 + text[at + 1] - '0']++;
        }
      }
    }

    double[] even = new double[100];
    Arrays.fill(even, 0.01);
    for (int at = 0; at < 10; at++) {
      assertFits(counts[at], even);
    }
  }

  @Test
  void firstAndLastDigitsOfADrawAreIndependent() {
    byte[] text = new byte[11];
    TextPattern group = new TextPattern("###########");
    long[] counts = new long[1000];
    Rng rng = Rng.of(13, 0);
    for (int i = 0; i < 200_000; i++) {
      group.fill(rng, text);
      counts[(text[0] - '0') * 100 + (text[9] - '0') * 10 + text[10] - '0']++;
    }

    double[] even = new double[1000];
    Arrays.fill(even, 0.001);
    assertFits(counts, even);
  }

  @Test
  void recognisesItsOwnTexts() {
    byte[] text = new byte[PAD.length()];
    PAD.fill(Rng.of(1, 1), text);
    assertThat(PAD.matches(text, text.length)).isTrue();
    assertThat(PAD.matches(text, text.length - 1)).isFalse();

    byte[] wrongDigit = text.clone();
    wrongDigit[3] = 'x';
    assertThat(PAD.matches(wrongDigit, text.length)).isFalse();

    byte[] wrongSeparator = text.clone();
    wrongSeparator[11] = '7';
    assertThat(PAD.matches(wrongSeparator, text.length)).isFalse();
  }

  @Test
  void fillingAllocatesNothing() {
    byte[] text = new byte[PAD.length()];
    Rng rng = Rng.of(1, 1);

    assertThat(Sampling.allocated(() -> PAD.fill(rng, text))).isLessThan(1_000);
  }
}

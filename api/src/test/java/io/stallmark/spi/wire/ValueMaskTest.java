package io.stallmark.spi.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ValueMaskTest {

  private final ValueMask mask = mask("0123456789abcdef");

  private static ValueMask mask(String salt) {
    return new ValueMask(salt.getBytes(StandardCharsets.US_ASCII));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "hunter2", "Zoë Müller", "日本語テキスト", "a😀b", "it's \"\\"})
  void text_hasAsManyBytesAndCharacters(String value) {
    String masked = mask.text(value);
    assertThat(masked).hasSameSizeAs(value);
    assertThat(masked.getBytes(StandardCharsets.UTF_8))
        .hasSameSizeAs(value.getBytes(StandardCharsets.UTF_8));
    assertThat(masked).doesNotContain("'", "\"", "\\");
  }

  @Test
  void text_dependsOnTheValueAndTheSalt() {
    assertThat(mask.text("customer 4711"))
        .isEqualTo(mask("0123456789abcdef").text("customer 4711"))
        .isNotEqualTo(mask("0123456789abcdeF").text("customer 4711"))
        .isNotEqualTo(mask.text("customer 4712"));
  }

  @Test
  void bytesThatAreNoUtf8_becomeAscii() {
    byte[] bytes = {(byte) 0xe9, 'a', (byte) 0xff, 0, (byte) 0xf0, (byte) 0x9f};
    mask.text(bytes, 0, bytes.length);
    assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).matches("[a-z0-9]{6}");
  }

  @Test
  void digits_keepSignPointAndLeadingDigit() {
    byte[] bytes = "-4711.05".getBytes(StandardCharsets.US_ASCII);
    mask.digits(bytes, 0, bytes.length);
    assertThat(new String(bytes, StandardCharsets.US_ASCII)).matches("-[1-9]\\d{3}\\.\\d\\d");
  }

  @Test
  void shortSalt_isRefused() {
    assertThatThrownBy(() -> mask("0123456789abcde")).isInstanceOf(IllegalArgumentException.class);
  }
}

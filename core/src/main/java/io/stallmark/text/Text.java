package io.stallmark.text;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Text that is the same in every locale: results and messages have Latin digits and points. */
public final class Text {

  private Text() {}

  /** Formats as {@link String#format(Locale, String, Object...)} does in {@link Locale#ROOT}. */
  public static String format(String format, @Nullable Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /**
   * Decodes percent escapes. A plus sign is literal, unlike in a web form.
   *
   * @throws IllegalArgumentException at an invalid escape; the message quotes nothing, because the
   *     text may contain a password
   */
  public static String percentDecoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "The URL has a % that is not followed by two hex digits; write a literal % as %25");
    }
  }
}

package io.stallmark.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Text that is the same in every locale: results and messages have Latin digits and points. */
public final class Text {

  private Text() {}

  /** Formats as {@link String#format(Locale, String, Object...)} does in {@link Locale#ROOT}. */
  public static String format(String format, @Nullable Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** Returns the words of a list that are separated by spaces or line breaks. */
  public static Set<String> wordSet(String list) {
    return Set.of(list.split("\\s+"));
  }

  /** Returns a number with all its digits, and without an exponent: 100, 0.025. */
  public static String plain(double number) {
    return plain(BigDecimal.valueOf(number));
  }

  /** Returns a number with all its digits but needless zeros, and without an exponent. */
  public static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }

  /** Converts a share to percent without rounding errors: 7 for 0.07, not 7.000000000000001. */
  public static double percentOf(double share) {
    return BigDecimal.valueOf(100 * share).round(MathContext.DECIMAL32).doubleValue();
  }

  /** Returns a share as percent with up to six digits: 99.5, 7. */
  public static String percent(double share) {
    return plain(BigDecimal.valueOf(100 * share).round(new MathContext(6)));
  }

  /** Returns nanoseconds as seconds, exactly: 30, 0.5. */
  public static String seconds(long nanos) {
    return plain(BigDecimal.valueOf(nanos, 9));
  }

  /** Returns nanoseconds as milliseconds, exactly. */
  public static String millis(long nanos) {
    return plain(BigDecimal.valueOf(nanos, 6));
  }

  /**
   * Decodes percent escapes. A plus sign is literal, unlike in a web form.
   *
   * @throws RefusedException at an invalid escape; the message quotes nothing, because the text may
   *     contain a password
   */
  public static String percentDecoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          "The URL has a % that is not followed by two hex digits; write a literal % as %25");
    }
  }
}

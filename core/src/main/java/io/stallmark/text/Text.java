package io.stallmark.text;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Text that is the same in every locale: results and messages have Latin digits and points. */
public final class Text {

  private Text() {}

  /** Formats as {@link String#format(Locale, String, Object...)} does in {@link Locale#ROOT}. */
  public static String format(String format, @Nullable Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}

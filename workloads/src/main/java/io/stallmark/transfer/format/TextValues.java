package io.stallmark.transfer.format;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/**
 * Checks text, and reads numbers and dates from it.
 *
 * <p>Text that is no such value is a {@link NumberFormatException} or {@link
 * java.time.DateTimeException}.
 */
final class TextValues {

  private static final int NO_TEXT = -1;

  private static final Pattern REAL = Pattern.compile("[-+.0-9eE]+");

  private static final long SECONDS_OF_DAY = 86_400;

  /** Length of date and time of day, without a fraction of a second. */
  private static final int SECONDS_END = 19;

  private TextValues() {}

  private static String string(byte[] text, int from, int to) {
    return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private static void require(boolean fits) {
    if (!fits) {
      throw new NumberFormatException("not a date");
    }
  }

  static long integer(byte[] text, int from, int to) {
    String digits = string(text, from, to);
    require(!digits.startsWith("+"));
    return Long.parseLong(digits);
  }

  /** Reads a double. Java reads more than servers do: 1d, 0x1p3, NaN, spaces. */
  static double real(byte[] text, int from, int to) {
    String digits = string(text, from, to);
    require(REAL.matcher(digits).matches());
    double number = Double.parseDouble(digits);
    require(Double.isFinite(number));
    return number;
  }

  /** Reads a day as in 2026-01-31: days since 1970. */
  static long date(byte[] text, int from, int to) {
    require(to - from == 10 && text[from + 4] == '-' && text[from + 7] == '-');
    return LocalDate.of(digits(text, from, 4), digits(text, from + 5, 2), digits(text, from + 8, 2))
        .toEpochDay();
  }

  /**
   * Reads date and time of day, whose fraction of a second has up to three digits or is absent:
   * milliseconds since 1970.
   *
   * @param between separator of date and time
   * @param zoned whether Z or an offset follows: +01:00, +0100 or +01
   */
  static long dateTime(byte[] text, int from, int to, char between, boolean zoned) {
    require(to - from >= SECONDS_END && text[from + 10] == between);
    require(text[from + 13] == ':' && text[from + 16] == ':');
    int end = from + SECONDS_END;
    while (end < to && !(zoned && "Z+-".indexOf(text[end]) >= 0)) {
      end++;
    }
    long day = date(text, from, from + 10);
    LocalTime time =
        LocalTime.of(
            digits(text, from + 11, 2), digits(text, from + 14, 2), digits(text, from + 17, 2));
    int offset = zoned ? ZoneOffset.of(string(text, end, to)).getTotalSeconds() : 0;
    long seconds = day * SECONDS_OF_DAY + time.toSecondOfDay() - offset;
    return seconds * 1000 + millis(text, from + SECONDS_END, end);
  }

  /** Reads the fraction of a second. */
  private static int millis(byte[] text, int from, int to) {
    int count = to - from - 1;
    require(count < 0 || (text[from] == '.' && count >= 1 && count <= 3));
    return switch (count) {
      case 1 -> 100 * digits(text, from + 1, 1);
      case 2 -> 10 * digits(text, from + 1, 2);
      case 3 -> digits(text, from + 1, 3);
      default -> 0;
    };
  }

  private static int digits(byte[] text, int from, int count) {
    int number = 0;
    for (int i = from; i < from + count; i++) {
      require(text[i] >= '0' && text[i] <= '9');
      number = 10 * number + text[i] - '0';
    }
    return number;
  }

  /** Number of characters (code points); -1: the bytes are not valid UTF-8. */
  static int characters(byte[] bytes, int from, int to) {
    int at = from;
    int continued = 0;
    while (at < to) {
      int size = bytes[at] >= 0 ? 1 : size(bytes, at, to);
      if (size == NO_TEXT) {
        return NO_TEXT;
      }
      continued += size - 1;
      at += size;
    }
    return to - from - continued;
  }

  /** Size of the character that begins with a byte above 127; -1: it is invalid. */
  private static int size(byte[] bytes, int at, int to) {
    int first = bytes[at] & 0xFF;
    int size = first < 0xC2 ? NO_TEXT : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : -1;
    if (size == NO_TEXT || at + size > to) {
      return NO_TEXT;
    }
    int second = bytes[at + 1] & 0xFF;
    int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    int greatest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF; // surrogates, U+10FFFF
    if (second < least || second > greatest) {
      return NO_TEXT;
    }
    for (int i = 2; i < size; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return NO_TEXT;
      }
    }
    return size;
  }
}

package io.stallmark.transfer.format;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Checks text, and reads numbers and dates from it, without allocation. */
final class TextValues {

  /** Result for text that is no such value. */
  static final long INVALID = Long.MIN_VALUE;

  private static final int NO_TEXT = -1;

  private static final Pattern REAL = Pattern.compile("[-+.0-9eE]+");
  private static final int EXACT_DIGITS = 15;
  private static final double[] TENS = new double[EXACT_DIGITS + 1];

  static {
    TENS[0] = 1;
    for (int i = 1; i < TENS.length; i++) {
      TENS[i] = 10 * TENS[i - 1];
    }
  }

  private TextValues() {}

  /** Reads an integer; the least one of 64 bits is not possible. */
  static long integer(byte[] text, int from, int to) {
    boolean negative = from < to && text[from] == '-';
    int at = negative ? from + 1 : from;
    if (at == to || to - at > 19) {
      return INVALID;
    }
    long number = 0;
    for (; at < to; at++) {
      int digit = text[at] - '0';
      if (digit < 0 || digit > 9) {
        return INVALID;
      }
      number = 10 * number + digit;
    }
    return number < 0 ? INVALID : negative ? -number : number; // below 0: more than 64 bits
  }

  /**
   * Reads a double. Numbers with up to 15 digits are the quotient of two exact doubles.
   *
   * @throws NumberFormatException if it is no number
   */
  static double real(byte[] text, int from, int to) {
    boolean negative = from < to && text[from] == '-';
    long digits = 0;
    int count = 0;
    int point = -1;
    for (int i = negative ? from + 1 : from; i < to; i++) {
      int digit = text[i] - '0';
      if (digit >= 0 && digit <= 9) {
        digits = 10 * digits + digit;
        count++;
      } else if (text[i] == '.' && point < 0) {
        point = i;
      } else {
        count = EXACT_DIGITS + 1;
      }
      if (count > EXACT_DIGITS) {
        return inexact(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
      }
    }
    if (count == 0) {
      throw new NumberFormatException("no digits");
    }
    double number = digits / TENS[point < 0 ? 0 : to - point - 1];
    return negative ? -number : number;
  }

  /** Reads a double. Java reads more than servers do: 1d, 0x1p3, NaN, spaces. */
  private static double inexact(String text) {
    double number = REAL.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    if (!Double.isFinite(number)) {
      throw new NumberFormatException(text);
    }
    return number;
  }

  /** Reads a day as in 2026-01-31: days since 1970. */
  static long date(byte[] text, int from, int to) {
    if (to - from != 10 || text[from + 4] != '-' || text[from + 7] != '-') {
      return INVALID;
    }
    long year = digits(text, from, 4);
    long month = digits(text, from + 5, 2);
    long day = digits(text, from + 8, 2);
    if (year < 0 || month < 1 || month > 12 || day < 1 || day > 31) {
      return INVALID;
    }
    long shifted = month > 2 ? year : year - 1; // years that begin on 1 March
    long era = Math.floorDiv(shifted, 400L);
    long ofEra = Math.floorMod(shifted, 400L);
    long ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468;
  }

  /**
   * Reads date and time of day, whose fraction of a second has up to three digits or is absent:
   * milliseconds since 1970.
   *
   * @param between separator of date and time
   * @param zoned whether Z or an offset follows: +01:00, +0100 or +01
   */
  static long dateTime(byte[] text, int from, int to, char between, boolean zoned) {
    int end = zoned ? zone(text, from + 19, to) : to;
    if (end - from < 19 || text[from + 10] != between || text[from + 13] != ':') {
      return INVALID;
    }
    long offset = zoned ? offset(text, end, to) : 0;
    if (text[from + 16] != ':' || offset == INVALID) {
      return INVALID;
    }
    long day = date(text, from, from + 10);
    long hour = digits(text, from + 11, 2);
    long minute = digits(text, from + 14, 2);
    long second = digits(text, from + 17, 2);
    long millis = fraction(text, from + 19, end);
    if (day == INVALID || Math.min(Math.min(hour, minute), Math.min(second, millis)) < 0) {
      return INVALID;
    }
    if (hour > 23 || minute > 59 || second > 59) {
      return INVALID;
    }
    return (((day * 24 + hour) * 60 + minute - offset) * 60 + second) * 1000 + millis;
  }

  /** Index of the zone after a time; -1: there is none. */
  private static int zone(byte[] text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text[i] == 'Z' || text[i] == '+' || text[i] == '-') {
        return i;
      }
    }
    return -1;
  }

  /** Minutes before UTC. */
  private static long offset(byte[] text, int from, int to) {
    int length = to - from;
    if (text[from] == 'Z') {
      return length == 1 ? 0 : INVALID;
    }
    boolean colon = length == 6 && text[from + 3] == ':';
    if (!colon && length != 5 && length != 3) {
      return INVALID;
    }
    long hours = digits(text, from + 1, 2);
    long minutes = length == 3 ? 0 : digits(text, to - 2, 2);
    if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59) {
      return INVALID;
    }
    return text[from] == '-' ? -60 * hours - minutes : 60 * hours + minutes;
  }

  private static long fraction(byte[] text, int from, int to) {
    if (from == to) {
      return 0;
    }
    int count = to - from - 1;
    if (text[from] != '.' || count < 1 || count > 3) {
      return -1;
    }
    long digits = digits(text, from + 1, count);
    return count == 3 ? digits : count == 2 ? 10 * digits : 100 * digits;
  }

  /** Reads digits; negative: one of the characters is none. */
  private static long digits(byte[] text, int from, int count) {
    long number = 0;
    for (int i = from; i < from + count; i++) {
      int digit = text[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = 10 * number + digit;
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

  /**
   * Encodes characters.
   *
   * @param into destination, written from index 0; at least three bytes for each character
   * @return number of bytes; -1: the characters have an unpaired surrogate
   */
  static int encode(char[] text, int from, int length, byte[] into) {
    int out = 0;
    for (int i = from; i < from + length; i++) {
      char c = text[i];
      if (c < 0x80) {
        into[out++] = (byte) c;
      } else if (c < 0x800) {
        into[out++] = (byte) (0xC0 | (c >> 6));
        into[out++] = (byte) (0x80 | (c & 0x3F));
      } else if (!Character.isSurrogate(c)) {
        into[out++] = (byte) (0xE0 | (c >> 12));
        into[out++] = (byte) (0x80 | ((c >> 6) & 0x3F));
        into[out++] = (byte) (0x80 | (c & 0x3F));
      } else {
        if (!Character.isHighSurrogate(c)
            || i + 1 == from + length
            || !Character.isLowSurrogate(text[i + 1])) {
          return NO_TEXT;
        }
        int point = Character.toCodePoint(c, text[++i]);
        into[out++] = (byte) (0xF0 | (point >> 18));
        into[out++] = (byte) (0x80 | ((point >> 12) & 0x3F));
        into[out++] = (byte) (0x80 | ((point >> 6) & 0x3F));
        into[out++] = (byte) (0x80 | (point & 0x3F));
      }
    }
    return out;
  }
}

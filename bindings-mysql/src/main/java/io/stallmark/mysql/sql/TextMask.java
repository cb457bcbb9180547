package io.stallmark.mysql.sql;

import io.stallmark.spi.wire.ValueMask;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Replaces texts as a column gets them: dates and times stay, a number gets other digits, anything
 * else letters. Used by one thread.
 */
public final class TextMask {

  /** Longer texts are no date and no number. */
  private static final int MOST_CHARACTERS = 64;

  private static final Pattern DATE =
      Pattern.compile(
          "\\d{4}-\\d\\d?-\\d\\d?"
              + "(?:[ T]\\d\\d?:\\d\\d(?::\\d\\d(?:\\.\\d{0,6})?)?(?:Z|[+-]\\d\\d:\\d\\d)?)?"
              + "|-?\\d{1,3}:\\d\\d(?::\\d\\d(?:\\.\\d{0,6})?)?");

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,3})?");

  private final ValueMask mask;

  /** Creates a mask of texts. */
  public TextMask(ValueMask mask) {
    this.mask = mask;
  }

  ValueMask values() {
    return mask;
  }

  /** Replaces a text. */
  public void text(byte[] bytes, int from, int to) {
    String text = shortText(bytes, from, to);
    if (DATE.matcher(text).matches()) {
      return;
    }
    if (NUMBER.matcher(text).matches()) {
      mask.digits(bytes, from, to);
    } else {
      mask.text(bytes, from, to);
    }
  }

  /** Replaces a text that was sent in the type of a number, unless it is a number. */
  public void number(byte[] bytes, int from, int to) {
    if (!NUMBER.matcher(shortText(bytes, from, to)).matches()) {
      mask.text(bytes, from, to);
    }
  }

  private static String shortText(byte[] bytes, int from, int to) {
    return to - from > MOST_CHARACTERS
        ? ""
        : new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  /**
   * Replaces the fields of a part of a file. What separates them stays. Whole fields that are
   * numbers stay; the part may begin and end within a field, so that its first and last do not.
   */
  public void file(byte[] bytes, int from) {
    int start = from;
    for (int at = from; at <= bytes.length; at++) {
      if (at == bytes.length || separates(bytes[at])) {
        field(bytes, start, at, start > from && at < bytes.length);
        start = at + 1;
      }
    }
  }

  private void field(byte[] bytes, int from, int to, boolean whole) {
    boolean enclosed = whole && (bytes[from - 1] == '"' || bytes[from - 1] == '\'');
    boolean nothing = to - from == 2 && bytes[from] == '\\' && bytes[from + 1] == 'N';
    if (nothing) {
      return;
    }
    if (whole && !enclosed) {
      String text = shortText(bytes, from, to);
      if (NUMBER.matcher(text).matches()) {
        return;
      }
    }
    if (whole) {
      text(bytes, from, to);
    } else {
      mask.text(bytes, from, to);
    }
  }

  private static boolean separates(byte b) {
    return "\t\n\r,;|\"'\0".indexOf((char) (b & 0xff)) >= 0;
  }
}

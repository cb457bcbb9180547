package io.stallmark.mysql.sql;

/** Words in the bytes of a statement, found without decoding, in upper or lower case. */
public final class SqlWords {

  private SqlWords() {}

  /** Whether a word begins at this place, whatever follows it. */
  public static boolean isAt(byte[] text, int at, String word) {
    if (word.length() > text.length - at) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if ((text[at + i] | 0x20) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a byte or character can be part of a word. All above ASCII are. */
  static boolean isWord(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || isDigit(c)
        || c == '_'
        || c == '$'
        || c == '@'
        || c > 0x7f;
  }

  static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** Returns the place after white space. */
  public static int afterSpace(byte[] text, int from) {
    int at = from;
    while (at < text.length && isSpace(text[at])) {
      at++;
    }
    return at;
  }

  /** Whether this is white space or a control character. */
  public static boolean isSpace(byte c) {
    return c <= ' ' && c >= 0;
  }
}

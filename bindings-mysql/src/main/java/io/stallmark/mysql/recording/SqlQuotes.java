package io.stallmark.mysql.recording;

/**
 * Tells whether a line of a log ends within a string, a quoted name or a comment. An entry cannot
 * begin there. Reads bytes, because statements have the character set of their client.
 */
final class SqlQuotes {

  /** State outside of strings, quoted names and comments. Other states are the closing byte. */
  static final int NONE = 0;

  private SqlQuotes() {}

  /**
   * Returns the state after a line.
   *
   * @param state the state before it
   * @param to index after the line, of its newline
   */
  static int after(byte[] bytes, int from, int to, int state) {
    int now = state;
    int i = from;
    while (i < to) {
      byte c = bytes[i++];
      if (now == NONE) {
        if (c == '\'' || c == '"' || c == '`') {
          now = c;
        } else if (c == '#' || (c == '-' && isLineComment(bytes, i, to))) {
          return NONE;
        } else if (c == '/' && isComment(bytes, i, to)) {
          now = '*';
          i++;
        }
      } else if (now == '*') {
        if (c == '*' && i < to && bytes[i] == '/') {
          now = NONE;
          i++;
        }
      } else if (c == now) {
        now = NONE;
      } else if (c == '\\' && now != '`') {
        i++;
      }
    }
    return now;
  }

  /** Whether a line closes the string, quoted name or comment that it begins in. */
  static boolean closes(byte[] bytes, int from, int to, int state) {
    for (int i = from; i < to && state != NONE; i++) {
      if (bytes[i] == '\\' && state != '`' && state != '*') {
        i++;
      } else if (bytes[i] == state && (state != '*' || (i + 1 < to && bytes[i + 1] == '/'))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLineComment(byte[] bytes, int second, int to) {
    return second < to
        && bytes[second] == '-'
        && (second + 1 == to || (bytes[second + 1] <= ' ' && bytes[second + 1] >= 0));
  }

  /** Whether a comment begins that the server does not execute. */
  private static boolean isComment(byte[] bytes, int second, int to) {
    return second < to
        && bytes[second] == '*'
        && !(second + 1 < to && (bytes[second + 1] == '!' || bytes[second + 1] == 'M'));
  }
}

package io.stallmark.mysql.recording;

/**
 * Suspicion that the quotes of a statement are not closed, so that a line within them is the first
 * one of another entry. The alternative is a string with the lines of a log. For one entry.
 */
final class Suspicion {

  /** Number of lines like the first one of an entry that a string may have. */
  private static final int MOST = 16;

  private int line = -1;
  private int lines;

  /** Whether a quote in the first line of another entry would close the string. */
  private boolean closes;

  /** State within the latest of the other entries, and whether those before were closed. */
  private int state = SqlQuotes.NONE;

  private boolean closed = true;

  /**
   * Notes a line within quotes that looks like the first one of an entry.
   *
   * @param statement index of its statement
   * @param quote state before the line
   * @return whether there are too many such lines for a string
   */
  boolean of(int begin, byte[] bytes, int statement, int end, int quote) {
    if (line < 0) {
      line = begin;
    }
    closed &= state == SqlQuotes.NONE;
    state = SqlQuotes.after(bytes, statement, end, SqlQuotes.NONE);
    closes |= SqlQuotes.closes(bytes, statement, end, quote);
    return ++lines > MOST;
  }

  /** Notes another line. */
  void line(byte[] bytes, int begin, int end) {
    if (line >= 0) {
      state = SqlQuotes.after(bytes, begin, end, state);
    }
  }

  /**
   * Whether the entry ended at {@link #line}.
   *
   * @param quote state in which the entry would end otherwise
   */
  boolean holds(int quote) {
    return line >= 0 && (quote != SqlQuotes.NONE || closes || (closed && state == SqlQuotes.NONE));
  }

  /** Index of the first such line; -1: none. */
  int line() {
    return line;
  }
}

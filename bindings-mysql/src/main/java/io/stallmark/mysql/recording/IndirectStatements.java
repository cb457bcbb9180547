package io.stallmark.mysql.recording;

import io.stallmark.mysql.sql.SqlWords;

/**
 * Statements about statements that were prepared in SQL. The server also logs the statement that
 * they execute, with its values.
 */
final class IndirectStatements {

  private static final String[] WORDS = {"prepare", "execute", "deallocate"};

  private IndirectStatements() {}

  /**
   * Returns the first word of such a statement in lower case, and an empty text for others.
   *
   * @param request byte of the command, and the statement
   */
  static String word(byte[] request) {
    int start = SqlWords.afterSpace(request, 1);
    for (String word : WORDS) {
      int end = start + word.length();
      if (end < request.length
          && SqlWords.isSpace(request[end])
          && SqlWords.isAt(request, start, word)) {
        return word;
      }
    }
    return "";
  }
}

package io.stallmark.mysql.recording;

import java.nio.charset.StandardCharsets;

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
    int start = 1;
    while (start < request.length && isSpace(request[start])) {
      start++;
    }
    for (String word : WORDS) {
      int end = start + word.length();
      if (end < request.length
          && isSpace(request[end])
          && new String(request, start, word.length(), StandardCharsets.ISO_8859_1)
              .equalsIgnoreCase(word)) {
        return word;
      }
    }
    return "";
  }

  private static boolean isSpace(byte c) {
    return c <= ' ' && c >= 0;
  }
}

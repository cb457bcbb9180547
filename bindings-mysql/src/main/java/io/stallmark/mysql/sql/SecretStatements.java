package io.stallmark.mysql.sql;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognises statements that carry passwords. A trace must not contain them. */
public final class SecretStatements {

  private static final Pattern SECRET =
      Pattern.compile(
          "\\b(?:create|alter)\\s+(?:or\\s+replace\\s+)?(?:user|server)\\b"
              + "|\\bset\\s+password|\\bidentified\\s+(?:by|with|via)\\b"
              + "|\\bchange\\s+(?:master|replication)\\b"
              + "|\\bstart\\s+(?:slave|replica|group_replication)\\b"
              + "|\\b(?:old_)?password\\s*\\(",
          Pattern.CASE_INSENSITIVE);

  /** Begin of a comment, or begin or end of an executable one. */
  private static final Pattern MARK = Pattern.compile("/\\*(?:M?!\\d*)?|\\*/|--|#");

  /** Every secret statement contains one of them. */
  private static final List<String> WORDS =
      List.of("user", "server", "password", "identified", "master", "replica", "slave");

  private SecretStatements() {}

  /** Whether the text in a request carries a password, or may carry one. */
  public static boolean contains(byte[] request) {
    if (!hasWord(request)) {
      return false;
    }
    String text = new String(request, StandardCharsets.ISO_8859_1);
    return SECRET.matcher(text).find() || SECRET.matcher(withoutComments(text)).find();
  }

  /** Replaces comments, which may separate words, by spaces; of executable ones only the marks. */
  private static String withoutComments(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    int next = 0;
    while (next < text.length()) {
      Matcher mark = MARK.matcher(text).region(next, text.length());
      if (!mark.find()) {
        break;
      }
      plain.append(text, next, mark.start()).append(' ');
      next =
          switch (mark.group()) {
            case "/*" -> after(text, "*/", mark.end());
            case "--", "#" -> after(text, "\n", mark.end());
            default -> mark.end();
          };
    }
    return plain.append(text, Math.min(next, text.length()), text.length()).toString();
  }

  private static int after(String text, String end, int start) {
    int found = text.indexOf(end, start);
    return found < 0 ? text.length() : found + end.length();
  }

  private static boolean hasWord(byte[] text) {
    for (int i = 0; i < text.length; i++) {
      int first = text[i] | 0x20;
      if (first == 'u'
          || first == 's'
          || first == 'p'
          || first == 'i'
          || first == 'm'
          || first == 'r') {
        for (String word : WORDS) {
          if (SqlWords.isAt(text, i, word)) {
            return true;
          }
        }
      }
    }
    return false;
  }
}

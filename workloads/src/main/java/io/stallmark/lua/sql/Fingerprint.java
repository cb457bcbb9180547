package io.stallmark.lua.sql;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * What texts of a statement have in common, whatever values, comments and numbered tables they
 * have: {@code select c from sbtest where id=?}. Read from left to right, only as far as needed,
 * because an insert can have 100,000 rows.
 *
 * @param text in lower case, at most {@value #MOST} characters; a list of values is one
 * @param parameters number of question marks outside of quotes and comments
 */
record Fingerprint(String text, int parameters) {

  private static final int MOST = 300;

  /** Words before the name of a table. */
  private static final Set<String> BEFORE_TABLE = Set.of("from", "join", "into", "update", "table");

  /** Words after the names of tables. */
  private static final Set<String> AFTER_TABLES =
      Set.of(
          "where", "set", "values", "order", "group", "limit", "on", "using", "select", "having");

  /**
   * @param standard whether # begins an operator, and -- always a comment, as on PostgreSQL; else
   *     both are as on MySQL
   */
  static Fingerprint of(String statement, boolean standard) {
    Scanner scanner = new Scanner(statement, standard);
    scanner.run();
    return new Fingerprint(scanner.out.toString().strip(), scanner.parameters);
  }

  /** Reads a statement once. */
  private static final class Scanner {

    private final String from;
    private final boolean standard;
    private final StringBuilder out = new StringBuilder(MOST);
    private final Set<String> tables = new HashSet<>(); // with their numbers
    private int at;
    private int parameters;
    private boolean named; // whether a name of a table is next
    private boolean listed; // whether one follows a comma

    Scanner(String from, boolean standard) {
      this.from = from;
      this.standard = standard;
    }

    void run() {
      while (at < from.length()) {
        char c = from.charAt(at);
        if (skipComment(c)) {
          blank();
        } else if (c == '"' && named) {
          quotedName();
        } else if (c == '\'' || c == '"') {
          skipQuoted(c);
          value();
        } else if (Character.isDigit(c)) {
          skipNumber();
          value();
        } else if (Character.isLetter(c) || c == '_') {
          word();
        } else if (Character.isWhitespace(c)) {
          at++;
          blank();
        } else {
          at++;
          sign(c);
        }
        if (out.length() >= MOST) {
          out.setLength(MOST);
          countParameters();
          return;
        }
      }
    }

    /** Counts the question marks of the rest. */
    private void countParameters() {
      while (at < from.length()) {
        char c = from.charAt(at);
        if (c == '\'' || c == '"') {
          skipQuoted(c);
        } else if (!skipComment(c)) {
          parameters += c == '?' ? 1 : 0;
          at++;
        }
      }
    }

    /** Skips a comment, if one begins here. One with a hint is part of the statement. */
    private boolean skipComment(char c) {
      boolean wide = c == '/' && next(1) == '*' && next(2) != '!' && next(2) != '+';
      boolean line = c == '-' && next(1) == '-' && (standard || next(2) <= ' ');
      if (!wide && !line && (c != '#' || standard)) {
        return false;
      }
      String last = wide ? "*/" : "\n";
      int end = from.indexOf(last, wide ? at + 2 : at);
      at = end < 0 ? from.length() : end + last.length();
      return true;
    }

    /** Character after this one; 0: there is none. */
    private char next(int distance) {
      return at + distance < from.length() ? from.charAt(at + distance) : 0;
    }

    /** Reads a name as PostgreSQL quotes it. */
    private void quotedName() {
      at++;
      word();
      at++;
    }

    /** Skips a string; two quotes within it are one of its characters. */
    private void skipQuoted(char quote) {
      do {
        at++;
        while (at < from.length() && from.charAt(at) != quote) {
          at += from.charAt(at) == '\\' ? 2 : 1;
        }
        at++;
      } while (at < from.length() && from.charAt(at) == quote);
    }

    private void skipNumber() {
      while (at < from.length()
          && (Character.isLetterOrDigit(from.charAt(at)) || from.charAt(at) == '.')) {
        at++;
      }
    }

    private void sign(char c) {
      if (c == '?') {
        parameters++;
        value();
      } else if (c == ',') {
        named = listed;
        out.append(c);
      } else {
        out.append(c);
      }
    }

    private void blank() {
      int last = out.length() - 1;
      if (last >= 0 && out.charAt(last) != ' ') {
        out.append(' ');
      }
    }

    /** Adds a value; values of a list, and rows of values, are one. */
    private void value() {
      int end = out.length();
      while (end > 0 && ",() -+".indexOf(out.charAt(end - 1)) >= 0) {
        end--;
      }
      boolean again = end > 0 && out.charAt(end - 1) == '?' && out.indexOf(",", end) >= 0;
      if (again) {
        out.setLength(end);
      } else {
        out.append('?');
      }
    }

    private void word() {
      int start = at;
      while (at < from.length()
          && (Character.isLetterOrDigit(from.charAt(at))
              || from.charAt(at) == '_'
              || from.charAt(at) == '$')) {
        at++;
      }
      String word = from.substring(start, at).toLowerCase(Locale.ROOT);
      boolean table = named && !BEFORE_TABLE.contains(word);
      if (table) {
        tables.add(word);
      }
      out.append(tables.contains(word) ? unnumbered(word) : word);
      if (BEFORE_TABLE.contains(word)) {
        named = true;
        listed = true;
      } else if (AFTER_TABLES.contains(word)) {
        named = false;
        listed = false;
      } else if (table) {
        named = false;
      }
    }

    /** Returns the name without the number at its end: {@code sbtest} for {@code sbtest12}. */
    private static String unnumbered(String table) {
      int end = table.length();
      while (end > 0 && Character.isDigit(table.charAt(end - 1))) {
        end--;
      }
      while (end > 0 && end < table.length() && table.charAt(end - 1) == '_') {
        end--;
      }
      return end == 0 ? table : table.substring(0, end);
    }
  }
}

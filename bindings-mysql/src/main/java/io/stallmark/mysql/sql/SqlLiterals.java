package io.stallmark.mysql.sql;

import static io.stallmark.mysql.sql.SqlWords.isDigit;
import static io.stallmark.mysql.sql.SqlWords.isWord;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.stallmark.text.Text;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replacement of the literals and comments of SQL. Names, numbers, dates, and literals that name
 * settings of a session stay. Backslashes escape, and double quotes enclose strings. What is no SQL
 * by these rules is unreadable, because a value could then pass as a name.
 */
public final class SqlLiterals {

  /** Binary digits of a literal that counts as a number. */
  private static final int FEW_BITS = 8;

  /** Settings whose values are names of the server. */
  private static final Set<String> SETTINGS =
      Text.wordSet(
          """
          sql_mode time_zone tx_isolation transaction_isolation character_set_client
          character_set_connection character_set_database character_set_results
          character_set_server collation_connection collation_database collation_server
          default_storage_engine storage_engine lc_messages lc_time_names optimizer_switch
          session_track_system_variables
          """);

  private static final Pattern SETTING = Pattern.compile("[\\w+:,=/ -]*");
  private static final Pattern JSON_PATH = Pattern.compile("\\$[\\w.\\[\\]*]*");

  private final byte[] sql;
  private final TextMask mask;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private int copied;
  private int next;
  private int placeholders;
  private boolean readable = true;
  private boolean escapedQuote;
  private boolean lineComment;
  private String first = "";
  private String previous = "";
  private String last = "";
  private int open; // executable comments

  private SqlLiterals(byte[] sql, int from, TextMask mask) {
    this.sql = sql;
    this.next = from;
    this.mask = mask;
  }

  /**
   * Text without its values.
   *
   * @param bytes what was before the text, and the text
   * @param placeholders number of the values that an execution sends
   */
  public record Masked(byte[] bytes, int placeholders) {}

  /**
   * Replaces the literals of a text; null: it cannot be read.
   *
   * @param message array that ends with the text; not changed
   * @param from index of the text
   */
  public static @Nullable Masked mask(byte[] message, int from, TextMask mask) {
    SqlLiterals literals = new SqlLiterals(message.clone(), from, mask);
    while (literals.readable && literals.next < message.length) {
      literals.token(literals.at(0));
    }
    return literals.result();
  }

  private @Nullable Masked result() {
    // Without backslashes as escapes, a comment could hide where a literal ends
    boolean doubtful = escapedQuote && lineComment;
    if (!readable || doubtful || open > 0) {
      return null;
    }
    out.write(sql, copied, sql.length - copied);
    return new Masked(out.toByteArray(), placeholders);
  }

  private void token(int c) {
    if (c <= ' ') {
      next++;
    } else if (c == '/' && at(1) == '*') {
      comment();
    } else if (c == '*' && at(1) == '/' && open > 0) {
      open--;
      next += 2;
    } else if (c == '#') {
      lineComment(1);
    } else if (c == '-' && at(1) == '-' && at(2) <= ' ') {
      lineComment(next + 2 < sql.length ? 3 : 2);
    } else if (c == '\'' || c == '"') {
      string(c);
    } else if (c == '`') {
      int end = endOfQuotes(c);
      readable = end > 0;
      next = end;
      follow("`");
    } else if (isWord(c)) {
      word();
    } else {
      symbol(c);
    }
  }

  /** The byte at this distance, or a space after the end. */
  private int at(int distance) {
    return next + distance < sql.length ? sql[next + distance] & 0xff : ' ';
  }

  private void comment() {
    int mark = at(2) == 'M' && at(3) == '!' ? 4 : 3;
    if (at(mark - 1) == '!' || at(2) == '+') {
      open++;
      next += mark;
      while (isDigit(at(0))) {
        next++;
      }
      return;
    }
    int end = next + 2;
    while (end + 1 < sql.length && !(sql[end] == '*' && sql[end + 1] == '/')) {
      end++;
    }
    readable = end + 1 < sql.length;
    if (readable) {
      mask.values().text(sql, next + 2, end);
      next = end + 2;
    }
  }

  private void lineComment(int mark) {
    lineComment = true;
    int from = next + mark;
    int end = from;
    while (end < sql.length && sql[end - 1] != '\n' && sql[end] != '\n') {
      end++;
    }
    mask.values().text(sql, from, end);
    next = end;
  }

  /** Index after the closing quote; -1: there is none. */
  private int endOfQuotes(int quote) {
    int end = next + 1;
    while (end < sql.length) {
      int c = sql[end++];
      if (c == '\\' && quote != '`') {
        escapedQuote |= end < sql.length && sql[end] == quote;
        end++;
      } else if (c == quote) {
        if (end == sql.length || sql[end] != quote) {
          return end;
        }
        end++;
      }
    }
    return -1;
  }

  private void string(int quote) {
    int end = endOfQuotes(quote);
    if (end < 0 || (end < sql.length && sql[end] != '@' && isWord(sql[end] & 0xff))) {
      readable = false;
      return;
    }
    byte[] value = SqlEscapes.decode(sql, next + 1, end - 1, quote);
    boolean prefixed = next > 0 && isWord(sql[next - 1] & 0xff);
    if (prefixed && last.equals("x")) {
      mask.values().hex(value, 0, value.length);
    } else if (prefixed && last.equals("b")) {
      bits(value, 0, value.length);
    } else if (last.equals("like")) {
      pattern(value);
    } else if (isName(new String(value, ISO_8859_1))) {
      value = Arrays.copyOfRange(sql, next + 1, end - 1); // with its escapes
    } else {
      mask.text(value, 0, value.length);
    }
    out.write(sql, copied, next + 1 - copied);
    out.writeBytes(value);
    copied = end - 1;
    next = end;
    follow("'");
  }

  private void bits(byte[] bytes, int from, int to) {
    if (to - from > FEW_BITS || !isAll(new String(bytes, from, to - from, ISO_8859_1), "", 2)) {
      mask.values().bits(bytes, from, to);
    }
  }

  /** Keeps the wildcards of a pattern. */
  private void pattern(byte[] value) {
    byte[] before = value.clone();
    mask.text(value, 0, value.length);
    for (int i = 0; i < value.length; i++) {
      if (before[i] == '%' || before[i] == '_') {
        value[i] = before[i];
      }
    }
  }

  /** Whether the literal is syntax: a name of the server, a path, or a separator of a file. */
  private boolean isName(String value) {
    boolean set = first.equals("set");
    if (last.equals("by")) {
      return first.equals("load") && value.length() <= 2;
    } else if (last.equals(">")) {
      return "->".contains(previous) && JSON_PATH.matcher(value).matches();
    }
    boolean setting = set && last.equals("=") && SETTINGS.contains(previous);
    boolean charset = last.equals("set") && previous.equals("character");
    return (setting || charset || last.equals("collate") || (set && last.equals("names")))
        && SETTING.matcher(value).matches();
  }

  private void word() {
    int end = next;
    while (end < sql.length && isWord(sql[end] & 0xff)) {
      end++;
    }
    String word = new String(sql, next, end - next, ISO_8859_1);
    if (isAll(word, "0x", 16)) {
      mask.values().hex(sql, next + 2, end);
    } else if (isAll(word, "0b", 2)) {
      bits(sql, next + 2, end);
    }
    next = end;
    follow(word.startsWith("@@") ? word.substring(2) : word);
  }

  /** Whether a word is a number with this prefix. */
  private static boolean isAll(String word, String prefix, int radix) {
    return word.startsWith(prefix)
        && word.chars().skip(prefix.length()).allMatch(c -> Character.digit(c, radix) >= 0);
  }

  /** Remembers a word or a symbol, for what stands after it. */
  private void follow(String token) {
    previous = last;
    last = token.toLowerCase(Locale.ROOT);
    first = first.isEmpty() ? last : first;
  }

  private void symbol(int c) {
    next++;
    if (c == '\\') {
      readable = at(0) == 'N' && !isWord(at(1)) && at(1) != '\'' && at(1) != '"'; // NULL
    } else if (c == ';') {
      first = "";
      previous = "";
      last = "";
    } else if (c != ':' && c != '(' && c != '.') {
      placeholders += c == '?' ? 1 : 0;
      follow(String.valueOf((char) c));
    }
  }
}

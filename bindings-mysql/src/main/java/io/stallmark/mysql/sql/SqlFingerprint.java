package io.stallmark.mysql.sql;

import static io.stallmark.mysql.sql.SqlWords.isDigit;
import static io.stallmark.mysql.sql.SqlWords.isWord;

import io.stallmark.text.Text;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Text of SQL statements without values, as pt-query-digest writes it: literals are {@code ?},
 * lists of them {@code (?+)}; lower case, single spaces, no comments. Double quotes enclose
 * strings.
 */
public final class SqlFingerprint {

  private static final int MOST_CHARACTERS = 2_000;

  private static final Pattern LIMIT = Pattern.compile("limit \\?(?:, ?\\?| offset \\?)");

  private static final Set<String> LISTS = Set.of("in", "values", "value");

  /** Words after which a sign belongs to a number. */
  private static final Set<String> BEFORE_SIGN =
      Set.of("select", "and", "or", "between", "when", "then", "else", "not", "by", "return");

  private static final Set<String> WRITES =
      Text.wordSet(
          """
          alter call commit create delete drop execute grant import insert load optimize rename
          repair replace revoke rollback truncate update
          """);

  /** First words of statements that change the state of the session or of its transaction. */
  private static final Set<String> CONTROLS =
      Text.wordSet("begin commit lock release rollback savepoint set start unlock use xa");

  /** First words of statements that can be reads or writes, by a later word. */
  private static final Set<String> UNDECIDED = Set.of("with", "analyze", "xa");

  private static final Set<String> LATER_WRITES = Set.of("insert", "update", "delete", "commit");

  /** Parentheses that are open, or the statement around them. */
  private static final class Group {
    private final int start;
    private final boolean list;
    private boolean onlyValues = true;
    private int listStart = -1;
    private int listEnd = -1;

    Group(int start, boolean list) {
      this.start = start;
      this.list = list;
    }
  }

  private final String sql;
  private final StringBuilder out = new StringBuilder();
  private final Deque<Group> groups = new ArrayDeque<>();
  private final TableNames tables = new TableNames();
  private int next;
  private boolean space;
  private String last = "";
  private int commaAt = -1;
  private boolean begins = true;
  private boolean undecided;
  private boolean write;
  private boolean control = true;

  /** Reads a text. */
  public SqlFingerprint(String sql) {
    this.sql = sql;
    groups.push(new Group(0, false));
    while (next < sql.length() && out.length() < MOST_CHARACTERS) {
      token(sql.charAt(next));
    }
  }

  /** Returns the text. */
  public String text() {
    String text = out.toString();
    while (text.endsWith(";")) {
      text = text.substring(0, text.length() - 1).stripTrailing();
    }
    return LIMIT.matcher(text).replaceAll("limit ?");
  }

  /** Whether one of the statements can change data, locks rows, or commits. */
  public boolean write() {
    return write;
  }

  /** Whether all statements change the state of the session or of its transaction. */
  public boolean control() {
    return control;
  }

  /**
   * Names of the tables that the statements read or write, in lower case and without the schema;
   * empty: none, or not known.
   */
  public Set<String> tables() {
    return next < sql.length() ? Set.of() : tables.names();
  }

  private void token(char c) {
    if (c <= ' ') {
      space = true;
      next++;
    } else if (sql.startsWith("/*", next) || sql.startsWith("*/", next)) {
      comment();
    } else if (c == '#' || (sql.startsWith("--", next) && at(2) <= ' ')) {
      next = after("\n", next);
      space = true;
    } else if (c == '\'' || c == '"') {
      next = endOfQuotes(c);
      value();
    } else if (c == '`') {
      int end = endOfQuotes(c);
      String name = sql.substring(next, end).toLowerCase(Locale.ROOT);
      tables.quoted(name);
      emit(name);
      next = end;
    } else if (c == '?') {
      next++;
      value();
    } else if (isNumber()) {
      next = endOfNumber();
      value();
    } else if (isWord(c)) {
      word();
    } else {
      symbol(c);
    }
  }

  /** The character at this distance, or a space after the end. */
  private char at(int distance) {
    return next + distance < sql.length() ? sql.charAt(next + distance) : ' ';
  }

  private int after(String end, int start) {
    int found = sql.indexOf(end, start);
    return found < 0 ? sql.length() : found + end.length();
  }

  /** Skips a comment. Of an executable one, only the marks are skipped. */
  private void comment() {
    int mark = sql.startsWith("M!", next + 2) ? 4 : 3;
    if (sql.charAt(next) == '*') {
      next += 2;
    } else if (at(mark - 1) == '!') {
      next += mark;
      while (isDigit(at(0))) {
        next++;
      }
    } else {
      next = after("*/", next + 2);
    }
    space = true;
  }

  private int endOfQuotes(char quote) {
    int end = next + 1;
    while (end < sql.length()) {
      char c = sql.charAt(end++);
      if (c == '\\' && quote != '`') {
        end++;
      } else if (c == quote) {
        if (end == sql.length() || sql.charAt(end) != quote) {
          return end;
        }
        end++;
      }
    }
    return sql.length();
  }

  /** Whether a number begins here, perhaps with a sign, and not a name that begins with a digit. */
  private boolean isNumber() {
    char c = at(0);
    if ((c == '-' || c == '+')
        && (last.isEmpty() || "(,=<>+-*/%".contains(last) || BEFORE_SIGN.contains(last))) {
      return isDigit(at(1)) || (at(1) == '.' && isDigit(at(2)));
    }
    boolean ofName = next > 0 && sql.charAt(next - 1) == '.' && !last.equals("?");
    return (isDigit(c) && !ofName && !isWordAfter(endOfNumber()))
        || (c == '.'
            && isDigit(at(1))
            && (space || !isWord(last.isEmpty() ? ' ' : last.charAt(0)))
            && !last.startsWith("`"));
  }

  private boolean isWordAfter(int end) {
    return end < sql.length() && isWord(sql.charAt(end));
  }

  private int endOfNumber() {
    int end = isDigit(at(0)) || at(0) == '.' ? next : next + 1;
    if (sql.startsWith("0x", end) || sql.startsWith("0b", end)) {
      end += 2;
      while (end < sql.length() && Character.digit(sql.charAt(end), 16) >= 0) {
        end++;
      }
      return end;
    }
    while (end < sql.length() && (isDigit(sql.charAt(end)) || sql.charAt(end) == '.')) {
      end++;
    }
    if (end < sql.length() && (sql.charAt(end) | 0x20) == 'e') {
      int digits = end + 1;
      if (digits < sql.length() && "+-".indexOf(sql.charAt(digits)) >= 0) {
        digits++;
      }
      if (digits < sql.length() && isDigit(sql.charAt(digits))) {
        end = digits;
        while (end < sql.length() && isDigit(sql.charAt(end))) {
          end++;
        }
      }
    }
    return end;
  }

  private void word() {
    int end = next;
    while (isWordAfter(end)) {
      end++;
    }
    String word = sql.substring(next, end).toLowerCase(Locale.ROOT);
    next = end;
    boolean quoted = at(0) == '\'' || (at(0) == '"' && !word.startsWith("@"));
    if (quoted
        && (word.equals("x") || word.equals("b") || word.equals("n") || word.startsWith("_"))) {
      next = endOfQuotes(at(0));
      value();
      return;
    }
    tables.word(word, last, begins);
    if (begins) {
      begins = false;
      undecided = UNDECIDED.contains(word);
      write |= WRITES.contains(word);
      control &= CONTROLS.contains(word);
    } else if ((undecided && LATER_WRITES.contains(word)) || locksRows(word)) {
      write = true;
    }
    boolean nothing = word.equals("null") && !last.equals("is") && !last.equals("not");
    if (nothing || word.equals("true") || word.equals("false")) {
      value();
    } else {
      emit(word);
      open().onlyValues = false;
    }
  }

  /** Whether the word ends FOR UPDATE, FOR SHARE or LOCK IN SHARE MODE. */
  private boolean locksRows(String word) {
    return (last.equals("for") && (word.equals("update") || word.equals("share")))
        || (last.equals("share") && word.equals("mode"));
  }

  private Group open() {
    return groups.getFirst();
  }

  private void value() {
    tables.value();
    emit("?");
  }

  private void symbol(char c) {
    next++;
    tables.symbol(c);
    if (c == '(') {
      open(last);
    } else if (c == ')') {
      space &= !open().onlyValues;
      emit(")");
      close();
    } else if (c == ',') {
      commaAt = out.length();
      space = false;
      emit(",");
    } else {
      begins |= c == ';';
      emit(String.valueOf(c));
      open().onlyValues = false;
    }
  }

  private void open(String before) {
    Group parent = open();
    boolean sibling = before.equals(",") && parent.listEnd >= 0 && parent.listEnd == commaAt;
    boolean list = LISTS.contains(before) || sibling || (before.equals("(") && parent.list);
    if (!sibling) {
      parent.listEnd = -1;
    }
    space &= !LISTS.contains(before);
    emit("(");
    groups.push(new Group(out.length() - 1, list));
  }

  /** Shortens a list of values, and drops a list that equals the one before it. */
  private void close() {
    Group group = groups.size() > 1 ? groups.pop() : open();
    if (!group.list) {
      return;
    }
    Group parent = open();
    if (group.onlyValues) {
      out.setLength(group.start);
      out.append("(?+)");
    } else {
      parent.onlyValues = false;
    }
    String text = out.substring(group.start);
    if (parent.listEnd >= 0
        && text.contentEquals(out.subSequence(parent.listStart, parent.listEnd))) {
      out.setLength(parent.listEnd);
    } else {
      parent.listStart = group.start;
      parent.listEnd = out.length();
    }
  }

  private void emit(String token) {
    if (space && out.length() > 0) {
      out.append(' ');
    }
    space = false;
    out.append(token);
    last = token;
  }
}

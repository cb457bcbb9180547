package io.stallmark.pgbench.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of the columns that a statement returns, as PostgreSQL names them. They are found in the
 * text, because variables must be known before a statement is sent.
 */
final class OutputColumns {

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s+|'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|[\\w\\x{80}-\\x{10FFFF}]+|::|(?s:.)");
  private static final Pattern END =
      Pattern.compile(
          "(?i)from|where|group|having|order|limit|union|intersect|except|for|into|window|fetch"
              + "|offset");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_\\x{80}-\\x{10FFFF}].*");

  private final List<String> tokens = new ArrayList<>();

  private OutputColumns(String sql) {
    Matcher matcher = TOKEN.matcher(sql);
    while (matcher.find()) {
      if (!matcher.group().isBlank()) {
        tokens.add(matcher.group());
      }
    }
  }

  /** Returns the names in the order of the columns; empty: the text does not have them. */
  static Optional<List<String>> of(String sql) {
    OutputColumns columns = new OutputColumns(sql);
    int start = columns.start();
    return start < 0 ? Optional.empty() : columns.names(start);
  }

  /** Index of the first token after RETURNING, or else after the first SELECT. */
  private int start() {
    int select = -1;
    int depth = 0;
    for (int i = 0; i < tokens.size(); i++) {
      String token = tokens.get(i).toLowerCase(Locale.ROOT);
      depth += depth(token);
      if (depth == 0 && token.equals("returning")) {
        return i + 1;
      } else if (depth == 0 && token.equals("select") && select < 0) {
        select = i + 1;
      }
    }
    return select;
  }

  private static int depth(String token) {
    return switch (token) {
      case "(", "[" -> 1;
      case ")", "]" -> -1;
      default -> 0;
    };
  }

  private Optional<List<String>> names(int start) {
    List<String> names = new ArrayList<>();
    List<String> item = new ArrayList<>();
    int depth = 0;
    for (int i = start; i <= tokens.size(); i++) {
      String token = i < tokens.size() ? tokens.get(i) : ",";
      boolean ends = depth == 0 && (i == tokens.size() || END.matcher(token).matches());
      if (ends || (depth == 0 && token.equals(","))) {
        if (!item.isEmpty() && item.get(item.size() - 1).equals("*")) {
          return Optional.empty();
        }
        names.add(name(item));
        item.clear();
        if (ends) {
          break;
        }
      } else {
        item.add(token);
        depth += depth(token);
      }
    }
    return Optional.of(names);
  }

  /** Name of a column: after AS, or the last name, or the function. */
  private static String name(List<String> item) {
    int end = item.size();
    int cast = cast(item);
    if (cast > 0 && item.subList(cast, end).stream().noneMatch("as"::equalsIgnoreCase)) {
      end = cast;
    }
    if (end > 0 && item.get(end - 1).equals(")")) {
      int depth = 0;
      do {
        end--;
        depth += depth(item.get(end));
      } while (end > 0 && depth < 0);
    }
    if (end == 0) {
      return "";
    }
    String last = item.get(end - 1);
    if (last.startsWith("\"")) {
      return last.substring(1, last.length() - 1).replace("\"\"", "\"");
    }
    return NAME.matcher(last).matches() ? last.toLowerCase(Locale.ROOT) : "";
  }

  /** Index of the first cast outside of parentheses; negative: there is none. */
  private static int cast(List<String> item) {
    int depth = 0;
    for (int i = 0; i < item.size(); i++) {
      depth += depth(item.get(i));
      if (depth == 0 && item.get(i).equals("::")) {
        return i;
      }
    }
    return -1;
  }
}

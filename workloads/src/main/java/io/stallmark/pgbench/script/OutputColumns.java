package io.stallmark.pgbench.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
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

  private final List<String> tokens;

  private OutputColumns(List<String> tokens) {
    this.tokens = tokens;
  }

  /** Returns the names in the order of the columns; empty: the text does not have them. */
  static Optional<List<String>> of(String sql) {
    return of(
        TOKEN.matcher(sql).results().map(MatchResult::group).filter(t -> !t.isBlank()).toList());
  }

  static Optional<List<String>> of(List<String> tokens) {
    OutputColumns columns = new OutputColumns(tokens);
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

  static int depth(String token) {
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
        names.add(ColumnName.of(item));
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
}

package io.stallmark.pgbench.script;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The name that PostgreSQL gives to a column of a result: after AS, or that of the column, the
 * function or the type in the expression. The text is a list of tokens.
 */
final class ColumnName {

  private static final Pattern WORD = Pattern.compile("(?s)[A-Za-z_\\x{80}-\\x{10FFFF}].*|\".*\"");
  private static final Set<String> QUANTIFIERS = Set.of("distinct", "all");
  private static final Set<String> CONSTANTS = Set.of("null", "true", "false");

  /** Words after an expression that do not change its name. */
  private static final Set<String> ADDITIONS = Set.of("over", "filter", "within", "collate");

  /** Words within an expression. */
  private static final Set<String> OPERATORS =
      Set.of("and", "or", "not", "is", "in", "like", "ilike", "between", "collate", "over");

  /** Last words of an expression or a type. */
  private static final Set<String> LAST = Set.of("end", "precision", "varying", "zone");

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("int", "int4"),
          Map.entry("integer", "int4"),
          Map.entry("smallint", "int2"),
          Map.entry("bigint", "int8"),
          Map.entry("real", "float4"),
          Map.entry("float", "float8"),
          Map.entry("double precision", "float8"),
          Map.entry("decimal", "numeric"),
          Map.entry("boolean", "bool"),
          Map.entry("char", "bpchar"),
          Map.entry("character", "bpchar"),
          Map.entry("character varying", "varchar"),
          Map.entry("time with time zone", "timetz"),
          Map.entry("timestamp with time zone", "timestamptz"),
          Map.entry("time without time zone", "time"),
          Map.entry("timestamp without time zone", "timestamp"));

  private ColumnName() {}

  /** Returns the name of a column; empty: it has none. */
  static String of(List<String> item) {
    List<String> rest = unquantified(item);
    int as = first(rest, Set.of("as"));
    int last = rest.size() - 1;
    if (as >= 0 && as < last) {
      return identifier(rest.get(as + 1));
    }
    if (last > 0 && isLabel(rest.get(last), rest.get(last - 1))) {
      return identifier(rest.get(last));
    }
    int end = first(rest, ADDITIONS);
    List<String> expression = end > 0 ? rest.subList(0, end) : rest;
    String name = ofColumn(expression);
    return name.isEmpty() ? ofType(expression) : name;
  }

  private static List<String> unquantified(List<String> item) {
    int from = 0;
    if (item.size() > 1 && QUANTIFIERS.contains(word(item.get(0)))) {
      from = item.size() > 2 && word(item.get(1)).equals("on") ? after(item, 2) : 1;
    }
    return item.subList(from, item.size());
  }

  private static boolean isLabel(String last, String before) {
    boolean operand = WORD.matcher(before).matches() || before.matches("(?s)[\\])]|\\d+|'.*");
    return operand
        && WORD.matcher(last).matches()
        && !LAST.contains(word(last))
        && !CONSTANTS.contains(word(last))
        && !OPERATORS.contains(word(before));
  }

  /** Name of the column or function that an expression is, also within a cast or CASE. */
  private static String ofColumn(List<String> tokens) {
    Optional<Cast> cast = cast(tokens);
    if (cast.isPresent()) {
      return ofColumn(cast.get().value);
    }
    int size = tokens.size();
    String start = size == 0 ? "" : word(tokens.get(0));
    if (start.equals("case")) {
      int otherwise = last(tokens, "else");
      return otherwise < 0 ? "" : ofColumn(tokens.subList(otherwise + 1, size - 1));
    }
    String name = "";
    int at = 0;
    if (start.equals("(")) {
      at = after(tokens, 0);
      name = ofGroup(tokens.subList(1, at - 1));
    } else if (WORD.matcher(start).matches() && !CONSTANTS.contains(start)) {
      at = 1;
      name = OPERATORS.contains(start) ? "" : identifier(tokens.get(0));
    }
    while (at < size) {
      String token = tokens.get(at);
      if (token.equals(".") && at + 1 < size) {
        name = identifier(tokens.get(at + 1));
        at += 2;
      } else if (at > 0 && (token.equals("(") || token.equals("["))) {
        at = after(tokens, at); // arguments, or a subscript
      } else {
        return "";
      }
    }
    return name;
  }

  private static String ofGroup(List<String> tokens) {
    boolean query = !tokens.isEmpty() && word(tokens.get(0)).matches("select|with");
    return query
        ? OutputColumns.of(tokens).map(names -> names.get(0)).orElse("")
        : ofColumn(tokens);
  }

  private static String ofType(List<String> tokens) {
    int size = tokens.size();
    String start = size == 0 ? "" : word(tokens.get(0));
    if (start.equals("case")) {
      return start;
    }
    if (start.equals("(") && after(tokens, 0) == size) {
      return ofType(tokens.subList(1, size - 1));
    }
    boolean literal = size > 1 && tokens.get(size - 1).startsWith("'");
    return literal
        ? type(tokens.subList(0, size - 1))
        : cast(tokens).map(cast -> type(cast.type)).orElse("");
  }

  /** A value, and the tokens of the type to which it is cast. */
  private record Cast(List<String> value, List<String> type) {}

  private static Optional<Cast> cast(List<String> tokens) {
    int size = tokens.size();
    if (size > 2 && word(tokens.get(0)).equals("cast") && after(tokens, 1) == size) {
      List<String> inner = tokens.subList(2, size - 1);
      int as = first(inner, Set.of("as"));
      return as < 0
          ? Optional.empty()
          : Optional.of(new Cast(inner.subList(0, as), inner.subList(as + 1, inner.size())));
    }
    int colons = last(tokens, "::");
    if (colons < 0 || type(tokens.subList(colons + 1, size)).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new Cast(tokens.subList(0, colons), tokens.subList(colons + 1, size)));
  }

  /** Name of a type, without its length; empty: this is no type. */
  private static String type(List<String> tokens) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i = after(tokens, i)) {
      String token = tokens.get(i);
      if (token.equals(".")) {
        words.clear(); // of a schema
      } else if (WORD.matcher(token).matches()) {
        words.add(token);
      } else if (!token.equals("(") && !token.equals("[")) {
        return "";
      }
    }
    String name = words.stream().map(ColumnName::identifier).collect(joining(" "));
    return TYPES.getOrDefault(name, name);
  }

  /** Index of the first of some words outside of parentheses; negative: there is none. */
  private static int first(List<String> tokens, Set<String> words) {
    for (int i = 0; i < tokens.size(); i = after(tokens, i)) {
      if (words.contains(word(tokens.get(i)))) {
        return i;
      }
    }
    return -1;
  }

  private static int last(List<String> tokens, String searched) {
    int found = -1;
    for (int i = 0; i < tokens.size(); i = after(tokens, i)) {
      found = word(tokens.get(i)).equals(searched) ? i : found;
    }
    return found;
  }

  /** Index after a token, or after the parentheses that it opens. */
  private static int after(List<String> tokens, int place) {
    int depth = 0;
    int at = place;
    do {
      depth += OutputColumns.depth(tokens.get(at));
      at++;
    } while (depth > 0 && at < tokens.size());
    return at;
  }

  private static String word(String token) {
    return token.toLowerCase(Locale.ROOT);
  }

  private static String identifier(String token) {
    return token.startsWith("\"")
        ? token.substring(1, token.length() - 1).replace("\"\"", "\"")
        : WORD.matcher(token).matches() ? word(token) : "";
  }
}

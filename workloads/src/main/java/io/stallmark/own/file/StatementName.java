package io.stallmark.own.file;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Name of a statement that the user has not named, such as {@code select_orders}. */
final class StatementName {

  private static final Pattern VERB = Pattern.compile("[\\s({\"]*(\\w+)");
  private static final Pattern TABLE =
      Pattern.compile(
          "(?i)\\b(?:from|into|update|table|call)\\s+[\"`\\[]?(?:\\w+\\.)?(\\w+)"
              + "|^[\\s{]*\"\\w+\":\\s*\"(\\w+)\"");

  private StatementName() {}

  /** Returns the first word in lower case; empty: there is none. */
  static String verb(String text) {
    Matcher verb = VERB.matcher(text);
    return verb.lookingAt() ? verb.group(1).toLowerCase(Locale.ROOT) : "";
  }

  /** Returns the first word and the first table. */
  static String of(String text) {
    String verb = verb(text);
    Matcher table = TABLE.matcher(text);
    if (!verb.matches("[a-z]\\w*")) {
      return "statement";
    }
    if (!table.find()) {
      return verb;
    }
    String name = table.group(1) == null ? table.group(2) : table.group(1);
    return verb + "_" + name.toLowerCase(Locale.ROOT);
  }
}

package io.stallmark.own.file;

import io.stallmark.model.Op.Native.Effect;
import io.stallmark.text.Text;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Name and category of a statement, by its text. The name is such as {@code select_orders}. */
public final class StatementName {

  private static final Pattern COMMENTS =
      Pattern.compile("(?:\\s++|/\\*(?s:.*?)\\*/|(?:--|#)[^\n]*+)*+");

  private static final Pattern VERB = Pattern.compile("[\\s({\"]*(\\w+)");
  private static final Pattern TABLE =
      Pattern.compile(
          "(?i)\\b(?:from|into|update|table|call)\\s+[\"`\\[]?(?:\\w+\\.)?(\\w+)"
              + "|^[\\s{]*\"\\w+\":\\s*\"(\\w+)\"");

  private static final Pattern CHANGES =
      Pattern.compile("(?is).*\\b(insert|update|delete|merge)\\b.*");
  private static final Set<String> READS =
      Text.wordSet("select values table show describe explain with find aggregate count distinct");
  private static final Set<String> WRITES =
      Set.of("insert", "update", "delete", "replace", "merge", "upsert", "findandmodify");

  private StatementName() {}

  /** Returns the category of a statement. */
  public static Effect effect(String text) {
    String verb = verb(text);
    boolean writes =
        WRITES.contains(verb) || (verb.equals("with") && CHANGES.matcher(text).matches());
    return writes ? Effect.WRITE : READS.contains(verb) ? Effect.READ : Effect.OTHER;
  }

  private static String bare(String text) {
    return COMMENTS.matcher(text).replaceFirst("");
  }

  /** Returns the first word in lower case; empty: there is none. */
  static String verb(String text) {
    Matcher verb = VERB.matcher(bare(text));
    return verb.lookingAt() ? verb.group(1).toLowerCase(Locale.ROOT) : "";
  }

  /** Returns the first word and the first table. */
  public static String of(String text) {
    String verb = verb(text);
    Matcher table = TABLE.matcher(bare(text));
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

package io.stallmark.model;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parameters in the SQL text of an {@link Op.Native}, written as {@code :name}. */
public final class NamedParameters {

  /** What a name of a parameter cannot be in, or such a name. Two colons are PostgreSQL's cast. */
  private static final String NAMED =
      "|\"(?:[^\"]|\"\")*\"|`[^`]*`|--[^\n]*|/\\*(?s:.*?)\\*/|(?<![:\\w]):([A-Za-z_]\\w*)";

  private static final Pattern STANDARD = Pattern.compile("'[^']*+(?:''[^']*+)*+'" + NAMED);

  /** With strings in which a backslash escapes a quote. */
  private static final Pattern ESCAPED = Pattern.compile("'(?:[^'\\\\]++|\\\\.|'')*+'" + NAMED);

  private NamedParameters() {}

  /**
   * Returns a matcher that finds each parameter, with its name as group 1, and each string, quoted
   * name and comment, without a group.
   *
   * @param escapes whether a backslash escapes a quote in a string
   */
  public static Matcher in(String sql, boolean escapes) {
    return (escapes ? ESCAPED : STANDARD).matcher(sql);
  }

  /** Returns the names of the parameters, each once, in the order of a text of standard SQL. */
  public static Set<String> names(String sql) {
    Set<String> names = new LinkedHashSet<>();
    Matcher matcher = in(sql, false);
    while (matcher.find()) {
      if (matcher.group(1) != null) {
        names.add(matcher.group(1));
      }
    }
    return names;
  }
}

package io.stallmark.pgbench.script;

import io.stallmark.pgbench.script.Command.Sql.Variable;
import io.stallmark.spec.SpecException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text of a statement up to its end, as psql does: a semicolon outside of quotes,
 * comments, parentheses and bodies of functions, or a backslash.
 */
final class StatementText {

  private static final String LETTER = "A-Za-z_\\x{80}-\\x{10FFFF}";
  private static final Pattern NAME = Pattern.compile("[" + LETTER + "][" + LETTER + "0-9]*");
  private static final Pattern QUOTED_NAME = Pattern.compile("(?<!:):(" + NAME + ")");
  private static final Pattern DOLLAR =
      Pattern.compile("\\$(?:[" + LETTER + "][" + LETTER + "0-9]*)?\\$");
  private static final Pattern ASCII = Pattern.compile("\\w+");

  private final String script;
  private int at;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder written = new StringBuilder();
  private final StringBuilder plain = new StringBuilder();
  private final List<Variable> variables = new ArrayList<>();
  private final List<String> quoted = new ArrayList<>();
  private final List<String> words = new ArrayList<>(); // the first ones
  private int parentheses;
  private int blocks; // BEGIN and CASE in the body of a function

  StatementText(String script, int from) {
    this.script = script;
    at = from;
  }

  /**
   * Reads up to the semicolon, the backslash or the end of the script.
   *
   * @return number of characters before it
   * @throws SpecException without a position
   */
  int read() throws SpecException {
    while (at < script.length()) {
      char here = script.charAt(at);
      if (here == '\\' || (here == ';' && parentheses == 0 && blocks == 0)) {
        break;
      }
      part(here);
    }
    return at;
  }

  /** The statement; blank: there is none. */
  String text() {
    return text.toString().strip();
  }

  /** The statement with its variables, as in the script. */
  String written() {
    return written.toString().strip();
  }

  String plain() {
    return plain.toString().strip();
  }

  List<Variable> variables() {
    return variables;
  }

  List<String> quoted() {
    return quoted;
  }

  private boolean startsWith(String part) {
    return script.startsWith(part, at);
  }

  private void part(char here) throws SpecException {
    if (startsWith("--")) {
      comment(lineEnd());
    } else if (startsWith("/*")) {
      comment(commentEnd());
    } else if (here == '\'') {
      string(at > 0 && "eE".indexOf(script.charAt(at - 1)) >= 0 && !isNamePart(at - 2));
    } else if (here == '"' || here == '`') {
      int end = script.indexOf(here, at + 1);
      copy(end < 0 ? script.length() : end + 1);
    } else if (here == '$' && !isNamePart(at - 1)) {
      dollar();
    } else if (here == ':') {
      colon();
    } else if (isNamePart(at) && !isNamePart(at - 1)) {
      word();
    } else if (here == '?') {
      throw new SpecException("'?' outside of quotes is a parameter to JDBC: use a function");
    } else {
      parentheses += here == '(' ? 1 : here == ')' && parentheses > 0 ? -1 : 0;
      copy(at + 1);
    }
  }

  private boolean isNamePart(int place) {
    if (place < 0 || place >= script.length()) {
      return false;
    }
    char each = script.charAt(place);
    return each == '_' || Character.isLetterOrDigit(each) || each > Byte.MAX_VALUE;
  }

  private void copy(int end) {
    text.append(script, at, end);
    written.append(script, at, end);
    plain.append(script, at, end);
    at = end;
  }

  /** Comments before the statement are left out, others are sent: they may be hints. */
  private void comment(int end) {
    if (!plain.isEmpty() && !plain.toString().isBlank()) {
      text.append(script, at, end);
      written.append(script, at, end);
    }
    plain.append(' ');
    at = end;
  }

  private int lineEnd() {
    int end = script.indexOf('\n', at);
    return end < 0 ? script.length() : end;
  }

  private int commentEnd() {
    int depth = 0;
    for (int i = at; i < script.length() - 1; i++) {
      if (script.startsWith("/*", i)) {
        depth++;
        i++;
      } else if (script.startsWith("*/", i)) {
        depth--;
        i++;
        if (depth == 0) {
          return i + 1;
        }
      }
    }
    return script.length();
  }

  private void string(boolean escapes) {
    int end = at + 1;
    while (end < script.length() && script.charAt(end) != '\'') {
      end += escapes && script.charAt(end) == '\\' ? 2 : 1;
    }
    end = Math.min(end + 1, script.length());
    quote(end);
  }

  private void quote(int end) {
    Matcher names = QUOTED_NAME.matcher(script).region(at, end);
    while (names.find()) {
      quoted.add(names.group(1));
    }
    copy(end);
  }

  private void dollar() throws SpecException {
    Matcher tag = DOLLAR.matcher(script).region(at, script.length());
    if (!tag.lookingAt()) {
      copy(at + 1);
      return;
    }
    int close = script.indexOf(tag.group(), tag.end());
    int end = close < 0 ? script.length() : close + tag.group().length();
    if (QUOTED_NAME.matcher(script).region(at, end).find()) {
      throw new SpecException("a name after a colon in a text between dollars is not supported");
    }
    copy(end);
  }

  private void colon() {
    if (startsWith("::")) {
      while (startsWith(":")) {
        copy(at + 1);
      }
      return;
    }
    Matcher name = NAME.matcher(script).region(at + 1, script.length());
    if (!name.lookingAt()) {
      copy(at + 1);
      return;
    }
    if (isNamePart(at - 1)) {
      text.append(' '); // or the binding would not see the parameter
    }
    text.append(':').append(parameter(name.group()));
    written.append(':').append(name.group());
    plain.append(':').append(name.group());
    at = name.end();
  }

  /** Parameters have names of ASCII letters. */
  private String parameter(String variable) {
    for (Variable each : variables) {
      if (each.name().equals(variable)) {
        return each.parameter();
      }
    }
    String name =
        ASCII.matcher(variable).matches() ? variable : "variable_" + (variables.size() + 1);
    variables.add(new Variable(variable, name));
    return name;
  }

  /** Counts the blocks of a function's body, whose semicolons do not end the statement. */
  private void word() {
    int end = at;
    while (isNamePart(end)) {
      end++;
    }
    String word = script.substring(at, end).toLowerCase(Locale.ROOT);
    if (words.size() < 4) {
      words.add(word);
    }
    if (words.get(0).equals("create")
        && (words.contains("function") || words.contains("procedure"))) {
      if (word.equals("begin") || (word.equals("case") && blocks > 0)) {
        blocks++;
      } else if (word.equals("end") && blocks > 0) {
        blocks--;
      }
    }
    copy(end);
  }
}

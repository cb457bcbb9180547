package io.stallmark.pgbench.script;

import io.stallmark.data.Rng;
import io.stallmark.pgbench.expression.ExpressionParser;
import io.stallmark.pgbench.expression.Variables;
import io.stallmark.pgbench.script.Command.Assignment;
import io.stallmark.pgbench.script.Command.Boundary;
import io.stallmark.pgbench.script.Command.Condition;
import io.stallmark.pgbench.script.Command.Sleep;
import io.stallmark.pgbench.script.Command.Sql;
import io.stallmark.spec.SpecException;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the commands of a script. */
final class ScriptReader {

  private static final Pattern LINE =
      Pattern.compile("\\\\((?:[^\\\\\n]|\\\\(?!\r?\n)|\\\\\r?\n)*)");
  private static final Pattern WORDS = Pattern.compile("(\\S*)\\s*((?s:.*))");
  private static final Pattern VARIABLE =
      Pattern.compile("[A-Za-z_\\x{80}-\\x{10FFFF}][\\w\\x{80}-\\x{10FFFF}]*");
  private static final Pattern SLEEP = Pattern.compile("(:\\S+|[+-]?\\d+)\\s*(\\S*)");
  private static final String ENDING = "(?:\\s+(?:work|transaction))?";
  private static final Pattern BEGIN =
      Pattern.compile("(?is)(?:begin" + ENDING + "|start\\s+transaction)(?:\\s+(\\S.*))?");
  private static final Pattern COMMIT = Pattern.compile("(?i)(?:commit|end)" + ENDING);
  private static final Pattern ROLLBACK = Pattern.compile("(?i)(?:rollback|abort)" + ENDING);
  private static final Pattern CHAIN =
      Pattern.compile("(?i)(?:commit|end|rollback|abort)" + ENDING + "\\s+and\\s+chain");

  private final String text;
  private final List<Command> commands = new ArrayList<>();
  private final List<Condition> open = new ArrayList<>();
  private int line = 1;
  private int counted; // characters whose lines are counted

  private ScriptReader(String text) {
    this.text = text;
  }

  /**
   * Reads a script.
   *
   * @throws SpecException with file and line, if it is no script of pgbench or has what the
   *     workload refuses
   */
  static List<Command> read(String file, String text) throws SpecException {
    ScriptReader reader = new ScriptReader(text);
    try {
      reader.all();
    } catch (SpecException e) {
      throw new SpecException(Text.format("%s, line %d: ", file, reader.line) + e.getMessage());
    }
    if (reader.commands.isEmpty()) {
      throw new SpecException("%s has no commands", file);
    }
    return reader.commands;
  }

  private void all() throws SpecException {
    int at = 0;
    while (at < text.length()) {
      StatementText statement = new StatementText(text, at);
      lineOf(firstOf(at));
      int end = statement.read();
      if (!statement.plain().isEmpty()) {
        add(statement);
      }
      at = end;
      if (at < text.length() && text.charAt(at) == '\\') {
        at = meta(at);
      } else {
        at++;
      }
    }
    if (!open.isEmpty()) {
      line = open.get(open.size() - 1).line();
      throw new SpecException("\\if has no \\endif");
    }
  }

  private int firstOf(int from) {
    int first = from;
    while (first < text.length() && Character.isWhitespace(text.charAt(first))) {
      first++;
    }
    return first;
  }

  private void lineOf(int place) {
    for (; counted < place; counted++) {
      line += text.charAt(counted) == '\n' ? 1 : 0;
    }
  }

  private void add(StatementText statement) throws SpecException {
    String plain = statement.plain();
    Matcher begin = BEGIN.matcher(plain);
    if (CHAIN.matcher(plain).matches()) {
      throw new SpecException("AND CHAIN is not supported: begin the next transaction by BEGIN");
    } else if (COMMIT.matcher(plain).matches()) {
      commands.add(new Boundary(line, Boundary.Word.COMMIT));
    } else if (ROLLBACK.matcher(plain).matches()) {
      commands.add(new Boundary(line, Boundary.Word.ROLLBACK));
    } else if (begin.matches()) {
      commands.add(new Boundary(line, Boundary.Word.BEGIN));
      if (begin.group(1) != null) {
        String set = Sql.OPTIONS + begin.group(1);
        commands.add(new Sql(line, set, set, set, List.of(), List.of(), Sql.Rows.NONE, ""));
      }
    } else {
      commands.add(
          new Sql(
              line,
              statement.text(),
              statement.written(),
              plain,
              statement.variables(),
              statement.quoted(),
              Sql.Rows.NONE,
              ""));
    }
  }

  /** Reads a command after a backslash. Returns the place after it. */
  private int meta(int at) throws SpecException {
    lineOf(at);
    if (text.startsWith("\\;", at)) {
      throw new SpecException(
          "\\; sends several statements at once, which cannot be prepared: end each by ;");
    }
    Matcher whole = LINE.matcher(text).region(at, text.length());
    if (!whole.lookingAt()) {
      throw new SpecException("a command is missing after the backslash");
    }
    String words = whole.group(1).replaceAll("\\\\\r?\n", " ").strip();
    Matcher parts = WORDS.matcher(words);
    if (!parts.matches()) {
      throw new IllegalStateException(words);
    }
    command(parts.group(1).toLowerCase(Locale.ROOT), parts.group(2));
    return whole.end();
  }

  private void command(String name, String rest) throws SpecException {
    switch (name) {
      case "set" -> set(rest);
      case "if", "elif", "else", "endif" -> condition(name, rest);
      case "sleep" -> sleep(rest);
      case "gset" -> rows(Sql.Rows.ONE, name, rest);
      case "aset" -> rows(Sql.Rows.LAST, name, rest);
      case "shell", "setshell" ->
          throw new SpecException("\\%s is refused: a script starts no programs", name);
      case "startpipeline", "endpipeline", "syncpipeline" ->
          throw new SpecException("\\%s is refused: statements are sent one by one", name);
      default ->
          throw new SpecException(
              "\\%s is no command: there are \\set, \\if, \\elif, \\else, \\endif, \\sleep, \\gset"
                  + " and \\aset",
              name);
    }
  }

  private void set(String rest) throws SpecException {
    Matcher parts = WORDS.matcher(rest);
    if (rest.isEmpty() || !parts.matches()) {
      throw new SpecException("\\set takes a variable and an expression");
    }
    if (!VARIABLE.matcher(parts.group(1)).matches()) {
      throw new SpecException(
          "'%s' is no name of a variable: it has letters, then letters, digits and _",
          parts.group(1));
    }
    commands.add(new Assignment(line, parts.group(1), checked("set", parts.group(2))));
  }

  /** Parses an expression, so that a mistake is found before anything else. */
  private static String checked(String command, String expression) throws SpecException {
    try {
      ExpressionParser.parse(expression, new Variables(), Rng.of(0, 0));
      return expression;
    } catch (SpecException e) {
      throw new SpecException("\\" + command + ": " + e.getMessage());
    }
  }

  private void condition(String name, String rest) throws SpecException {
    Condition.Word word = Condition.Word.valueOf(name.toUpperCase(Locale.ROOT));
    boolean decides = word == Condition.Word.IF || word == Condition.Word.ELIF;
    if (!decides && !rest.isEmpty()) {
      throw new SpecException("\\%s takes nothing after it, not '%s'", name, rest);
    }
    Condition condition = new Condition(line, word, decides ? checked(name, rest) : "");
    if (word != Condition.Word.IF) {
      if (open.isEmpty()) {
        throw new SpecException("\\%s has no \\if", name);
      }
      Condition before = open.remove(open.size() - 1);
      if (word != Condition.Word.ENDIF && before.word() == Condition.Word.ELSE) {
        throw new SpecException("\\%s after \\else", name);
      }
    }
    if (word != Condition.Word.ENDIF) {
      open.add(condition);
    }
    commands.add(condition);
  }

  private void sleep(String rest) throws SpecException {
    Matcher parts = SLEEP.matcher(rest);
    if (!parts.matches()) {
      throw new SpecException("\\sleep takes an integer or a variable, then us, ms or s");
    }
    TimeUnit unit =
        switch (parts.group(2).toLowerCase(Locale.ROOT)) {
          case "us" -> TimeUnit.MICROSECONDS;
          case "ms" -> TimeUnit.MILLISECONDS;
          case "s", "" -> TimeUnit.SECONDS;
          default ->
              throw new SpecException("'%s' is no unit of \\sleep: us, ms or s", parts.group(2));
        };
    commands.add(new Sleep(line, checked("sleep", parts.group(1)), unit));
  }

  private void rows(Sql.Rows kept, String name, String prefix) throws SpecException {
    int last = commands.size() - 1;
    if (last < 0 || !(commands.get(last) instanceof Sql sql) || sql.rows() != Sql.Rows.NONE) {
      throw new SpecException("\\%s must follow a statement", name);
    }
    if (!prefix.isEmpty() && !VARIABLE.matcher(prefix).matches()) {
      throw new SpecException("\\%s takes a prefix of variables, not '%s'", name, prefix);
    }
    commands.set(last, sql.with(kept, prefix));
  }
}

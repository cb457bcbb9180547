package io.stallmark.pgbench.script;

import io.stallmark.pgbench.expression.ExpressionParser;
import io.stallmark.pgbench.script.Command.Assignment;
import io.stallmark.pgbench.script.Command.Condition;
import io.stallmark.pgbench.script.Command.Sleep;
import io.stallmark.pgbench.script.Command.Sql;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The scripts of a run, and which variables each of their commands sets and uses. */
public final class Scripts {

  private final List<Script> scripts;
  private final boolean inStrings;
  private final Set<String> used = new HashSet<>();
  private final Set<String> needed = new HashSet<>(); // those that are not only in strings
  private final Set<String> received = new HashSet<>(); // set by columns
  private final Set<String> set = new LinkedHashSet<>();

  /**
   * @param preset variables that are set before the first command
   * @param inStrings whether variables in strings are replaced too
   * @throws SpecException with file and line, if a variable is used and never set
   */
  Scripts(List<Script> scripts, Set<String> preset, boolean inStrings) throws SpecException {
    this.scripts = List.copyOf(scripts);
    this.inStrings = inStrings;
    for (Script script : scripts) {
      for (Command command : script.commands()) {
        needed.addAll(uses(command));
        if (inStrings && command instanceof Sql sql) {
          used.addAll(sql.quoted());
        }
      }
    }
    used.addAll(needed);
    set.addAll(preset);
    scripts.forEach(script -> script.commands().forEach(command -> set.addAll(sets(command))));
    scripts.forEach(script -> script.commands().forEach(each -> received.addAll(gathered(each))));
    for (Script script : scripts) {
      check(script, preset);
    }
  }

  /** Variables that the scripts read. */
  public Set<String> used() {
    return Set.copyOf(used);
  }

  /** Returns where an expression reads a variable before its script sets it; empty: nowhere. */
  public Optional<String> computed(String name) throws SpecException {
    for (Script script : scripts) {
      for (Command command : script.commands()) {
        if (!(command instanceof Sql) && uses(command).contains(name)) {
          return Optional.of(script.place(command));
        }
        if (sets(command).contains(name) || gathered(command).contains(name)) {
          break;
        }
      }
    }
    return Optional.empty();
  }

  public List<Script> all() {
    return scripts;
  }

  /** Whether variables in strings are replaced too. */
  public boolean inStrings() {
    return inStrings;
  }

  /** Files with hashes of their content. */
  public String files() {
    return String.join(
        ", ", scripts.stream().map(each -> each.file() + " " + each.hash()).toList());
  }

  /** Names of the columns of a statement that become variables which any script uses. */
  public List<String> columns(Sql sql) {
    if (sql.rows() == Sql.Rows.NONE) {
      return List.of();
    }
    int length = sql.prefix().length();
    return named(sql)
        .map(known -> known.stream().filter(name -> used.contains(sql.prefix() + name)))
        .orElseGet(
            () ->
                used.stream()
                    .filter(name -> name.startsWith(sql.prefix()) && !isSetElsewhere(name))
                    .map(name -> name.substring(length))
                    .filter(name -> !name.isEmpty())
                    .sorted())
        .toList();
  }

  /** Whether a statement that is sent as a text has the value in place of a name. */
  public boolean replaces(Sql sql, String name) {
    return set.contains(name)
        || received.contains(name)
        || sql.variables().stream().anyMatch(v -> v.name().equals(name));
  }

  /** Whether a variable must have a value; false: in a string, its name is sent without one. */
  public boolean isNeeded(String name) {
    return needed.contains(name);
  }

  /** Whether a result may lack a column: what is in a string need not be a variable. */
  public boolean mayLack(Sql sql, String column) {
    return named(sql).isEmpty() && !isNeeded(sql.prefix() + column);
  }

  /** Whether something else sets a variable than columns whose names are not in the text. */
  private boolean isSetElsewhere(String name) {
    return set.contains(name);
  }

  /** Names of the columns that have one; empty: the text does not have them. */
  private static Optional<List<String>> named(Sql sql) {
    return OutputColumns.of(sql.plain())
        .map(names -> names.stream().filter(name -> !name.isEmpty()).distinct().toList());
  }

  private List<String> sets(Command command) {
    if (command instanceof Assignment assignment) {
      return List.of(assignment.variable());
    }
    if (command instanceof Sql sql && sql.rows() != Sql.Rows.NONE) {
      return named(sql).orElse(List.of()).stream().map(name -> sql.prefix() + name).toList();
    }
    return List.of();
  }

  private static List<String> uses(Command command) throws SpecException {
    if (command instanceof Assignment assignment) {
      return ExpressionParser.variables(assignment.expression());
    } else if (command instanceof Condition condition) {
      return ExpressionParser.variables(condition.expression());
    } else if (command instanceof Sleep sleep) {
      return ExpressionParser.variables(sleep.amount());
    } else if (command instanceof Sql sql) {
      return sql.variables().stream().map(Sql.Variable::name).toList();
    }
    return List.of();
  }

  private void check(Script script, Set<String> preset) throws SpecException {
    Set<String> before = new HashSet<>(preset);
    for (Script other : scripts) {
      if (!other.equals(script)) {
        for (Command command : other.commands()) {
          before.addAll(sets(command));
          before.addAll(gathered(command));
        }
      }
    }
    int depth = 0; // of \if: what is in a branch may not be executed at first
    for (Command command : script.commands()) {
      if (command instanceof Condition condition) {
        depth +=
            switch (condition.word()) {
              case IF -> 1;
              case ENDIF -> -1;
              default -> 0;
            };
      }
      check(script, command, depth == 0 ? before : union(script, before));
      before.addAll(sets(command));
      before.addAll(gathered(command));
    }
  }

  private Set<String> union(Script script, Set<String> before) {
    Set<String> all = new HashSet<>(before);
    for (Command command : script.commands()) {
      all.addAll(sets(command));
      all.addAll(gathered(command));
    }
    return all;
  }

  private List<String> gathered(Command command) {
    return command instanceof Sql sql
        ? columns(sql).stream().map(name -> sql.prefix() + name).toList()
        : List.of();
  }

  /** Whether columns of any statement become variables. */
  private boolean isReceiving() {
    return scripts.stream()
        .flatMap(script -> script.commands().stream())
        .anyMatch(each -> each instanceof Sql sql && sql.rows() != Sql.Rows.NONE);
  }

  private void check(Script script, Command command, Set<String> known) throws SpecException {
    for (String name : uses(command)) {
      if (!known.contains(name)) {
        String reason =
            set.contains(name)
                ? "it is set only after that"
                : NearestWord.hint(name, new ArrayList<>(set))
                    + "; or give -D "
                    + name
                    + "=VALUE"
                    + (isReceiving() ? ", or a column AS " + name : "");
        throw new SpecException(
            "%s: the variable :%s is not set: %s", script.place(command), name, reason);
      }
    }
    if (command instanceof Sql sql && !inStrings) {
      for (String name : sql.quoted()) {
        if (set.contains(name)) {
          throw new SpecException(
              "%s: the variable :%s is in a string, and a prepared statement has no parameters"
                  + " there: use --protocol text, || or a function",
              script.place(command), name);
        }
      }
    }
  }
}

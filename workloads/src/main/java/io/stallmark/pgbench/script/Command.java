package io.stallmark.pgbench.script;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Command of a script. */
public sealed interface Command {

  /** Number of its first line, from 1. */
  int line();

  /** {@code \set}. */
  record Assignment(int line, String variable, String expression) implements Command {}

  /**
   * {@code \if}, {@code \elif}, {@code \else}, {@code \endif}.
   *
   * @param expression empty without one
   */
  record Condition(int line, Condition.Word word, String expression) implements Command {

    /** Which of the four commands. */
    public enum Word {
      IF,
      ELIF,
      ELSE,
      ENDIF
    }
  }

  /**
   * {@code \sleep}.
   *
   * @param amount an expression: a number, or a variable
   */
  record Sleep(int line, String amount, TimeUnit unit) implements Command {}

  /** BEGIN, COMMIT or ROLLBACK, which sessions have methods for. */
  record Boundary(int line, Boundary.Word word) implements Command {

    /** Which of the three statements. */
    public enum Word {
      BEGIN,
      COMMIT,
      ROLLBACK
    }
  }

  /**
   * A statement.
   *
   * @param text with {@code :name} for each parameter
   * @param written the text with its variables, as in the script
   * @param plain the text without comments
   * @param variables its variables by parameter
   * @param quoted names after a colon in its strings, which are no parameters
   * @param rows what becomes of its rows
   * @param prefix of the variables that get the columns
   */
  record Sql(
      int line,
      String text,
      String written,
      String plain,
      List<Variable> variables,
      List<String> quoted,
      Rows rows,
      String prefix)
      implements Command {

    /** Begins the statement after BEGIN that has the options of BEGIN. */
    public static final String OPTIONS = "SET TRANSACTION ";

    /** What becomes of the rows of a statement. */
    public enum Rows {
      NONE,
      /** {@code \gset}: there must be one, whose columns become variables. */
      ONE,
      /** {@code \aset}: the columns of the last one, if there is one, become variables. */
      LAST
    }

    /** A variable, and the name of its parameter. */
    public record Variable(String name, String parameter) {}

    public Sql {
      variables = List.copyOf(variables);
      quoted = List.copyOf(quoted);
    }

    Sql with(Rows kept, String before) {
      return new Sql(line, text, written, plain, variables, quoted, kept, before);
    }
  }
}

package io.stallmark.pgbench;

import io.stallmark.model.Op;
import io.stallmark.pgbench.expression.EvaluationException;
import io.stallmark.pgbench.expression.ScriptValue;
import io.stallmark.pgbench.expression.Variables;
import io.stallmark.pgbench.script.Command;
import io.stallmark.pgbench.script.Scripts;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session.TextStatement;
import io.stallmark.spi.Session.TextStatement.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sends a statement as a text with the values in it, also within strings, as pgbench does. */
final class TextSender implements StatementSender {

  private static final Pattern VARIABLE = Pattern.compile("(?<!:):([\\w\\x{80}-\\x{10FFFF}]+)");

  private final Op.Native op;
  private final TextStatement statement;
  private final Args args;
  private final StringBuilder text = new StringBuilder();
  private final List<String> between = new ArrayList<>(); // texts before each value, and the last
  private final List<String> names = new ArrayList<>();
  private final List<ScriptValue> values = new ArrayList<>();
  private final Scripts scripts;

  TextSender(
      Command.Sql sql,
      Op.Native op,
      TextStatement statement,
      Variables variables,
      Scripts scripts) {
    this.op = op;
    this.statement = statement;
    this.scripts = scripts;
    args = Args.of(op);
    int end = 0;
    Matcher found = VARIABLE.matcher(sql.written());
    while (found.find()) {
      String name = found.group(1);
      if (scripts.replaces(sql, name)) {
        between.add(sql.written().substring(end, found.start()));
        names.add(name);
        values.add(variables.get(name));
        end = found.end();
      }
    }
    between.add(sql.written().substring(end));
  }

  @Override
  public void send(@Nullable Result rows) throws DbException, EvaluationException {
    text.setLength(0);
    for (int i = 0; i < values.size(); i++) {
      text.append(between.get(i));
      if (values.get(i).kind() != ScriptValue.Kind.UNSET) {
        text.append(values.get(i));
      } else if (scripts.isNeeded(names.get(i))) {
        throw EvaluationException.unset(names.get(i));
      } else {
        text.append(':').append(names.get(i));
      }
    }
    text.append(between.get(values.size()));
    statement.execute(op, text.toString(), args, rows);
  }
}

package io.stallmark.pgbench;

import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.own.file.StatementName;
import io.stallmark.own.file.UniqueNames;
import io.stallmark.pgbench.expression.Variables;
import io.stallmark.pgbench.script.Command;
import io.stallmark.pgbench.script.Script;
import io.stallmark.pgbench.script.Scripts;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The operation of each statement of the scripts, and the name of each script in the results. */
final class ScriptOperations {

  private final Scripts scripts;
  private final UniqueNames taken = new UniqueNames("transaction", "begin", "commit");
  private final List<String> kinds = new ArrayList<>();
  private final List<Op> ops = new ArrayList<>();
  private final IdentityHashMap<Command, Statement> statements = new IdentityHashMap<>();

  /**
   * A statement.
   *
   * @param place file and line
   */
  private record Statement(Op.Native op, String place) {}

  ScriptOperations(Scripts scripts) {
    this.scripts = scripts;
    for (Script script : scripts.all()) {
      kinds.add(taken.free(kind(script.file())));
    }
    for (Script script : scripts.all()) {
      for (Command command : script.commands()) {
        if (command instanceof Command.Sql sql) {
          Op.Native op = op(sql, scripts.columns(sql));
          ops.add(op);
          statements.put(sql, new Statement(op, script.place(sql)));
        }
      }
    }
  }

  /** Kinds of transaction, one for each script; none if there is only one. */
  List<String> kinds() {
    return kinds.size() == 1 ? List.of() : kinds;
  }

  List<Op> ops() {
    return ops;
  }

  Op.Native of(Command.Sql sql) {
    return statement(sql).op;
  }

  private Statement statement(Command.Sql sql) {
    Statement found = statements.get(sql);
    if (found == null) {
      throw new IllegalStateException("A statement of another script: " + sql);
    }
    return found;
  }

  /** Whether a result may lack a column of the operation. */
  boolean mayLack(Command.Sql sql, String column) {
    return scripts.mayLack(sql, column);
  }

  /** Returns what sends a statement in the session of a client, with its variables. */
  StatementSender sender(Command.Sql sql, Session session, Variables variables) throws DbException {
    return scripts.inStrings()
        ? new TextSender(sql, of(sql), session.text(), variables, scripts)
        : new PreparedSender(sql, prepare(sql, session), variables);
  }

  /**
   * Prepares a statement.
   *
   * @throws DbException with file and line, if the server refuses it
   */
  PreparedOperation prepare(Command.Sql sql, Session session) throws DbException {
    try {
      return PreparedOperation.of(session, of(sql));
    } catch (DbException e) {
      throw placed(sql, e);
    }
  }

  /**
   * Begins a transaction with the options that a statement sets, as the scripts will.
   *
   * @throws DbException with file and line, if the server refuses it, as one that takes options
   *     only before BEGIN
   */
  void begin(Command.Sql options, Session session) throws DbException {
    PreparedOperation prepared = prepare(options, session);
    session.begin();
    try {
      prepared.execute(null);
    } catch (DbException e) {
      throw placed(options, e);
    } finally {
      session.rollback();
    }
  }

  private DbException placed(Command.Sql sql, DbException e) {
    return new DbException(e.kind(), e.code(), statement(sql).place + ": " + e.getMessage(), e);
  }

  private Op.Native op(Command.Sql sql, List<String> columns) {
    List<Param> params = new ArrayList<>();
    for (Command.Sql.Variable variable : sql.variables()) {
      params.add(new Param(variable.parameter(), Type.UNTYPED).orNull());
    }
    return new Op.Native(
        taken.free(StatementName.of(sql.plain())),
        params,
        Map.of(Op.Native.SQL, sql.text()),
        StatementName.effect(sql.plain()),
        columns.stream().map(name -> new Column(name, Type.UNTYPED, Column.Fill.NULL)).toList());
  }

  private static String kind(String file) {
    @Nullable Path last = Path.of(file).getFileName();
    String name = last == null ? "" : last.toString();
    String word =
        name.replaceFirst("\\.\\w+$", "").toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
    return word.matches("[a-z].*") ? word : "script_" + word;
  }
}

package io.stallmark.lua.sql;

import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.sql.SQLException;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.OneArgFunction;
import org.luaj.vm2.lib.TwoArgFunction;

/** The failure of a statement, as the text that a script of sysbench can catch. */
public final class StatementError extends LuaError {

  /** Key of the {@link DbException} in an error that restarts an event. */
  public static final String CAUSE = "stallmark";

  /** Key of the code of an error, and the code that restarts an event. */
  public static final String CODE = "errcode";

  public static final int RESTART = 1;

  private static final long serialVersionUID = 1L;

  private final String text;
  private final DbException failure;

  private StatementError(String text, DbException failure) {
    super(text);
    this.text = text;
    this.failure = failure;
  }

  /**
   * Returns the error: a table if it restarts the event, else a text.
   *
   * @param standard whether it is one of PostgreSQL: it has no number, and a duplicate key restarts
   *     the event, as in sysbench
   * @param ignorable hook of the script that decides whether another error restarts the event
   */
  static LuaError of(
      DbException failure,
      LuaConnection connection,
      String query,
      boolean standard,
      LuaValue ignorable) {
    int number = standard ? 0 : number(failure.code());
    String state = state(failure);
    String message = String.valueOf(failure.getMessage());
    LuaTable table = new LuaTable();
    table.set("connection", connection);
    table.set("query", query);
    for (LuaTable each : new LuaTable[] {table, connection}) {
      each.set("sql_errno", number);
      each.set("sql_state", state);
      each.set("sql_errmsg", message);
    }
    String text = Text.format("SQL error, errno = %d, state = '%s': %s", number, state, message);
    boolean restarts =
        failure.kind() == DbException.Kind.RETRY
            || (failure.kind() == DbException.Kind.DUPLICATE_KEY && standard);
    restarts |= ignorable.isfunction() && ignorable.call(table).toboolean();
    if (!restarts) {
      return new StatementError(text, failure);
    }
    table.set(CODE, RESTART);
    table.set(
        CAUSE,
        LuaValue.userdataOf(
            new DbException(DbException.Kind.RETRY, failure.code(), message, failure)));
    table.setmetatable(asText(text));
    return new LuaError(table);
  }

  private static int number(String code) {
    return code.matches("\\d{1,9}") ? Integer.parseInt(code) : 0;
  }

  private static String state(DbException failure) {
    return failure.getCause() instanceof SQLException said && said.getSQLState() != null
        ? said.getSQLState()
        : failure.code();
  }

  /** Returns a metatable by which the error can be printed. */
  private static LuaTable asText(String text) {
    LuaTable meta = new LuaTable();
    meta.set(
        LuaValue.TOSTRING,
        new OneArgFunction() {
          @Override
          public LuaValue call(LuaValue any) {
            return LuaValue.valueOf(text);
          }
        });
    meta.set(
        LuaValue.CONCAT,
        new TwoArgFunction() {
          @Override
          public LuaValue call(LuaValue left, LuaValue right) {
            return LuaValue.valueOf(
                (left.istable() ? text : left.tojstring())
                    + (right.istable() ? text : right.tojstring()));
          }
        });
    return meta;
  }

  /** The text, with file and line as LuaJIT writes them. */
  @Override
  public String getMessage() {
    if (traceback != null) {
      return traceback;
    }
    return fileline == null ? text : fileline.replaceFirst("^@", "") + ": " + text;
  }

  /** The text, without file and line. */
  String text() {
    return text;
  }

  DbException failure() {
    return failure;
  }
}

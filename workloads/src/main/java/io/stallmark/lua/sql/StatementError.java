package io.stallmark.lua.sql;

import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.OneArgFunction;
import org.luaj.vm2.lib.TwoArgFunction;

/** The failure of a statement, as the error that a script can catch. */
public final class StatementError extends LuaError {

  /** Key of the {@link DbException} in the error. */
  public static final String CAUSE = "stallmark";

  /** Key of the code of an error, and the code that restarts an event. */
  public static final String CODE = "errcode";

  public static final int RESTART = 1;

  private static final long serialVersionUID = 1L;

  private StatementError(LuaTable description) {
    super(description);
  }

  /**
   * Returns the error.
   *
   * @param repeats whether a duplicate key restarts the event, as in sysbench on PostgreSQL
   * @param ignorable hook of the script that decides whether another error restarts the event
   */
  static StatementError of(
      DbException failure,
      LuaConnection connection,
      String query,
      boolean repeats,
      LuaValue ignorable) {
    LuaTable table = new LuaTable();
    String message = String.valueOf(failure.getMessage());
    table.set("connection", connection);
    table.set("query", query);
    table.set("sql_errno", number(failure.code()));
    table.set("sql_state", failure.code());
    table.set("sql_errmsg", message);
    connection.set("sql_errno", number(failure.code()));
    connection.set("sql_state", failure.code());
    connection.set("sql_errmsg", message);
    boolean restarts =
        failure.kind() == DbException.Kind.RETRY
            || (failure.kind() == DbException.Kind.DUPLICATE_KEY && repeats);
    DbException cause = failure;
    restarts |= ignorable.isfunction() && ignorable.call(table).toboolean();
    if (restarts) {
      table.set(CODE, RESTART);
      cause = new DbException(DbException.Kind.RETRY, failure.code(), message, failure);
    }
    table.set(CAUSE, LuaValue.userdataOf(cause));
    table.setmetatable(asText(Text.format("SQL error, errno = %s: %s", failure.code(), message)));
    return new StatementError(table);
  }

  private static int number(String code) {
    return code.matches("\\d{1,9}") ? Integer.parseInt(code) : 0;
  }

  /** Returns a metatable by which the error can be printed, as the text that sysbench throws. */
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
}

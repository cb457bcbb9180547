package io.stallmark.lua.state;

import io.stallmark.lua.sql.SqlFunctions;
import io.stallmark.lua.sql.StatementError;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/** What an error of the interpreter means. */
final class ScriptFailure {

  /** Code of an error of the script. */
  static final String SCRIPT = "SCRIPT";

  private static final Pattern PLACE =
      Pattern.compile("^@?([^\\n]*?):(\\d+):? (.*)", Pattern.DOTALL);

  private ScriptFailure() {}

  /** Whether the event is to be repeated. */
  static boolean restarts(LuaError error) {
    return error.getMessageObject() instanceof LuaTable table
        && table.get(StatementError.CODE).isint()
        && table.get(StatementError.CODE).toint() == StatementError.RESTART;
  }

  /**
   * Returns the error for the engine.
   *
   * @param sql knows the failures of the script's statements
   */
  static DbException of(LuaError error, LuaScript script, SqlFunctions sql) {
    DbException cause = cause(error, sql);
    if (cause != null) {
      boolean usual = cause.kind() == Kind.RETRY || cause.kind() == Kind.CONNECTION;
      return usual ? cause : placed(cause, error);
    }
    return restarts(error)
        ? new DbException(Kind.RETRY, "RESTART_EVENT", "The script restarts the event", error)
        : new DbException(Kind.UNFIT, SCRIPT, message(error, script), error);
  }

  /** Returns an error of the database with file and line. */
  private static DbException placed(DbException cause, LuaError error) {
    Matcher place = PLACE.matcher(String.valueOf(error.getMessage()));
    return place.matches()
        ? new DbException(
            cause.kind(),
            cause.code(),
            place.group(1) + ":" + place.group(2) + ": " + cause.getMessage(),
            cause)
        : cause;
  }

  private static @Nullable DbException cause(LuaError error, SqlFunctions sql) {
    if (error.getMessageObject() instanceof LuaTable table
        && table.rawget(StatementError.CAUSE).isuserdata(DbException.class)) {
      return (DbException) table.rawget(StatementError.CAUSE).touserdata();
    }
    return sql.failure(String.valueOf(error.getMessage()));
  }

  /** Returns the message with file and line. */
  static String message(LuaError error) {
    return message(error, null);
  }

  /**
   * Returns the message with file and line, and with the text of the line where the interpreter
   * cannot say what was called or used.
   */
  private static String message(LuaError error, @Nullable LuaScript script) {
    LuaValue object = error.getMessageObject();
    String text =
        object == null || object.istable()
            ? String.valueOf(error.getMessage())
            : object.tojstring();
    Matcher place = PLACE.matcher(text);
    if (!place.matches()) {
      return text;
    }
    int line = Integer.parseInt(place.group(2));
    String said = place.group(3).replace("vm error: ", "");
    String whole = place.group(1) + ":" + line + ": " + said;
    boolean vague = said.startsWith("attempt to") || said.startsWith("index expected");
    return vague && script != null && script.file().toString().equals(place.group(1))
        ? whole + ", in: " + script.line(line)
        : whole;
  }
}

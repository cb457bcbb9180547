package io.stallmark.lua.sql;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;

/** Functions of Java in tables of Lua, and texts of Lua in Java. */
public final class LuaCall {

  private static final char REPLACED = '\uFFFD';

  private LuaCall() {}

  /** Adds a function, and returns the table. */
  public static LuaTable add(LuaTable to, String name, Function<Varargs, Varargs> body) {
    to.set(
        name,
        new VarArgFunction() {
          @Override
          public Varargs invoke(Varargs args) {
            return body.apply(args);
          }
        });
    return to;
  }

  /** Adds a function that fails, because nothing here does what it does. */
  public static void refuse(LuaTable to, String name, String sentence) {
    add(
        to,
        name,
        args -> {
          throw new LuaError(sentence);
        });
  }

  /** Adds a function without a result that does nothing. */
  public static void ignore(LuaTable to, String name) {
    add(to, name, args -> LuaValue.NONE);
  }

  /**
   * Returns the text of bytes in UTF-8. luaj's own method damages characters beyond the first
   * 65,536.
   */
  static String text(LuaString bytes) {
    String text = new String(bytes.m_bytes, bytes.m_offset, bytes.m_length, StandardCharsets.UTF_8);
    if (text.indexOf(REPLACED) >= 0) {
      byte[] given =
          Arrays.copyOfRange(bytes.m_bytes, bytes.m_offset, bytes.m_offset + bytes.m_length);
      if (!Arrays.equals(given, text.getBytes(StandardCharsets.UTF_8))) {
        throw new LuaError("a statement has bytes that are not UTF-8");
      }
    }
    return text;
  }
}

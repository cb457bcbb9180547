package io.stallmark.lua.state;

import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.TwoArgFunction;

/**
 * Methods of strings, {@code s:upper()}. luaj has one table for the whole process; this one leads
 * to that of the state which the thread executes, so that clients do not see each other's changes.
 */
final class StringIndex extends TwoArgFunction {

  /** A coroutine has a thread, which the first call of it starts. */
  private static final ThreadLocal<LuaValue> LIBRARY =
      new InheritableThreadLocal<>() {
        @Override
        protected LuaValue initialValue() {
          return new LuaTable();
        }
      };

  private StringIndex() {}

  /** Must be called before a string library is loaded. */
  static void install() {
    LuaTable all = new LuaTable();
    all.set(LuaValue.INDEX, new StringIndex());
    LuaString.s_metatable = all;
  }

  /** Notes that the thread executes a state with this library. */
  static void enter(LuaValue library) {
    LIBRARY.set(library);
  }

  @Override
  public LuaValue call(LuaValue text, LuaValue name) {
    return LIBRARY.get().get(name);
  }
}

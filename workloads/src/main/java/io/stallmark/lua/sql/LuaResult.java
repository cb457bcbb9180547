package io.stallmark.lua.sql;

import java.util.List;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** The result of a statement, with all rows. */
final class LuaResult extends LuaTable {

  private static final LuaTable METHODS = methods();

  private final List<LuaTable> rows;
  private final int columns;
  private int next;

  LuaResult(List<LuaTable> rows, int columns, long count) {
    this.rows = rows;
    this.columns = columns;
    set("nrows", valueOf((double) count));
    set("nfields", columns);
    setmetatable(METHODS);
  }

  private static LuaTable methods() {
    LuaTable all = new LuaTable();
    LuaCall.add(all, "fetch_row", args -> of(args).fetch());
    LuaCall.add(all, "free", args -> LuaValue.TRUE);
    LuaTable meta = new LuaTable();
    meta.set(INDEX, all);
    return meta;
  }

  private static LuaResult of(Varargs args) {
    if (args.arg1() instanceof LuaResult result) {
      return result;
    }
    throw new LuaError("fetch_row() is called without a result: write rs:fetch_row()");
  }

  private LuaValue fetch() {
    return next < rows.size() ? rows.get(next++) : NIL;
  }

  /** Returns the columns of the first row; nil: there is no row. */
  Varargs first() {
    return rows.isEmpty() ? NIL : rows.get(0).unpack(1, columns);
  }
}

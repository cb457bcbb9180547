package io.stallmark.lua.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** The result of a statement, with all rows. */
final class LuaResult extends LuaTable {

  private static final LuaTable METHODS = methods();
  private static final LuaString NROWS = valueOf("nrows");
  private static final LuaString NFIELDS = valueOf("nfields");
  private static final int FIELDS = 2;

  private final @Nullable List<LuaTable> rows;
  private final int columns;
  private int next;

  /**
   * @param rows null: they were only counted
   */
  LuaResult(@Nullable List<LuaTable> rows, int columns, long count) {
    super(0, FIELDS); // else each of its fields would enlarge it
    this.rows = rows;
    this.columns = columns;
    rawset(NROWS, valueOf((double) count));
    if (rows != null) {
      rawset(NFIELDS, valueOf(columns));
    }
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
    List<LuaTable> all = rows();
    return next < all.size() ? all.get(next++) : NIL;
  }

  /** Returns the columns of the first row; nil: there is no row. */
  Varargs first() {
    List<LuaTable> all = rows();
    return all.isEmpty() ? NIL : all.get(0).unpack(1, columns);
  }

  private List<LuaTable> rows() {
    if (rows == null) {
      throw new LuaError("the rows were not read, because fetch_row is no word of the script");
    }
    return rows;
  }
}

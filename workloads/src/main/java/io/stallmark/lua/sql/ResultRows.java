package io.stallmark.lua.sql;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session.TextStatement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;

/** Receives the rows of each reply of a connection. */
final class ResultRows implements TextStatement.Result {

  private byte[] buffer = new byte[256];
  private int columns;
  private List<LuaTable> rows = new ArrayList<>();

  void begin() {
    columns = 0;
    rows = new ArrayList<>();
  }

  @Override
  public void columns(int count) {
    columns = count;
  }

  @Override
  public void row(Row row) throws DbException {
    LuaTable values = new LuaTable(columns, 0);
    for (int i = 0; i < columns; i++) {
      if (!row.isNull(i)) {
        values.set(i + 1, text(row, i));
      }
    }
    rows.add(values);
  }

  private LuaString text(Row row, int column) throws DbException {
    int length = row.getText(column, buffer);
    if (length > buffer.length) {
      buffer = new byte[2 * length];
      row.getText(column, buffer);
    }
    return LuaString.valueOf(Arrays.copyOf(buffer, length));
  }

  /**
   * Returns the result, also of a reply without columns, as sysbench does.
   *
   * @param count rows that were read or changed
   * @param read whether the rows were received
   */
  LuaResult result(long count, boolean read) {
    return new LuaResult(read ? rows : null, columns, count);
  }
}

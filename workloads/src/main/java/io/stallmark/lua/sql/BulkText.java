package io.stallmark.lua.sql;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Buffer;
import org.luaj.vm2.LuaString;

/** Rows of an insert, which is sent when it has about the size that sysbench sends at once. */
final class BulkText {

  private static final int MOST = 512 * 1024;

  private final LuaString insert;
  private @Nullable Buffer rows;
  private int length;
  private String beginning = "";

  BulkText(LuaString insert) {
    this.insert = insert;
  }

  /** Adds a row; returns the text before it, if the row has no space there. */
  @Nullable LuaString add(LuaString row) {
    if (beginning.isEmpty()) {
      beginning = LuaCall.text(insert) + ' ' + LuaCall.text(row);
    }
    LuaString full = length + row.length() + 2 > MOST ? rest() : null;
    Buffer there = rows;
    if (there == null) {
      there = new Buffer(MOST);
      there.append(insert);
      rows = there;
      length = insert.length();
    } else {
      there.append((byte) ',');
    }
    there.append((byte) ' ');
    there.append(row);
    length += row.length() + 2;
    return full;
  }

  /** Returns the insert with its first row, which names all texts: they have 100,000 rows. */
  String beginning() {
    return beginning;
  }

  /** Returns the text that was not returned yet; null: there is none. */
  @Nullable LuaString rest() {
    Buffer there = rows;
    rows = null;
    length = 0;
    return there == null ? null : there.tostring().checkstring();
  }
}

package io.stallmark.transfer.content;

import io.stallmark.model.Column;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import java.util.List;

/** Copies rows of a result into slots, one for each column. Immutable. */
public record RowCopy(List<Column> columns) {

  private static final int LEAST = 64;

  /** Sets the selected row of the values to the row. */
  public void copy(Row row, Args into) throws DbException {
    for (int i = 0; i < columns.size(); i++) {
      Type type = columns.get(i).type();
      if (columns.get(i).isNullable() && row.isNull(i)) {
        into.setNull(i);
      } else if (Type.isSequence(type)) {
        byte[] buffer = into.bytes(i, LEAST);
        int size = row.getText(i, buffer);
        if (size > buffer.length) {
          row.getText(i, into.bytes(i, size));
        }
        into.length(i, size);
      } else if (type instanceof Type.Float64) {
        into.set(i, row.getDouble(i));
      } else {
        into.set(i, row.getLong(i));
      }
    }
  }
}

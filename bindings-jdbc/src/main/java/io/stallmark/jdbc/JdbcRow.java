package io.stallmark.jdbc;

import io.stallmark.model.Op;
import io.stallmark.model.Select;
import io.stallmark.model.Type;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;

/** The current row of a result set. Columns are decoded on access. */
final class JdbcRow implements Row {

  private final ResultSet result;
  private final List<Type> types;
  private final PreparedConnection line;

  /**
   * @param types types of the columns, see {@link #types}
   */
  JdbcRow(ResultSet result, List<Type> types, PreparedConnection line) {
    this.result = result;
    this.types = types;
    this.line = line;
  }

  /** Types of the columns that an operation reads; empty when it reads computed values. */
  static List<Type> types(Op op) {
    return op instanceof Op.Read read && read.select() instanceof Select.Columns columns
        ? columns.names().stream().map(name -> read.table().column(name).type()).toList()
        : List.of();
  }

  private Type type(int column) {
    return types.isEmpty() ? Type.INT64 : types.get(column);
  }

  @Override
  public boolean isNull(int column) throws DbException {
    try {
      return result.getObject(column + 1) == null;
    } catch (SQLException e) {
      throw line.error(e);
    }
  }

  @Override
  public long getLong(int column) throws DbException {
    Type type = type(column);
    int index = column + 1;
    try {
      if (type instanceof Type.Decimal decimal) {
        return result
            .getBigDecimal(index)
            .setScale(decimal.scale())
            .unscaledValue()
            .longValueExact();
      } else if (type instanceof Type.Bool) {
        return result.getBoolean(index) ? 1 : 0;
      } else if (type instanceof Type.Date) {
        return result.getObject(index, LocalDate.class).toEpochDay();
      } else if (type instanceof Type.Timestamp) {
        return result
            .getObject(index, LocalDateTime.class)
            .toInstant(ZoneOffset.UTC)
            .toEpochMilli();
      }
      return result.getLong(index);
    } catch (SQLException e) {
      throw line.error(e);
    }
  }

  @Override
  public double getDouble(int column) throws DbException {
    try {
      return result.getDouble(column + 1);
    } catch (SQLException e) {
      throw line.error(e);
    }
  }

  @Override
  public int getText(int column, byte[] into) throws DbException {
    Type type = type(column);
    try {
      byte[] bytes =
          type instanceof Type.Varchar || type instanceof Type.Document
              ? result.getString(column + 1).getBytes(StandardCharsets.UTF_8)
              : line.dialect().text(result, column + 1);
      System.arraycopy(bytes, 0, into, 0, Math.min(bytes.length, into.length));
      return bytes.length;
    } catch (SQLException e) {
      throw line.error(e);
    }
  }
}

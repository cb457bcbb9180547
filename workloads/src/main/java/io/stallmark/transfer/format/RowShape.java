package io.stallmark.transfer.format;

import io.stallmark.model.Column;
import io.stallmark.model.Type;
import io.stallmark.text.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bson.BsonType;

/** The columns of a table as the fields of its documents, in declared order. Immutable. */
public final class RowShape {

  /** Field of documents that contains the primary key. */
  private static final String KEY = "_id";

  /** Number of columns that a mask of 64 bits can represent. */
  private static final int MOST_COLUMNS = 64;

  /** Milliseconds of a day. */
  static final long DAY = 86_400_000;

  /** How the values of a column are written. */
  enum Form {
    INT32(BsonType.INT32),
    INT64(BsonType.INT64),
    FLOAT64(BsonType.DOUBLE),
    BOOLEAN(BsonType.BOOLEAN),
    DATE(BsonType.DATE_TIME),
    TIMESTAMP(BsonType.DATE_TIME),
    TEXT(BsonType.STRING),
    BYTES(BsonType.BINARY);

    private final BsonType bson;

    Form(BsonType bson) {
      this.bson = bson;
    }

    /** Type of the values in BSON. */
    BsonType bson() {
      return bson;
    }

    private static Form of(Type type) {
      if (Type.isNarrow(type) || Type.isWide(type)) {
        return Type.isWide(type) ? INT64 : INT32;
      }
      Form form = OTHERS.get(type.getClass());
      if (form == null) {
        throw new RefusedException("No file contains values of " + type);
      }
      return form;
    }
  }

  /** Forms of types that are no integers. */
  private static final Map<Class<?>, Form> OTHERS =
      Map.of(
          Type.Float64.class, Form.FLOAT64,
          Type.Bool.class, Form.BOOLEAN,
          Type.Date.class, Form.DATE,
          Type.Timestamp.class, Form.TIMESTAMP,
          Type.Varchar.class, Form.TEXT,
          Type.Other.class, Form.TEXT,
          Type.Bytes.class, Form.BYTES);

  /**
   * A column as the field of a document.
   *
   * @param encoded the name in UTF-8
   * @param most maximum length of a value: characters of a text, otherwise bytes
   */
  record Field(String name, byte[] encoded, Form form, boolean nullable, int most) {

    private static Field of(String name, Column column) {
      return new Field(
          name,
          name.getBytes(StandardCharsets.UTF_8),
          Form.of(column.type()),
          column.isNullable(),
          most(column.type()));
    }

    private static int most(Type type) {
      if (type instanceof Type.Varchar text) {
        return text.length();
      }
      return type instanceof Type.Other other ? other.length() : (int) Type.mostBytes(type);
    }
  }

  private final boolean converts;
  private final List<Field> fields = new ArrayList<>();
  private final List<String> names;

  /** Creates the shape of documents whose first field is the primary key, {@code _id}. */
  public RowShape(List<Column> columns) {
    this(columns, KEY, false);
  }

  /**
   * Creates the shape of documents whose fields have the names of the columns, of a table of the
   * user's. In JSON, a number can be the text of a column, and a truth value its integer.
   *
   * @throws RefusedException if there are more columns than a row of a file can have
   */
  public static RowShape named(List<Column> columns) {
    if (columns.size() > MOST_COLUMNS) {
      throw new RefusedException(
          "The table has %d columns, and a file can have %d", columns.size(), MOST_COLUMNS);
    }
    return new RowShape(columns, columns.get(0).name(), true);
  }

  private RowShape(List<Column> columns, String first, boolean converts) {
    this.converts = converts;
    for (Column column : columns) {
      fields.add(Field.of(fields.isEmpty() ? first : column.name(), column));
    }
    names = fields.stream().map(Field::name).toList();
  }

  boolean converts() {
    return converts;
  }

  int count() {
    return names.size();
  }

  List<String> names() {
    return names;
  }

  Field field(int column) {
    return fields.get(column);
  }

  Form form(int column) {
    return fields.get(column).form();
  }

  /** Index of the column with this name, which is probably {@code likely}; -1: none. */
  int find(String name, int likely) {
    return likely < count() && names.get(likely).equals(name) ? likely : names.indexOf(name);
  }

  /** As the other method, for an encoded name. */
  int find(byte[] bytes, int from, int to, int likely) {
    for (int i = likely; i < likely + count(); i++) {
      byte[] name = fields.get(i % count()).encoded();
      if (Arrays.equals(name, 0, name.length, bytes, from, to)) {
        return i % count();
      }
    }
    return -1;
  }
}

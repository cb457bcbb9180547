package io.stallmark.transfer.format;

import io.stallmark.model.Column;
import io.stallmark.model.Type;
import io.stallmark.text.Text;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
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

    private final BsonType type;

    Form(BsonType type) {
      this.type = type;
    }

    /** Type of the values in BSON. */
    BsonType type() {
      return type;
    }

    private static Form of(Type type) {
      if (Type.isNarrow(type)) {
        return INT32;
      } else if (Type.isWide(type)) {
        return INT64;
      } else if (type instanceof Type.Float64) {
        return FLOAT64;
      } else if (type instanceof Type.Bool) {
        return BOOLEAN;
      } else if (type instanceof Type.Date) {
        return DATE;
      } else if (type instanceof Type.Timestamp) {
        return TIMESTAMP;
      } else if (type instanceof Type.Varchar || type instanceof Type.Other) {
        return TEXT;
      } else if (type instanceof Type.Bytes) {
        return BYTES;
      }
      throw new IllegalArgumentException("No file contains values of " + type);
    }
  }

  private final boolean converts;
  private final List<String> names;
  private final byte[][] encoded;
  private final Form[] forms;
  private final boolean[] nullable;
  private final int[] most;

  /** Creates the shape of documents whose first field is the primary key, {@code _id}. */
  public RowShape(List<Column> columns) {
    this(columns, KEY, false);
  }

  /**
   * Creates the shape of documents whose fields have the names of the columns, of a table of the
   * user's. In JSON, a number can be the text of a column, and a truth value its integer.
   *
   * @throws IllegalArgumentException if there are more columns than a row of a file can have
   */
  public static RowShape named(List<Column> columns) {
    if (columns.size() > MOST_COLUMNS) {
      throw new IllegalArgumentException(
          Text.format(
              "The table has %d columns, and a file can have %d", columns.size(), MOST_COLUMNS));
    }
    return new RowShape(columns, columns.get(0).name(), true);
  }

  private RowShape(List<Column> columns, String first, boolean converts) {
    this.converts = converts;
    int count = columns.size();
    names = Stream.concat(Stream.of(first), columns.stream().skip(1).map(Column::name)).toList();
    encoded = new byte[count][];
    forms = new Form[count];
    nullable = new boolean[count];
    most = new int[count];
    for (int i = 0; i < count; i++) {
      Type type = columns.get(i).type();
      encoded[i] = names.get(i).getBytes(StandardCharsets.UTF_8);
      forms[i] = Form.of(type);
      nullable[i] = columns.get(i).isNullable();
      most[i] = most(type);
    }
  }

  private static int most(Type type) {
    if (type instanceof Type.Varchar text) {
      return text.length();
    }
    return type instanceof Type.Other other ? other.length() : (int) Type.mostBytes(type);
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

  String name(int column) {
    return names.get(column);
  }

  byte[] encodedName(int column) {
    return encoded[column];
  }

  Form form(int column) {
    return forms[column];
  }

  boolean nullable(int column) {
    return nullable[column];
  }

  /** Maximum length of a value: characters of a text, otherwise bytes. */
  int most(int column) {
    return most[column];
  }

  /** Index of the column with this name, which is probably {@code likely}; -1: none. */
  int find(String name, int likely) {
    return likely < count() && names.get(likely).equals(name) ? likely : names.indexOf(name);
  }

  /** As the other method, for an encoded name. */
  int find(byte[] bytes, int from, int to, int likely) {
    for (int i = likely; i < likely + count(); i++) {
      byte[] name = encoded[i % count()];
      if (Arrays.equals(name, 0, name.length, bytes, from, to)) {
        return i % count();
      }
    }
    return -1;
  }
}

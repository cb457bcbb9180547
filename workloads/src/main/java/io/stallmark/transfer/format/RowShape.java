package io.stallmark.transfer.format;

import io.stallmark.model.Column;
import io.stallmark.model.Type;
import io.stallmark.text.Text;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The columns of a table as the fields of its documents, in declared order. Immutable. */
public final class RowShape {

  /** Field of documents that contains the primary key. */
  private static final String KEY = "_id";

  /** Number of columns that a mask of 64 bits can represent. */
  private static final int MOST_COLUMNS = 64;

  /** How the values of a column are written. */
  enum Form {
    INT32,
    INT64,
    FLOAT64,
    BOOLEAN,
    DATE,
    TIMESTAMP,
    TEXT,
    BYTES;

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
  private final String[] names;
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
    names = new String[count];
    encoded = new byte[count][];
    forms = new Form[count];
    nullable = new boolean[count];
    most = new int[count];
    for (int i = 0; i < count; i++) {
      Type type = columns.get(i).type();
      names[i] = i == 0 ? first : columns.get(i).name();
      encoded[i] = names[i].getBytes(StandardCharsets.UTF_8);
      forms[i] = Form.of(type);
      nullable[i] = columns.get(i).isNullable();
      most[i] = most(type);
    }
  }

  /** Maximum length of a value: characters of a text, otherwise bytes. */
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
    return names.length;
  }

  String name(int column) {
    return names[column];
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

  /** Index of the column with this name, which is probably {@code likely}; -1: none. */
  int find(String name, int likely) {
    if (likely < names.length && names[likely].equals(name)) {
      return likely;
    }
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** As the other method, for an encoded name. */
  int find(byte[] bytes, int from, int to, int likely) {
    if (likely < names.length && isName(likely, bytes, from, to)) {
      return likely;
    }
    for (int i = 0; i < names.length; i++) {
      if (isName(i, bytes, from, to)) {
        return i;
      }
    }
    return -1;
  }

  private boolean isName(int column, byte[] bytes, int from, int to) {
    byte[] name = encoded[column];
    return java.util.Arrays.equals(name, 0, name.length, bytes, from, to);
  }

  /** What is wrong with a number as the value of a column; empty: nothing. */
  String complaint(int column, long number) {
    return forms[column] == Form.INT32 && number != (int) number
        ? "field " + names[column] + " does not fit into 32 bits: " + number
        : "";
  }

  /** What is wrong with a value of text or bytes; empty: nothing. */
  String complaint(int column, byte[] bytes, int from, int to) {
    if (forms[column] == Form.BYTES) {
      return to - from <= most[column] ? "" : tooLong(column, " bytes");
    }
    int characters = TextValues.characters(bytes, from, to);
    if (characters < 0) {
      return "field " + names[column] + " is not valid UTF-8";
    }
    return characters <= most[column] ? "" : tooLong(column, " characters");
  }

  private String tooLong(int column, String unit) {
    return "field " + names[column] + " has more than " + most[column] + unit;
  }

  /**
   * What is wrong with a document without some fields; empty: nothing, the others are NULL.
   *
   * @param seen bit of each field that the document has
   */
  String missing(long seen) {
    for (int i = 0; i < names.length; i++) {
      if ((seen & (1L << i)) == 0 && !nullable[i]) {
        return "field " + names[i] + " is missing";
      }
    }
    return "";
  }
}

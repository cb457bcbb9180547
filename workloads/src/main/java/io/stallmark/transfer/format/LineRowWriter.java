package io.stallmark.transfer.format;

import io.stallmark.spi.Args;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/** Writes rows as lines of values between delimiters. */
record LineRowWriter(List<String> names, CsvSyntax syntax, ValueWriter values)
    implements RowWriter {

  /** First byte of what looks like the mark of the file. */
  private static final byte MARK = (byte) 0xEF;

  /** Byte after the backslash, by the byte that it stands for; 0: it needs no escape. */
  private static final byte[] ESCAPES = new byte[256];

  static {
    ESCAPES['\t'] = 't';
    ESCAPES['\n'] = 'n';
    ESCAPES['\r'] = 'r';
    ESCAPES['\\'] = '\\';
    ESCAPES[0] = '0';
  }

  /** Writes a value of a row. */
  private interface ValueWriter {

    /** Returns false if the value is NULL, and appends nothing then. */
    boolean write(Args row, int index, int column, OutputBytes out);
  }

  /** Writes the bytes of a text. */
  private interface TextWriter {
    void write(byte[] bytes, int length, OutputBytes out);
  }

  private static LineRowWriter of(RowShape shape, CsvSyntax syntax, TextWriter text) {
    return new LineRowWriter(
        shape.names(),
        syntax,
        (row, index, column, out) -> {
          if (row.isNull(index, column)) {
            return false;
          }
          value(shape.form(column), row, index, column, text, out);
          return true;
        });
  }

  /** Lines of values between tabs, with the escapes of MySQL's LOAD DATA. */
  static LineRowWriter tsv(RowShape shape) {
    return of(shape, new CsvSyntax('\t', "\\N", false), LineRowWriter::escaped);
  }

  /** Lines of CSV, after a line with the names of the columns. */
  static LineRowWriter csv(RowShape shape, CsvSyntax syntax) {
    return of(shape, syntax, (bytes, length, out) -> syntax.text(bytes, length, false, out));
  }

  /**
   * Lines of CSV with some fields of whole documents. Strings are quoted, so that no number is one.
   */
  static LineRowWriter csv(List<CsvField> fields, CsvSyntax syntax) {
    return new LineRowWriter(
        fields.stream().map(CsvField::name).toList(),
        syntax,
        (row, index, column, out) -> {
          BsonValue value =
              fields
                  .get(column)
                  .get(new RawBsonDocument(row.getText(index, 0), 0, row.getLength(index, 0)));
          if (value == null || value.isNull()) {
            return false;
          }
          byte[] text = CsvField.text(value).getBytes(StandardCharsets.UTF_8);
          syntax.text(text, text.length, value.isString(), out);
          return true;
        });
  }

  @Override
  public void begin(OutputBytes out) {
    for (int i = 0; syntax.header() && i < names.size(); i++) {
      byte[] name = names.get(i).getBytes(StandardCharsets.UTF_8);
      syntax.text(name, name.length, false, out);
      end(i, out);
    }
  }

  @Override
  public void write(Args row, int index, OutputBytes out) {
    for (int i = 0; i < names.size(); i++) {
      if (!values.write(row, index, i, out)) {
        out.ascii(syntax.absent());
      }
      end(i, out);
    }
  }

  private void end(int column, OutputBytes out) {
    out.int8(column < names.size() - 1 ? syntax.delimiter() : '\n');
  }

  private static void value(
      RowShape.Form form, Args row, int index, int column, TextWriter text, OutputBytes out) {
    switch (form) {
      case TEXT, BYTES -> text.write(row.getText(index, column), row.getLength(index, column), out);
      case FLOAT64 -> out.real(row.getDouble(index, column));
      case DATE -> out.date(row.getLong(index, column));
      case TIMESTAMP -> out.dateTime(row.getLong(index, column), ' ');
      default -> out.decimal(row.getLong(index, column));
    }
  }

  private static void escaped(byte[] bytes, int length, OutputBytes out) {
    byte[] to = out.reserve(2 * length);
    int at = out.length();
    int copied = 0;
    for (int i = 0; i < length; i++) {
      byte escape = ESCAPES[bytes[i] & 0xFF];
      if (escape != 0 || (i == 0 && bytes[0] == MARK)) {
        System.arraycopy(bytes, copied, to, at, i - copied);
        at += i - copied;
        to[at++] = '\\';
        to[at++] = escape != 0 ? escape : MARK;
        copied = i + 1;
      }
    }
    System.arraycopy(bytes, copied, to, at, length - copied);
    out.length(at + length - copied);
  }
}

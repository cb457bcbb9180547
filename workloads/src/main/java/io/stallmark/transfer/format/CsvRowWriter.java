package io.stallmark.transfer.format;

import io.stallmark.spi.Args;

/** Writes rows as lines of CSV, after a line with the names of the columns. */
final class CsvRowWriter implements RowWriter {

  private final RowShape shape;
  private final CsvSyntax syntax;

  CsvRowWriter(RowShape shape, CsvSyntax syntax) {
    this.shape = shape;
    this.syntax = syntax;
  }

  @Override
  public void begin(OutputBytes out) {
    for (int i = 0; syntax.header() && i < shape.count(); i++) {
      byte[] name = shape.encodedName(i);
      syntax.text(name, name.length, false, out);
      out.int8(i < shape.count() - 1 ? syntax.delimiter() : '\n');
    }
  }

  @Override
  public void write(Args values, int row, OutputBytes out) {
    for (int i = 0; i < shape.count(); i++) {
      if (values.isNull(row, i)) {
        out.ascii(syntax.absent());
      } else {
        switch (shape.form(i)) {
          case TEXT, BYTES ->
              syntax.text(values.getText(row, i), values.getLength(row, i), false, out);
          default -> TsvRowWriter.number(shape.form(i), values, row, i, out);
        }
      }
      out.int8(i < shape.count() - 1 ? syntax.delimiter() : '\n');
    }
  }
}

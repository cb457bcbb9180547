package io.stallmark.transfer.format;

import io.stallmark.spi.Args;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/**
 * Writes some fields of documents as lines of CSV. Strings are quoted, so that no number is one.
 */
final class CsvDocumentWriter implements RowWriter {

  private final List<CsvField> fields;
  private final CsvSyntax syntax;

  CsvDocumentWriter(List<CsvField> fields, CsvSyntax syntax) {
    this.fields = fields;
    this.syntax = syntax;
  }

  @Override
  public void begin(OutputBytes out) {
    for (int i = 0; syntax.header() && i < fields.size(); i++) {
      text(fields.get(i).name(), false, out);
      end(i, out);
    }
  }

  @Override
  public void write(Args values, int row, OutputBytes out) {
    RawBsonDocument document =
        new RawBsonDocument(values.getText(row, 0), 0, values.getLength(row, 0));
    for (int i = 0; i < fields.size(); i++) {
      BsonValue value = fields.get(i).get(document);
      if (value == null || value.isNull()) {
        out.ascii(syntax.absent());
      } else {
        text(CsvField.text(value), value.isString(), out);
      }
      end(i, out);
    }
  }

  private void text(String text, boolean quoted, OutputBytes out) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    syntax.text(bytes, bytes.length, quoted, out);
  }

  private void end(int field, OutputBytes out) {
    out.int8(field < fields.size() - 1 ? syntax.delimiter() : '\n');
  }
}

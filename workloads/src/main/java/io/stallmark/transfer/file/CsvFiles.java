package io.stallmark.transfer.file;

import io.stallmark.transfer.format.CsvField;
import io.stallmark.transfer.format.CsvSyntax;
import io.stallmark.transfer.format.FileFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * CSV files, read as files of a format that has a parser for batches. Thread-safe.
 *
 * @param columns names of the fields that are read
 * @param format format of the lines
 */
public record CsvFiles(
    DocumentSource files,
    CsvSyntax syntax,
    List<String> columns,
    FileFormat format,
    CsvRecords.LineWriter writer)
    implements DocumentSource {

  private static final JsonWriterSettings EXACT =
      JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

  /** Rows of a table with these columns, as lines between tabs. */
  public static CsvFiles rows(DocumentSource files, CsvSyntax syntax, List<String> columns) {
    return new CsvFiles(
        files,
        syntax,
        columns,
        FileFormat.TSV,
        (fields, index, to) -> {
          for (int i = 0; i < index.length; i++) {
            if (fields.isAbsent(index[i], syntax)) {
              to.write('\\');
              to.write('N');
            } else {
              escape(fields.bytes(index[i]), to);
            }
            to.write(i < index.length - 1 ? '\t' : '\n');
          }
        });
  }

  /**
   * A line feed stays one, so that the numbers of lines remain those of the file. What looks like a
   * byte order mark is the first value's own.
   */
  private static void escape(byte[] value, ByteArrayOutputStream to) {
    if (value.length > 0 && value[0] == (byte) 0xEF) {
      to.write('\\');
    }
    for (byte b : value) {
      switch (b) {
        case '\t' -> to.writeBytes(new byte[] {'\\', 't'});
        case '\r' -> to.writeBytes(new byte[] {'\\', 'r'});
        case 0 -> to.writeBytes(new byte[] {'\\', '0'});
        case '\n', '\\' -> to.writeBytes(new byte[] {'\\', b});
        default -> to.write(b);
      }
    }
  }

  /** Documents with these fields, as lines of JSON. A field that is NULL is left out. */
  public static CsvFiles documents(
      DocumentSource files, CsvSyntax syntax, List<CsvField> declared) {
    return new CsvFiles(
        files,
        syntax,
        declared.stream().map(CsvField::name).toList(),
        FileFormat.JSONL,
        (fields, index, to) -> {
          BsonDocument document = new BsonDocument();
          IntStream.range(0, index.length)
              .filter(i -> !fields.isAbsent(index[i], syntax))
              .forEach(
                  i ->
                      declared
                          .get(i)
                          .set(document, fields.utf8(index[i]), fields.isQuoted(index[i])));
          to.writeBytes((document.toJson(EXACT) + "\n").getBytes(StandardCharsets.UTF_8));
        });
  }

  /**
   * Returns the names in the first line of the first file.
   *
   * @throws IOException if it cannot be read
   */
  public static List<String> header(DocumentSource files, CsvSyntax syntax) throws IOException {
    String name = files.names().get(0);
    try (InputStream in = files.input(name)) {
      return CsvRecords.header(in, name, syntax);
    }
  }

  @Override
  public List<String> names() {
    return files.names();
  }

  @Override
  public InputStream input(String name) throws IOException {
    return new CsvRecords(files.input(name), name, syntax, columns, writer);
  }

  @Override
  public long firstLine() {
    return syntax.header() ? 2 : 1;
  }
}

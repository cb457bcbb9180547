package io.stallmark.transfer.format;

import io.stallmark.spi.Args;
import io.stallmark.spi.workload.Setting;
import io.stallmark.text.RefusedException;
import java.util.List;
import java.util.Locale;

/** A format of files with documents. */
public enum FileFormat {
  /** Consecutive BSON documents, as of mongodump. */
  BSON,
  /** Lines of extended JSON, as of mongoexport. */
  JSONL,
  /** Lines of values between tabs, as of SELECT … INTO OUTFILE. */
  TSV,
  /** Comma-separated values of RFC 4180. They are read as lines of another format. */
  CSV;

  private static final String NEEDS_COLUMNS =
      "The format tsv needs columns, which a collection does not have: take bson, jsonl, or csv with the columns";

  /** Formats that need no options. */
  public static List<String> plainWords() {
    return Setting.names(FileFormat.class).stream()
        .filter(word -> !word.equals(Setting.word(CSV)))
        .toList();
  }

  public static FileFormat of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** Whether each line is a document; false: a document begins with its length. */
  public boolean hasLines() {
    return this != BSON;
  }

  /**
   * Creates a writer, for one thread.
   *
   * @param syntax rules of CSV
   */
  public RowWriter writer(RowShape shape, CsvSyntax syntax) {
    return switch (this) {
      case BSON -> new BsonRowWriter(shape);
      case JSONL -> new JsonRowWriter(shape);
      case TSV -> LineRowWriter.tsv(shape);
      case CSV -> LineRowWriter.csv(shape, syntax);
    };
  }

  /** Creates a parser, for one thread; of CSV, of the lines that {@code CsvFiles} makes of it. */
  public RowParser parser(RowShape shape) {
    return switch (this) {
      case BSON -> (batch, into) -> new BsonRowParser(shape, batch, into).parse();
      case JSONL -> (batch, into) -> new JsonRowParser(shape, batch, into).parse();
      case TSV, CSV -> (batch, into) -> new TsvRowParser(shape, batch, into).parse();
    };
  }

  /**
   * Creates a writer of whole documents, each the only value of its row, for one thread.
   *
   * @param fields fields that are written as CSV
   * @throws RefusedException if the format needs columns
   */
  public RowWriter documentWriter(List<CsvField> fields, CsvSyntax syntax) {
    return switch (this) {
      case BSON -> WholeDocuments::writeBson;
      case JSONL -> WholeDocuments::writeJson;
      case TSV -> throw new RefusedException(NEEDS_COLUMNS);
      case CSV -> {
        if (fields.isEmpty()) {
          throw new RefusedException(NEEDS_COLUMNS);
        }
        yield LineRowWriter.csv(fields, syntax);
      }
    };
  }

  /** As {@link #documentWriter}, a parser. */
  public RowParser documentParser() {
    return switch (this) {
      case BSON -> WholeDocuments::parseBson;
      case JSONL -> WholeDocuments::parseJson;
      case TSV, CSV -> throw new RefusedException(NEEDS_COLUMNS);
    };
  }

  /** Whether the whole document in a row of values has an {@code _id}. */
  public static boolean hasKey(Args values, int row) {
    return WholeDocuments.hasKey(values, row);
  }
}

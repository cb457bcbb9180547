package io.stallmark.mongo.command;

import io.stallmark.spi.DbException;
import io.stallmark.spi.RowSink;
import java.util.stream.Stream;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocument;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.jspecify.annotations.Nullable;

/**
 * A server's reply, read into one buffer that all replies of a session share. It is a codec that
 * copies the bytes from the driver without decoding; values are decoded on access. Not thread-safe.
 */
public final class CommandReply implements Codec<CommandReply> {

  /** Fields of a reply, in the order of {@link #NAMES}. */
  private enum Field {
    CURSOR,
    VALUE,
    VALUES,
    N,
    MODIFIED,
    UPSERTED,
    WRITE_ERRORS,
    CONCERN_ERROR
  }

  private static final byte[][] NAMES =
      BsonBytes.names(
          Stream.of(
              "cursor value values n nModified upserted writeErrors writeConcernError".split(" ")));
  private static final byte[][] CURSOR_NAMES =
      BsonBytes.names(Stream.of("id", "firstBatch", "nextBatch"));
  private static final int CURSOR_ID = 0;

  private final BsonBytes bytes = new BsonBytes(16 * 1024);
  private final byte[] types = new byte[NAMES.length];
  private final int[] values = new int[NAMES.length];
  private final byte[] cursorTypes = new byte[CURSOR_NAMES.length];
  private final int[] cursorValues = new int[CURSOR_NAMES.length];

  @Override
  public CommandReply decode(BsonReader reader, DecoderContext context) {
    bytes.receive(((BsonBinaryReader) reader).getBsonInput());
    bytes.find(0, NAMES, types, values);
    if (has(Field.CURSOR)) {
      bytes.find(value(Field.CURSOR), CURSOR_NAMES, cursorTypes, cursorValues);
    }
    return this;
  }

  private boolean has(Field field) {
    return types[field.ordinal()] != 0;
  }

  private int value(Field field) {
    return values[field.ordinal()];
  }

  private long number(Field field) {
    return bytes.integer(types[field.ordinal()], value(field));
  }

  /** Id of the cursor with the remaining rows; 0: there are no more rows. */
  public long cursor() {
    return has(Field.CURSOR) && cursorTypes[CURSOR_ID] != 0
        ? bytes.integer(cursorTypes[CURSOR_ID], cursorValues[CURSOR_ID])
        : 0;
  }

  /** Number of documents inserted, changed or deleted. */
  public long affected() {
    if (has(Field.MODIFIED)) {
      return number(Field.MODIFIED);
    }
    return has(Field.N) ? number(Field.N) : 0;
  }

  /** Whether an update has inserted a document, because none matched. */
  public boolean isUpserted() {
    return has(Field.UPSERTED) && bytes.type(value(Field.UPSERTED) + Integer.BYTES) != 0;
  }

  /** First write error, {@code {index, code, errmsg}}; null: none. */
  public @Nullable BsonDocument writeError() {
    int first = value(Field.WRITE_ERRORS) + Integer.BYTES;
    return has(Field.WRITE_ERRORS) && bytes.type(first) != 0
        ? bytes.document(bytes.value(first))
        : null;
  }

  /** Write concern error, {@code {code, errmsg}}; null: none. */
  public @Nullable BsonDocument writeConcernError() {
    return has(Field.CONCERN_ERROR) ? bytes.document(value(Field.CONCERN_ERROR)) : null;
  }

  /**
   * Iterates over the rows of this batch, or over the document that a {@code findAndModify} has
   * replaced.
   *
   * @param row flyweight that is set to each row in turn
   * @param sink receives each row; null: the rows are only counted
   * @return number of rows
   */
  public long rows(DocumentRow row, @Nullable RowSink sink) throws DbException {
    if (types[Field.VALUE.ordinal()] == BsonBytes.DOCUMENT) {
      pass(BsonBytes.DOCUMENT, value(Field.VALUE), row, sink);
      return 1;
    }
    if (!has(Field.VALUES) && !has(Field.CURSOR)) {
      return 0;
    }
    long count = 0;
    int at = batch() + Integer.BYTES;
    while (bytes.type(at) != 0) {
      byte type = bytes.type(at);
      int value = bytes.value(at);
      pass(type, value, row, sink);
      at = bytes.end(type, value);
      count++;
    }
    return count;
  }

  private void pass(byte type, int value, DocumentRow row, @Nullable RowSink sink)
      throws DbException {
    if (sink != null) {
      row.turnTo(bytes, type, value);
      sink.row(row);
    }
  }

  /** Offset of the array of rows. */
  private int batch() {
    if (has(Field.VALUES)) {
      return value(Field.VALUES);
    }
    return cursorTypes[1] != 0 ? cursorValues[1] : cursorValues[2];
  }

  @Override
  public void encode(BsonWriter writer, CommandReply value, EncoderContext context) {
    throw new UnsupportedOperationException("A reply is never sent");
  }

  @Override
  public Class<CommandReply> getEncoderClass() {
    return CommandReply.class;
  }
}

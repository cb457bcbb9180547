package io.stallmark.mongo.command;

import io.stallmark.spi.DbException;
import io.stallmark.spi.RowSink;
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

  private static final byte[] CURSOR = BsonBytes.name("cursor");
  private static final byte[] ID = BsonBytes.name("id");
  private static final byte[] FIRST_BATCH = BsonBytes.name("firstBatch");
  private static final byte[] NEXT_BATCH = BsonBytes.name("nextBatch");
  private static final byte[] VALUE = BsonBytes.name("value");
  private static final byte[] VALUES = BsonBytes.name("values");
  private static final byte[] N = BsonBytes.name("n");
  private static final byte[] MODIFIED = BsonBytes.name("nModified");
  private static final byte[] UPSERTED = BsonBytes.name("upserted");
  private static final byte[] WRITE_ERRORS = BsonBytes.name("writeErrors");
  private static final byte[] CONCERN_ERROR = BsonBytes.name("writeConcernError");

  private static final int ABSENT = -1;

  private final BsonBytes bytes = new BsonBytes(16 * 1024);
  private long cursor;
  private long affected;
  private boolean upserted;
  private int rows;
  private int replaced;
  private int writeErrors;
  private int concernError;

  @Override
  public CommandReply decode(BsonReader reader, DecoderContext context) {
    bytes.receive(((BsonBinaryReader) reader).getBsonInput());
    scan();
    return this;
  }

  /** Id of the cursor with the remaining rows; 0: there are no more rows. */
  public long cursor() {
    return cursor;
  }

  /** Number of documents inserted, changed or deleted. */
  public long affected() {
    return affected;
  }

  /** Whether an update has inserted a document, because none matched. */
  public boolean isUpserted() {
    return upserted;
  }

  /** First write error, {@code {index, code, errmsg}}; null: none. */
  public @Nullable BsonDocument writeError() {
    if (writeErrors == ABSENT) {
      return null;
    }
    int first = writeErrors + Integer.BYTES;
    return bytes.type(first) == 0 ? null : bytes.document(bytes.value(first));
  }

  /** Write concern error, {@code {code, errmsg}}; null: none. */
  public @Nullable BsonDocument writeConcernError() {
    return concernError == ABSENT ? null : bytes.document(concernError);
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
    if (replaced != ABSENT && sink != null) {
      row.turnTo(bytes, BsonBytes.DOCUMENT, replaced);
      sink.row(row);
    }
    if (rows == ABSENT) {
      return replaced == ABSENT ? 0 : 1;
    }
    long count = 0;
    int at = rows + Integer.BYTES;
    while (bytes.type(at) != 0) {
      byte type = bytes.type(at);
      int value = bytes.value(at);
      if (sink != null) {
        row.turnTo(bytes, type, value);
        sink.row(row);
      }
      at = bytes.end(type, value);
      count++;
    }
    return count;
  }

  private void scan() {
    cursor = 0;
    affected = 0;
    upserted = false;
    rows = ABSENT;
    replaced = ABSENT;
    writeErrors = ABSENT;
    concernError = ABSENT;
    boolean modified = false;
    int at = Integer.BYTES;
    while (bytes.type(at) != 0) {
      byte type = bytes.type(at);
      int value = bytes.value(at);
      if (bytes.hasName(at, CURSOR)) {
        scanCursor(value);
      } else if (bytes.hasName(at, VALUES)) {
        rows = value;
      } else if (bytes.hasName(at, VALUE)) {
        replaced = type == BsonBytes.DOCUMENT ? value : ABSENT;
      } else if (bytes.hasName(at, MODIFIED)) {
        affected = bytes.integer(type, value);
        modified = true;
      } else if (bytes.hasName(at, N) && !modified) {
        affected = bytes.integer(type, value);
      } else if (bytes.hasName(at, UPSERTED)) {
        upserted = bytes.type(value + Integer.BYTES) != 0;
      } else if (bytes.hasName(at, WRITE_ERRORS)) {
        writeErrors = value;
      } else if (bytes.hasName(at, CONCERN_ERROR)) {
        concernError = value;
      }
      at = bytes.end(type, value);
    }
  }

  private void scanCursor(int document) {
    int at = document + Integer.BYTES;
    while (bytes.type(at) != 0) {
      byte type = bytes.type(at);
      int value = bytes.value(at);
      if (bytes.hasName(at, ID)) {
        cursor = bytes.integer(type, value);
      } else if (bytes.hasName(at, FIRST_BATCH) || bytes.hasName(at, NEXT_BATCH)) {
        rows = value;
      }
      at = bytes.end(type, value);
    }
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

package io.stallmark.mongo.command;

import io.stallmark.spi.DbException;
import io.stallmark.spi.RowSink;
import java.nio.charset.StandardCharsets;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocument;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.RawBsonDocument;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BsonInput;
import org.jspecify.annotations.Nullable;

/**
 * A server's reply, read into one buffer that all replies of a session share. It is a codec that
 * copies the bytes from the driver without decoding; values are decoded on access. Not thread-safe.
 */
public final class CommandReply implements Codec<CommandReply> {

  private static final byte[] CURSOR = name("cursor");
  private static final byte[] ID = name("id");
  private static final byte[] FIRST_BATCH = name("firstBatch");
  private static final byte[] NEXT_BATCH = name("nextBatch");
  private static final byte[] VALUES = name("values");
  private static final byte[] N = name("n");
  private static final byte[] MODIFIED = name("nModified");
  private static final byte[] UPSERTED = name("upserted");
  private static final byte[] WRITE_ERRORS = name("writeErrors");
  private static final byte[] CONCERN_ERROR = name("writeConcernError");

  private static final int ABSENT = -1;

  private byte[] bytes = new byte[16 * 1024];
  private int length;
  private long cursor;
  private long affected;
  private boolean upserted;
  private int rows;
  private int writeErrors;
  private int concernError;

  @Override
  public CommandReply decode(BsonReader reader, DecoderContext context) {
    BsonInput input = ((BsonBinaryReader) reader).getBsonInput();
    length = input.readInt32();
    if (bytes.length < length) {
      bytes = new byte[Math.max(length, 2 * bytes.length)];
    }
    BsonBytes.putInt(bytes, 0, length);
    input.readBytes(bytes, Integer.BYTES, length - Integer.BYTES);
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
    return bytes[first] == 0 ? null : document(BsonBytes.value(bytes, first));
  }

  /** Write concern error, {@code {code, errmsg}}; null: none. */
  public @Nullable BsonDocument writeConcernError() {
    return concernError == ABSENT ? null : document(concernError);
  }

  /**
   * Iterates over the rows of this batch.
   *
   * @param row flyweight that is set to each row in turn
   * @param sink receives each row; null: the rows are only counted
   * @return number of rows
   */
  public long rows(DocumentRow row, @Nullable RowSink sink) throws DbException {
    if (rows == ABSENT) {
      return 0;
    }
    long count = 0;
    int at = rows + Integer.BYTES;
    while (bytes[at] != 0) {
      byte type = bytes[at];
      int value = BsonBytes.value(bytes, at);
      if (sink != null) {
        row.turnTo(bytes, type, value);
        sink.row(row);
      }
      at = BsonBytes.end(bytes, type, value);
      count++;
    }
    return count;
  }

  private void scan() {
    cursor = 0;
    affected = 0;
    upserted = false;
    rows = ABSENT;
    writeErrors = ABSENT;
    concernError = ABSENT;
    boolean modified = false;
    int at = Integer.BYTES;
    while (bytes[at] != 0) {
      byte type = bytes[at];
      int value = BsonBytes.value(bytes, at);
      if (BsonBytes.hasName(bytes, at, CURSOR)) {
        scanCursor(value);
      } else if (BsonBytes.hasName(bytes, at, VALUES)) {
        rows = value;
      } else if (BsonBytes.hasName(bytes, at, MODIFIED)) {
        affected = DocumentRow.integer(bytes, type, value);
        modified = true;
      } else if (BsonBytes.hasName(bytes, at, N) && !modified) {
        affected = DocumentRow.integer(bytes, type, value);
      } else if (BsonBytes.hasName(bytes, at, UPSERTED)) {
        upserted = bytes[value + Integer.BYTES] != 0;
      } else if (BsonBytes.hasName(bytes, at, WRITE_ERRORS)) {
        writeErrors = value;
      } else if (BsonBytes.hasName(bytes, at, CONCERN_ERROR)) {
        concernError = value;
      }
      at = BsonBytes.end(bytes, type, value);
    }
  }

  private void scanCursor(int document) {
    int at = document + Integer.BYTES;
    while (bytes[at] != 0) {
      byte type = bytes[at];
      int value = BsonBytes.value(bytes, at);
      if (BsonBytes.hasName(bytes, at, ID)) {
        cursor = DocumentRow.integer(bytes, type, value);
      } else if (BsonBytes.hasName(bytes, at, FIRST_BATCH)
          || BsonBytes.hasName(bytes, at, NEXT_BATCH)) {
        rows = value;
      }
      at = BsonBytes.end(bytes, type, value);
    }
  }

  private BsonDocument document(int at) {
    byte[] copy = java.util.Arrays.copyOfRange(bytes, at, at + BsonBytes.getInt(bytes, at));
    return new RawBsonDocument(copy);
  }

  private static byte[] name(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
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

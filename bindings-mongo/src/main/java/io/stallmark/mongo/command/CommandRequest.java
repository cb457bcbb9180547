package io.stallmark.mongo.command;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * An encoded command that is sent repeatedly. Each execution writes the slots' values into one
 * buffer. The same document object is returned as long as the length does not change. Not
 * thread-safe.
 */
public final class CommandRequest {

  /** Maximum size of a command in bytes; the driver may add up to 16 KiB to it. */
  private static final int MAX_BYTES = 16 * 1024 * 1024;

  /** Field of an insert command that contains its documents; it is the last field. */
  private static final String ROWS = "documents";

  private final String name;
  private final BsonTemplate head;
  private final @Nullable BsonTemplate row;
  private final byte[][] rowNumbers;
  private final byte[] suffix;
  private final boolean numbered;
  private final int capacity;
  private byte[] buffer;
  private RawBsonDocument document;

  /**
   * Compiles a command.
   *
   * @param suffix fields that the connection adds to every such command outside a transaction, such
   *     as {@code writeConcern}
   * @param numbered whether a {@code txnNumber} follows the suffix
   * @throws IllegalArgumentException when the command can exceed the maximum size
   */
  public CommandRequest(MongoCommand command, Op op, BsonDocument suffix, boolean numbered) {
    name = op.name();
    this.numbered = numbered;
    this.suffix =
        elements(numbered ? suffix.clone().append("txnNumber", new BsonInt64(0)) : suffix);
    BsonDocument body = command.document();
    long most = this.suffix.length;
    if (op instanceof Op.Insert insert && body.containsKey(ROWS)) {
      row = BsonTemplate.compile(body.getArray(ROWS).get(0).asDocument(), op.params());
      rowNumbers = rowNumbers(insert.rows());
      BsonDocument empty = body.clone();
      empty.put(ROWS, new BsonArray());
      head = BsonTemplate.compile(empty, List.of());
      for (byte[] number : rowNumbers) {
        most += number.length + row.capacity();
      }
    } else {
      row = null;
      rowNumbers = rowNumbers(0);
      head = BsonTemplate.compile(body, op.params());
    }
    most += head.capacity();
    if (most > MAX_BYTES) {
      throw new IllegalArgumentException(tooLong(most));
    }
    capacity = (int) most;
    buffer = new byte[capacity];
    document = new RawBsonDocument(buffer, 0, buffer.length);
  }

  /** Whether {@link #alone} needs a transaction number. */
  public boolean isNumbered() {
    return numbered;
  }

  /** Returns the command for one execution in a transaction; valid until the next call. */
  public RawBsonDocument inTransaction(Args args) {
    return close(body(args));
  }

  /**
   * Returns the command for one execution outside a transaction; valid until the next call.
   *
   * @param txnNumber unused when the request is not numbered
   */
  public RawBsonDocument alone(Args args, long txnNumber) {
    int at = body(args);
    System.arraycopy(suffix, 0, buffer, at, suffix.length);
    at += suffix.length;
    if (numbered) {
      BsonBytes.putLong(buffer, at - Long.BYTES, txnNumber);
    }
    return close(at);
  }

  /**
   * Writes the command without suffix and without the terminating zero. Returns the offset after
   * it.
   */
  private int body(Args args) {
    makeRoom(args);
    int end = head.write(args, 0, buffer, 0) - 1;
    if (row == null) {
      return end;
    }
    int array = end - Integer.BYTES - 1; // the head ends with an empty array: length, zero
    int at = end - 1;
    for (int i = 0; i < args.rows(); i++) {
      byte[] number = rowNumbers[i];
      System.arraycopy(number, 0, buffer, at, number.length);
      at = row.write(args, i, buffer, at + number.length);
    }
    buffer[at++] = 0;
    BsonBytes.putInt(buffer, array, at - array);
    return at;
  }

  /**
   * Enlarges the buffer for values whose length is not known in advance. The buffer never shrinks.
   */
  private void makeRoom(Args args) {
    long wanted = (long) capacity + head.extra(args, 0);
    if (row != null) {
      for (int i = 0; i < args.rows(); i++) {
        wanted += row.extra(args, i);
      }
    }
    if (wanted > buffer.length) {
      if (wanted > MAX_BYTES) {
        throw new IllegalArgumentException(tooLong(wanted));
      }
      buffer = new byte[(int) Math.min(MAX_BYTES, Math.max(wanted, 2L * buffer.length))];
      document = new RawBsonDocument(buffer, 0, buffer.length);
    }
  }

  private String tooLong(long bytes) {
    return name + " can take " + bytes + " bytes; MongoDB takes 16 MiB: use smaller batches";
  }

  private RawBsonDocument close(int end) {
    buffer[end] = 0;
    int length = end + 1;
    BsonBytes.putInt(buffer, 0, length);
    if (document.getByteLength() != length) {
      document = new RawBsonDocument(buffer, 0, length);
    }
    return document;
  }

  /** Returns the bytes of a document without its length and its terminating zero. */
  private static byte[] elements(BsonDocument document) {
    RawBsonDocument raw = new RawBsonDocument(document, new BsonDocumentCodec());
    int start = raw.getByteOffset();
    return Arrays.copyOfRange(
        raw.getBackingArray(), start + Integer.BYTES, start + raw.getByteLength() - 1);
  }

  /** Returns the header of each document of an array: its type and its index as the name. */
  private static byte[][] rowNumbers(int rows) {
    byte[][] numbers = new byte[rows][];
    for (int i = 0; i < rows; i++) {
      numbers[i] = ("\3" + i + "\0").getBytes(StandardCharsets.US_ASCII);
    }
    return numbers;
  }
}

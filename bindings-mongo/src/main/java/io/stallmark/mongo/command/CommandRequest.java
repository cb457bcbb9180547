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
 * A command in bytes, to be sent again and again: filling writes the slots' values into one buffer
 * and hands out the same document as long as its length stays the same. Not thread-safe.
 */
public final class CommandRequest {

  /** What a server takes as one command; the driver may add as much again as 16 KiB to it. */
  private static final int MAX_BYTES = 16 * 1024 * 1024;

  /** The field of an insert that holds its rows; it is the last. */
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
   * @param suffix what the connection has every such command carry outside a transaction, such as
   *     {@code writeConcern}
   * @param numbered whether a {@code txnNumber} follows it
   * @throws IllegalArgumentException when the command can become longer than a server takes
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

  /** Whether {@link #alone} wants a number. */
  public boolean isNumbered() {
    return numbered;
  }

  /** The command for one execution in a transaction; valid until the next call. */
  public RawBsonDocument inTransaction(Args args) {
    return close(body(args));
  }

  /**
   * The command for one execution outside a transaction; valid until the next call.
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

  /** Writes everything but the zero that ends the command. */
  private int body(Args args) {
    makeRoom(args);
    int end = head.write(args, 0, buffer, 0) - 1;
    if (row == null) {
      return end;
    }
    int array = end - Integer.BYTES - 1; // the head ends with an empty array: its length, its zero
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

  /** For bytes of a length that nobody knows before; room once made stays. */
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

  /** A document's bytes without its length and its closing zero. */
  private static byte[] elements(BsonDocument document) {
    RawBsonDocument raw = new RawBsonDocument(document, new BsonDocumentCodec());
    int start = raw.getByteOffset();
    return Arrays.copyOfRange(
        raw.getBackingArray(), start + Integer.BYTES, start + raw.getByteLength() - 1);
  }

  /** What stands before each document of an array: its type and its position as a name. */
  private static byte[][] rowNumbers(int rows) {
    byte[][] numbers = new byte[rows][];
    for (int i = 0; i < rows; i++) {
      numbers[i] = ("\3" + i + "\0").getBytes(StandardCharsets.US_ASCII);
    }
    return numbers;
  }
}

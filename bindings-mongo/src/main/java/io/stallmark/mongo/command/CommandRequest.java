package io.stallmark.mongo.command;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.mongo.command.BsonTemplate.Element;
import io.stallmark.spi.Args;
import io.stallmark.text.RefusedException;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/**
 * An encoded command that is sent repeatedly. Each execution writes fixed bytes and the slots'
 * values into one buffer. The same document object is returned as long as the length does not
 * change. Not thread-safe.
 */
public final class CommandRequest {

  /**
   * Maximum size of a command in bytes. A command may be 16 KiB larger than the largest document
   * (BSONObjMaxInternalSize); the last KiB is for what the driver adds.
   */
  private static final int MAX_BYTES = (16 << 20) + (15 << 10);

  /** Field of an insert command that contains its documents. */
  private static final String ROWS = "documents";

  private static final byte[] ROWS_FIELD = Element.name(ROWS);
  private static final byte[] NUMBER_FIELD = Element.name("txnNumber");

  private final String name;
  private final BsonTemplate body;
  private final byte[] suffix;
  private final boolean numbered;
  private final BsonBytes out = new BsonBytes(1024);
  private RawBsonDocument document = new RawBsonDocument(new byte[5]); // an empty document

  /**
   * Compiles a command.
   *
   * @param suffix fields that the connection adds to every such command outside a transaction, such
   *     as {@code writeConcern}
   * @param numbered whether a {@code txnNumber} follows the suffix
   * @throws RefusedException when the command can exceed the maximum size
   */
  public CommandRequest(MongoCommand command, Op op, BsonDocument suffix, boolean numbered) {
    name = op.name();
    this.numbered = numbered;
    this.suffix = BsonTemplate.elements(suffix);
    BsonDocument all = command.document();
    body =
        op instanceof Op.Insert && all.containsKey(ROWS)
            ? BsonTemplate.compile(all, List.of(), Map.of(ROWS, rows(all, op.params())))
            : BsonTemplate.compile(all, op.params(), Map.of());
    alone(longest(op), 0); // refuses batches that are too long, and sizes the buffer
  }

  private Element rows(BsonDocument all, List<Param> params) {
    BsonValue row = all.getArray(ROWS).get(0);
    if (row instanceof BsonSlot whole) {
      return items(whole.compile(params));
    }
    BsonTemplate document = BsonTemplate.compile(row.asDocument(), params, Map.of());
    return items(document::writeDocument);
  }

  /** Compiles the array of the documents of a batch. */
  private Element items(Element document) {
    return (args, unused, to) -> {
      Element.begin(BsonType.ARRAY, ROWS_FIELD, to);
      int start = to.open();
      for (int i = 0; i < args.rows(); i++) {
        to.beginItem(BsonType.DOCUMENT.getValue(), i);
        document.write(args, i, to);
        checkLength(to);
      }
      to.close(start);
    };
  }

  /**
   * Returns arguments with the longest texts and lists. Values without a fixed length are empty.
   */
  private static Args longest(Op op) {
    Args args = Args.of(op);
    int rows = op instanceof Op.Insert insert ? insert.rows() : 1;
    for (int row = 0; row < rows; row++) {
      args.row(row);
      for (int slot = 0; slot < op.params().size(); slot++) {
        Param param = op.params().get(slot);
        if (param.isList()) {
          args.length(slot, param.most());
        } else if (param.type() instanceof Type.Text text) {
          args.length(slot, text.length());
        }
      }
    }
    return args;
  }

  /** Whether {@link #alone} needs a transaction number. */
  public boolean isNumbered() {
    return numbered;
  }

  /** Returns the command for one execution in a transaction; valid until the next call. */
  public RawBsonDocument inTransaction(Args args) {
    out.clear();
    body.writeDocument(args, 0, out);
    return document();
  }

  /**
   * Returns the command for one execution outside a transaction; valid until the next call.
   *
   * @param txnNumber unused when the request is not numbered
   */
  public RawBsonDocument alone(Args args, long txnNumber) {
    out.clear();
    int start = out.open();
    body.write(args, 0, out);
    out.writeBytes(suffix, suffix.length);
    if (numbered) {
      Element.begin(BsonType.INT64, NUMBER_FIELD, out);
      out.writeInt64(txnNumber);
    }
    out.close(start);
    return document();
  }

  private RawBsonDocument document() {
    checkLength(out);
    byte[] bytes = out.array();
    if (document.getByteLength() != out.position() || document.getBackingArray() != bytes) {
      document = new RawBsonDocument(bytes, 0, out.position());
    }
    return document;
  }

  private void checkLength(BsonBytes written) {
    if (written.position() > MAX_BYTES) {
      throw new RefusedException(
          name + " takes more than 16 MiB, MongoDB's maximum: use smaller batches or documents");
    }
  }
}

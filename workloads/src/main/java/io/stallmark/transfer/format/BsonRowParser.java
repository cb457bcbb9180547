package io.stallmark.transfer.format;

import io.stallmark.spi.Args;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bson.BsonType;

/** Reads rows from BSON documents. */
final class BsonRowParser extends BatchParser {

  private final ByteBuffer in;
  private int at; // offset of the document or field that is read

  BsonRowParser(RowShape shape, RawBatch batch, Args into) {
    super(shape, batch, into);
    in = ByteBuffer.wrap(batch.bytes()).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  void documents() throws Unfit {
    try {
      for (int row = 0; row < batch.documents(); row++) {
        begin(row);
        document();
      }
    } catch (BufferUnderflowException e) {
      throw new Unfit("a value that ends after its document");
    }
  }

  @Override
  BadInput bad(String what) {
    return batch.badOffset(at, what);
  }

  private void document() throws Unfit {
    int start = in.position();
    at = start;
    int length = in.getInt();
    int end = start + length - 1;
    if (length < Integer.BYTES + 1 || end >= batch.length() || in.get(end) != 0) {
      throw new Unfit("not a BSON document");
    }
    in.limit(end);
    for (int likely = 0; in.hasRemaining(); ) {
      at = in.position();
      BsonType type = BsonType.findByValue(in.get());
      int column = shape.find(batch.bytes(), in.position(), endOfName(), likely);
      if (column < 0) {
        throw new Unfit("a field that the table does not have");
      }
      note(column);
      in.position(in.position() + shape.field(column).encoded().length + 1);
      value(type, column);
      likely = column + 1;
    }
    at = start;
    end();
    in.limit(batch.length()).position(end + 1);
  }

  private int endOfName() throws Unfit {
    for (int i = in.position(); i < in.limit(); i++) {
      if (in.get(i) == 0) {
        return i;
      }
    }
    throw new Unfit("a field name without an end");
  }

  private void value(BsonType type, int column) throws Unfit {
    RowShape.Form form = shape.form(column);
    if (type == BsonType.NULL) {
      setNull(column, " is null");
      return;
    }
    require(type == form.bson() || (isInteger(type) && isInteger(form.bson())), column);
    switch (form) {
      case INT32, INT64 -> integer(column, type == BsonType.INT64 ? in.getLong() : in.getInt());
      case FLOAT64 -> set(column, in.getDouble());
      case BOOLEAN -> set(column, in.get() == 0 ? 0L : 1L);
      case DATE, TIMESTAMP -> time(column, in.getLong());
      case TEXT -> {
        sequence(column, in.getInt() - 1);
        require(in.get() == 0, column);
      }
      case BYTES -> {
        int length = in.getInt();
        in.get(); // subtype
        sequence(column, length);
      }
    }
  }

  private static boolean isInteger(BsonType type) {
    return type == BsonType.INT32 || type == BsonType.INT64;
  }

  private void sequence(int column, int length) throws Unfit {
    if (length < 0 || length > in.remaining()) {
      throw wrong(column, " ends after its document");
    }
    in.get(bytes(column, length), 0, length);
    length(column, length);
  }
}

package io.stallmark.mongo.command;

import io.stallmark.spi.Args;
import java.nio.charset.StandardCharsets;
import org.bson.BsonType;
import org.bson.io.BsonOutput;

/** A compiled part of a command: one or several elements of a document. */
@FunctionalInterface
interface BsonElement {

  /** Writes the elements with the values of one row of an execution. Does not allocate. */
  void write(Args args, int row, BsonOutput out);

  /** Returns a field's name as BSON has it, with a terminating zero. */
  static byte[] name(String name) {
    return (name + "\0").getBytes(StandardCharsets.UTF_8);
  }

  static void begin(BsonType type, byte[] name, BsonOutput out) {
    out.writeByte(type.getValue());
    out.writeBytes(name);
  }

  /** Begins an item of an array. */
  static void beginItem(BsonType type, int index, BsonOutput out) {
    out.writeByte(type.getValue());
    writeDecimal(index, out);
    out.writeByte(0);
  }

  private static void writeDecimal(int value, BsonOutput out) {
    if (value >= 10) {
      writeDecimal(value / 10, out);
    }
    out.writeByte('0' + value % 10);
  }

  /**
   * Opens a document or array.
   *
   * @return its position, for {@link #close}
   */
  static int open(BsonOutput out) {
    out.writeInt32(0);
    return out.getPosition() - Integer.BYTES;
  }

  /** Closes a document or array and sets its length. */
  static void close(int position, BsonOutput out) {
    out.writeByte(0);
    out.writeInt32(position, out.getPosition() - position);
  }
}

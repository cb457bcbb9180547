package io.stallmark.mongo.recording;

import com.github.luben.zstd.Zstd;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.compression.DecompressionException;
import io.netty.handler.codec.compression.Snappy;
import io.stallmark.mongo.wire.BsonElements;
import io.stallmark.mongo.wire.MongoMessage;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Restores messages that client and server compressed. */
final class MessageInflater {

  private static final int SNAPPY = 1;
  private static final int ZLIB = 2;
  private static final int ZSTD = 3;

  /** Offset after the header: the kind of the message before its compression. */
  private static final int KIND = MongoMessage.HEADER;

  private static final int SIZE = KIND + Integer.BYTES;
  private static final int COMPRESSOR = SIZE + Integer.BYTES;
  private static final int CONTENT = COMPRESSOR + 1;

  private MessageInflater() {}

  /** Returns the message as it was; the same array if it is not compressed or not readable. */
  static byte[] inflate(byte[] message) {
    if (!MongoMessage.at(message, 0, message.length).isCompressed() || message.length < CONTENT) {
      return message;
    }
    int kind = BsonElements.getInt(message, KIND);
    int size = BsonElements.getInt(message, SIZE);
    if (size < 0 || !MongoMessage.isPlausible(MongoMessage.HEADER + size, kind)) {
      return message;
    }
    byte[] whole = new byte[MongoMessage.HEADER + size];
    System.arraycopy(message, 0, whole, 0, MongoMessage.HEADER);
    BsonElements.setInt(whole, 0, whole.length);
    BsonElements.setInt(whole, 12, kind);
    return inflate(message, whole, size) ? whole : message;
  }

  private static boolean inflate(byte[] message, byte[] whole, int size) {
    int length = message.length - CONTENT;
    return switch (message[COMPRESSOR]) {
      case SNAPPY -> inflateSnappy(message, whole, size);
      case ZLIB -> inflateZlib(message, whole, size);
      case ZSTD ->
          size
              == Zstd.decompressByteArray(
                  whole, MongoMessage.HEADER, size, message, CONTENT, length);
      default -> false;
    };
  }

  private static boolean inflateSnappy(byte[] message, byte[] whole, int size) {
    ByteBuf content = Unpooled.wrappedBuffer(message, CONTENT, message.length - CONTENT);
    ByteBuf out = Unpooled.wrappedBuffer(whole, MongoMessage.HEADER, size).clear();
    try {
      new Snappy().decode(content, out);
      return out.writerIndex() == size;
    } catch (DecompressionException | IndexOutOfBoundsException e) {
      return false;
    }
  }

  private static boolean inflateZlib(byte[] message, byte[] whole, int size) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(message, CONTENT, message.length - CONTENT);
      return inflater.inflate(whole, MongoMessage.HEADER, size) == size;
    } catch (DataFormatException e) {
      return false;
    } finally {
      inflater.end();
    }
  }
}

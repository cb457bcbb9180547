package io.stallmark.mongo.replay;

import io.stallmark.mongo.wire.BsonElements;
import org.bson.BsonBinaryReader;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BsonInput;

/**
 * A server's reply as bytes, in one buffer that all replies of a session share. It is a codec that
 * copies the bytes from the driver without decoding. Not thread-safe.
 */
final class ReplyBytes implements Codec<ReplyBytes> {

  private static final int START = 16 * 1024;

  /** Largest buffer that is kept, bytes. */
  private static final int KEPT = 1 << 20;

  private byte[] bytes = new byte[START];

  @Override
  public ReplyBytes decode(BsonReader reader, DecoderContext context) {
    BsonInput input = ((BsonBinaryReader) reader).getBsonInput();
    int length = input.readInt32();
    if (length > bytes.length || bytes.length > KEPT) {
      bytes = new byte[Math.max(length, START)];
    }
    BsonElements.setInt(bytes, 0, length);
    input.readBytes(bytes, Integer.BYTES, length - Integer.BYTES);
    return this;
  }

  /** The reply at offset 0, and whatever an earlier, longer one has left after it. */
  byte[] bytes() {
    return bytes;
  }

  @Override
  public void encode(BsonWriter writer, ReplyBytes value, EncoderContext context) {
    throw new UnsupportedOperationException("A reply is never sent");
  }

  @Override
  public Class<ReplyBytes> getEncoderClass() {
    return ReplyBytes.class;
  }
}

package io.stallmark.mongo.wire;

import java.nio.ByteBuffer;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonSerializationException;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** Documents as bytes, for the few messages of a login that are changed. */
final class BsonDocuments {

  private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

  private BsonDocuments() {}

  /** Decodes the document at an offset, which has to end before {@code limit}. */
  static BsonDocument decode(byte[] bytes, int document, int limit) {
    int end = BsonElements.end(bytes, document, limit);
    try (BsonBinaryReader reader =
        new BsonBinaryReader(ByteBuffer.wrap(bytes, document, end - document).slice())) {
      return CODEC.decode(reader, DecoderContext.builder().build());
    } catch (BsonSerializationException e) {
      throw e;
    } catch (RuntimeException e) { // the driver throws several kinds
      throw new BsonSerializationException(String.valueOf(e.getMessage()));
    }
  }

  static byte[] encode(BsonDocument document) {
    try (BasicOutputBuffer buffer = new BasicOutputBuffer();
        BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
      CODEC.encode(writer, document, EncoderContext.builder().build());
      return buffer.toByteArray();
    }
  }
}

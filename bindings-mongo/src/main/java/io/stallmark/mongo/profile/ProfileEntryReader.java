package io.stallmark.mongo.profile;

import io.stallmark.mongo.wire.BsonElements;
import io.stallmark.text.Text;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonSerializationException;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** Reads the fields of an entry of the profiler or the oplog that a trace needs. */
final class ProfileEntryReader {

  private static final byte BOOLEAN = 0x08;
  private static final byte DATE = 0x09;
  private static final byte TIMESTAMP = 0x11;

  private static final Set<String> FIELDS =
      Text.wordSet(
          """
          ts op ns command query o updateobj ntoskip ntoreturn millis nreturned ninserted nMatched
          nModified nUpserted ndeleted responseLength cursorid cursorExhausted ok errCode client
          appName wall lsid txnNumber
          """);

  private ProfileEntryReader() {}

  /**
   * Returns the fields. Numbers are 64-bit integers, documents are not decoded.
   *
   * @throws BsonSerializationException if the bytes are no document
   */
  static BsonDocument read(byte[] document) {
    BsonDocument fields = new BsonDocument();
    BsonElements elements = new BsonElements(document, 0, document.length);
    while (elements.next()) {
      String name = elements.name();
      BsonValue value = FIELDS.contains(name) ? value(document, elements) : null;
      if (value != null) {
        fields.put(name, value);
      }
    }
    return fields;
  }

  private static @Nullable BsonValue value(byte[] bytes, BsonElements element) {
    return switch (element.type()) {
      case BsonElements.DOCUMENT -> new RawBsonDocument(bytes, element.value(), element.length());
      case BsonElements.STRING -> new BsonString(element.text());
      case BOOLEAN -> BsonBoolean.valueOf(bytes[element.value()] != 0);
      case DATE -> new BsonDateTime(BsonElements.getLong(bytes, element.value()));
      case TIMESTAMP -> new BsonTimestamp(BsonElements.getLong(bytes, element.value()));
      case BsonElements.INT32, BsonElements.INT64, BsonElements.DOUBLE ->
          new BsonInt64(element.integer());
      default -> null;
    };
  }
}

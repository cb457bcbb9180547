package io.stallmark.transfer.format;

import io.stallmark.spi.Args;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BSONException;
import org.bson.BsonArray;
import org.bson.BsonDbPointer;
import org.bson.BsonDocument;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonValue;
import org.bson.ByteBuf;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.RawBsonDocumentCodec;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriter;
import org.bson.json.JsonWriterSettings;

/** Conversion of whole documents of any fields, as BSON in the only slot of a row. Stateless. */
final class WholeDocuments {

  private static final int SLOT = 0;

  /** Offset of the document in {@link #wrapped}: after length, type, name and the name's end. */
  private static final int INNER = Integer.BYTES + 3;

  /** Maximum size of a BSON document, bytes. */
  private static final int LARGEST = 16 << 20;

  /** Relaxed, except integers of 64 bits that would be read as ones of 32 bits. */
  static final JsonWriterSettings RELAXED =
      JsonWriterSettings.builder()
          .outputMode(JsonMode.RELAXED)
          .int64Converter(
              (value, writer) -> {
                boolean narrow = value == value.intValue();
                writer.writeRaw(narrow ? "{\"$numberLong\": \"" + value + "\"}" : value.toString());
              })
          .build();

  /** Name of a field that no line of a file contains. */
  private static final String END = "e" + UUID.randomUUID();

  /**
   * A date with an offset as old versions of mongoexport write it: without the colon that the
   * parser needs. Within a text, the quotes would be escaped.
   */
  private static final Pattern OFFSET =
      Pattern.compile("(\"\\$date\"\\s*:\\s*\"[^\"]+[+-]\\d\\d)(\\d\\d\")");

  private static final String SCOPE = "\"$scope\"";

  /** A DBPointer whose id comes first: the parser takes the end of another document for its end. */
  private static final Pattern POINTER =
      Pattern.compile(
          "(\"\\$dbPointer\"\\s*:\\s*\\{)\\s*(\"\\$id\"\\s*:\\s*\\{[^{}]*\\})\\s*,"
              + "\\s*(\"\\$ref\"\\s*:\\s*\"(?:[^\"\\\\]|\\\\.)*+\")");

  private WholeDocuments() {}

  static void parseBson(RawBatch batch, Args into) throws BadInput {
    int at = 0;
    for (int row = 0; row < batch.documents(); row++) {
      RawBsonDocument document = new RawBsonDocument(batch.bytes(), at, batch.length() - at);
      int size = document.getByteBuffer().getInt();
      if (size < Integer.BYTES + 1
          || size > batch.length() - at
          || batch.bytes()[at + size - 1] != 0) {
        throw batch.badOffset(at, "not a BSON document");
      }
      set(into.row(row), batch.bytes(), at, size);
      at += size;
    }
  }

  static void parseJson(RawBatch batch, Args into) throws BadInput {
    byte[] bytes = batch.bytes();
    int at = 0;
    for (int row = 0; row < batch.documents(); row++) {
      int end = at;
      while (bytes[end] != '\n') {
        end++;
      }
      if (TextValues.characters(bytes, at, end) < 0) {
        throw batch.badLine(row, "not valid UTF-8");
      }
      String json = new String(bytes, at, end - at, StandardCharsets.UTF_8);
      ByteBuf wrapper = wrapped(batch, row, json).getByteBuffer();
      byte[] parsed = wrapper.array();
      int start = wrapper.position() + INNER;
      int size = ByteBuffer.wrap(parsed).order(ByteOrder.LITTLE_ENDIAN).getInt(start);
      if (size > LARGEST) {
        throw batch.badLine(row, "a document of more than 16 MiB");
      }
      set(into.row(row), parsed, start, size);
      at = end + 1;
    }
  }

  /**
   * Parses a document as the first field of another one. The parser ignores what follows a
   * document. The second and last field shows that nothing did.
   */
  private static RawBsonDocument wrapped(RawBatch batch, int row, String json) throws BadInput {
    Matcher offset = OFFSET.matcher(json);
    if (offset.find()) {
      return wrapped(batch, row, offset.replaceAll("$1:$2"));
    }
    Matcher pointer = POINTER.matcher(json);
    if (pointer.find()) {
      return wrapped(batch, row, pointer.replaceAll("$1$3,$2"));
    }
    try {
      RawBsonDocument wrapper = RawBsonDocument.parse("{\"d\":" + json + ",\"" + END + "\":1}");
      boolean alone = wrapper.size() == 2 && wrapper.containsKey(END);
      if (!wrapper.isDocument("d") || !alone) {
        throw batch.badLine(
            row,
            "not a document in JSON: "
                + (wrapper.isDocument("d") ? "text follows it" : "another value"));
      }
      return json.contains(SCOPE) ? encoded(scoped(wrapper).asDocument()) : wrapper;
    } catch (JsonParseException | BSONException | IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
      throw batch.badLine(row, "not a document in JSON: " + message);
    }
  }

  /** Returns a value with code whose scope precedes it, which the parser takes for a document. */
  private static BsonValue scoped(BsonValue value) {
    if (value.isArray()) {
      return new BsonArray(value.asArray().stream().map(WholeDocuments::scoped).toList());
    } else if (!value.isDocument()) {
      return value;
    }
    BsonDocument fields = new BsonDocument();
    value.asDocument().forEach((name, each) -> fields.put(name, scoped(each)));
    return fields.size() == 2 && fields.isString("$code") && fields.isDocument("$scope")
        ? new BsonJavaScriptWithScope(
            fields.getString("$code").getValue(), fields.getDocument("$scope"))
        : fields;
  }

  private static RawBsonDocument encoded(BsonDocument document) {
    return new RawBsonDocument(document, new BsonDocumentCodec());
  }

  /** Writes a DBPointer as that, where the library writes the document of a reference. */
  private static final class TypedJsonWriter extends JsonWriter {
    private TypedJsonWriter(StringWriter text) {
      super(text, RELAXED);
    }

    @Override
    protected void doWriteDBPointer(BsonDbPointer value) {
      writeStartDocument();
      writeStartDocument("$dbPointer");
      writeString("$ref", value.getNamespace());
      writeObjectId("$id", value.getId());
      writeEndDocument();
      writeEndDocument();
    }
  }

  private static void set(Args into, byte[] from, int at, int size) {
    System.arraycopy(from, at, into.bytes(SLOT, size), 0, size);
    into.length(SLOT, size);
  }

  static void writeBson(Args values, int row, OutputBytes out) {
    out.bytes(values.getText(row, SLOT), values.getLength(row, SLOT));
  }

  static void writeJson(Args values, int row, OutputBytes out) {
    RawBsonDocument document =
        new RawBsonDocument(values.getText(row, SLOT), 0, values.getLength(row, SLOT));
    StringWriter text = new StringWriter();
    new RawBsonDocumentCodec()
        .encode(new TypedJsonWriter(text), document, EncoderContext.builder().build());
    byte[] json = text.toString().getBytes(StandardCharsets.UTF_8);
    out.bytes(json, json.length);
    out.int8('\n');
  }

  /** Whether the document in a row has an {@code _id}. */
  static boolean hasKey(Args values, int row) {
    return new RawBsonDocument(values.getText(row, SLOT), 0, values.getLength(row, SLOT))
        .containsKey("_id");
  }
}

package io.stallmark.transfer.format;

import io.stallmark.spi.workload.Setting;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.bson.BSONException;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Field of documents as a column of CSV.
 *
 * @param name name of the column: names of nested fields, separated by periods
 */
public record CsvField(String name, Type type) {

  /** How the texts of a column become values. */
  public enum Type {
    /** A number if the text is not quoted and is one, otherwise a string. */
    AUTO(CsvField::number),
    STRING(BsonString::new),
    INT32(text -> new BsonInt32(Integer.parseInt(text))),
    INT64(text -> new BsonInt64(Long.parseLong(text))),
    DOUBLE(text -> new BsonDouble(Double.parseDouble(text))),
    DECIMAL(text -> new BsonDecimal128(Decimal128.parse(text))),
    BOOLEAN(CsvField::truth),
    /** As in 2009-04-01T00:00:00.000Z. */
    DATE(text -> new BsonDateTime(OffsetDateTime.parse(text).toInstant().toEpochMilli())),
    OBJECTID(text -> new BsonObjectId(new ObjectId(text))),
    /** In Base64. */
    BINARY(text -> new BsonBinary(Base64.getDecoder().decode(text))),
    /** Extended JSON of any value. */
    JSON(text -> Objects.requireNonNull(BsonDocument.parse("{\"v\":" + text + "}").get("v")));

    @SuppressWarnings("ImmutableEnumChecker") // without state
    private final Function<String, BsonValue> parser;

    Type(Function<String, BsonValue> parser) {
      this.parser = parser;
    }
  }

  /**
   * Reads names with types, such as {@code name:string}.
   *
   * @throws RefusedException if a name occurs twice, or a type is not known
   */
  public static List<CsvField> of(List<String> names) {
    List<CsvField> fields = new ArrayList<>();
    for (String each : names) {
      int colon = each.lastIndexOf(':');
      String name = colon < 0 ? each : each.substring(0, colon);
      Type type = colon < 0 ? Type.AUTO : type(each.substring(colon + 1));
      if (name.isEmpty() || fields.stream().anyMatch(other -> other.clashes(name))) {
        throw new RefusedException(
            name.isEmpty()
                ? "A column of the file has no name"
                : "The column " + name + " occurs twice, or within another one");
      }
      fields.add(new CsvField(name, type));
    }
    return fields;
  }

  private boolean clashes(String other) {
    return (name + ".").startsWith(other + ".") || (other + ".").startsWith(name + ".");
  }

  private static Type type(String word) {
    return Arrays.stream(Type.values())
        .filter(each -> Setting.word(each).equals(word.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new RefusedException(
                    "The type '%s' of a column is not one of %s",
                    word,
                    String.join(", ", Arrays.stream(Type.values()).map(Setting::word).toList())));
  }

  /**
   * Sets the value of a text in a document.
   *
   * @throws RefusedException if the text is no such value
   */
  public void set(BsonDocument document, String text, boolean quoted) {
    BsonDocument in = document;
    String[] path = name.split("\\.", -1);
    for (int i = 0; i < path.length - 1; i++) {
      in.putIfAbsent(path[i], new BsonDocument());
      in = in.getDocument(path[i]);
    }
    try {
      boolean string = type == Type.AUTO && quoted;
      in.put(path[path.length - 1], (string ? Type.STRING : type).parser.apply(text));
    } catch (IllegalArgumentException | DateTimeException | BSONException e) {
      throw new RefusedException(
          Text.format("field %s is not a valid %s: %s", name, Setting.word(type), text), e);
    }
  }

  private static BsonValue truth(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(text);
    }
    return BsonBoolean.valueOf(text.equals("true"));
  }

  /** Returns a number that would be written as this text, otherwise the text. */
  private static BsonValue number(String text) {
    try {
      long whole = Long.parseLong(text);
      if (Long.toString(whole).equals(text)) {
        return whole == (int) whole ? new BsonInt32((int) whole) : new BsonInt64(whole);
      }
    } catch (NumberFormatException e) {
      // it is no integer
    }
    return text.matches("-?\\d+\\.\\d+([eE][-+]?\\d+)?|-?\\d+[eE][-+]?\\d+")
        ? new BsonDouble(Double.parseDouble(text))
        : new BsonString(text);
  }

  /** Returns the value in a document; null: there is none. */
  @Nullable BsonValue get(BsonDocument document) {
    BsonValue value = document;
    for (String each : name.split("\\.", -1)) {
      value = value != null && value.isDocument() ? value.asDocument().get(each) : null;
    }
    return value;
  }

  /** Text of a value, from which this field reads it again if it has the value's type. */
  static String text(BsonValue value) {
    return switch (value.getBsonType()) {
      case STRING -> value.asString().getValue();
      case INT32 -> Integer.toString(value.asInt32().getValue());
      case INT64 -> Long.toString(value.asInt64().getValue());
      case DOUBLE -> Double.toString(value.asDouble().getValue());
      case DECIMAL128 -> value.asDecimal128().getValue().toString();
      case BOOLEAN -> Boolean.toString(value.asBoolean().getValue());
      case DATE_TIME -> Instant.ofEpochMilli(value.asDateTime().getValue()).toString();
      case OBJECT_ID -> value.asObjectId().getValue().toHexString();
      case BINARY -> Base64.getEncoder().encodeToString(value.asBinary().getData());
      default -> {
        String wrapped = new BsonDocument("v", value).toJson(WholeDocuments.RELAXED);
        yield wrapped.substring(wrapped.indexOf(':') + 1, wrapped.lastIndexOf('}')).strip();
      }
    };
  }
}

package io.stallmark.transfer.format;

import io.stallmark.spi.Args;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.List;
import tools.jackson.core.Base64Variants;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads rows from documents in relaxed or canonical extended JSON, one in each line. */
final class JsonRowParser extends BatchParser {

  private static final JsonFactory JSON = new JsonFactory();
  private static final int BYTES_OF_CHARACTER = 3;
  private static final int SHOWN = 40;

  private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
  private int line; // at which the documents have ended, from 0

  JsonRowParser(RowShape shape, RawBatch batch, Args into) {
    super(shape, batch, into);
  }

  @Override
  void documents() throws Unfit {
    try (JsonParser in =
        JSON.createParser(ObjectReadContext.empty(), batch.bytes(), 0, batch.length())) {
      try {
        documents(in);
      } finally {
        line = in.currentLocation().getLineNr() - 1;
      }
    } catch (JacksonException e) {
      line = e.getLocation() == null ? 0 : e.getLocation().getLineNr() - 1;
      throw new Unfit(
          "not JSON: " + String.valueOf(e.getOriginalMessage()).replaceAll("\\s+", " "));
    }
  }

  @Override
  BadInput bad(String what) {
    return batch.badLine(line, what);
  }

  private void documents(JsonParser in) throws Unfit {
    int row = 0;
    while (in.nextToken() != null) {
      if (row == batch.documents()) {
        throw new Unfit("more than one document in a line");
      }
      begin(row++);
      document(in);
    }
    if (row < batch.documents()) {
      throw new Unfit("fewer documents than lines end here");
    }
  }

  private void document(JsonParser in) throws Unfit {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      throw new Unfit("not a document");
    }
    int likely = 0;
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      int column = shape.find(name, likely);
      if (column < 0) {
        throw new Unfit("field " + shown(name) + ", which the table does not have");
      }
      note(column);
      in.nextToken();
      try {
        value(in, column);
      } catch (NumberFormatException | DateTimeException e) {
        throw unfit(column);
      }
      likely = column + 1;
    }
    end();
  }

  private static String shown(String name) {
    return name.length() > SHOWN ? name.substring(0, SHOWN) + "…" : name;
  }

  private void value(JsonParser in, int column) throws Unfit {
    JsonToken token = in.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      setNull(column, " is null");
      return;
    }
    switch (shape.form(column)) {
      case INT32, INT64 -> integer(column, integer(in, column));
      case FLOAT64 -> set(column, real(in, column));
      case BOOLEAN -> {
        require(token.isBoolean(), column);
        set(column, token == JsonToken.VALUE_TRUE ? 1L : 0L);
      }
      case DATE, TIMESTAMP -> time(column, millis(in, column));
      case TEXT -> text(in, column);
      case BYTES -> binary(in, column);
    }
  }

  private long integer(JsonParser in, int column) throws Unfit {
    if (in.currentToken() == JsonToken.START_OBJECT) {
      return Long.parseLong(canonical(in, column, List.of("$numberLong", "$numberInt")));
    }
    if (shape.converts() && in.currentToken().isBoolean()) {
      return in.currentToken() == JsonToken.VALUE_TRUE ? 1 : 0;
    }
    require(in.currentToken() == JsonToken.VALUE_NUMBER_INT, column);
    return in.getLongValue();
  }

  private double real(JsonParser in, int column) throws Unfit {
    if (in.currentToken() == JsonToken.START_OBJECT) {
      return Double.parseDouble(canonical(in, column, List.of("$numberDouble")));
    }
    require(in.currentToken().isNumeric(), column);
    return in.getDoubleValue();
  }

  /** Reads the text of a document that has one field, with one of these names. */
  private String canonical(JsonParser in, int column, List<String> names) throws Unfit {
    String name = in.nextName();
    require(name != null && names.contains(name), column);
    require(in.nextToken() == JsonToken.VALUE_STRING, column);
    String text = in.getString();
    endObject(in, column);
    return text;
  }

  private long millis(JsonParser in, int column) throws Unfit {
    require(in.currentToken() == JsonToken.START_OBJECT, column);
    require("$date".equals(in.nextName()), column);
    long millis;
    if (in.nextToken() == JsonToken.START_OBJECT) {
      millis = integer(in, column);
    } else {
      require(in.currentToken() == JsonToken.VALUE_STRING, column);
      byte[] text = in.getString().getBytes(StandardCharsets.ISO_8859_1);
      millis = TextValues.dateTime(text, 0, text.length, 'T', true);
    }
    endObject(in, column);
    return millis;
  }

  private void text(JsonParser in, int column) throws Unfit {
    JsonToken token = in.currentToken();
    require(token == JsonToken.VALUE_STRING || (shape.converts() && token.isNumeric()), column);
    CharBuffer from =
        CharBuffer.wrap(in.getStringCharacters(), in.getStringOffset(), in.getStringLength());
    ByteBuffer to = ByteBuffer.wrap(bytes(column, BYTES_OF_CHARACTER * from.length()));
    if (encoder.reset().encode(from, to, true).isError()) {
      throw wrong(column, " has half a character");
    }
    length(column, to.position());
  }

  private void binary(JsonParser in, int column) throws Unfit {
    require(in.currentToken() == JsonToken.START_OBJECT, column);
    require("$binary".equals(in.nextName()), column);
    require(in.nextToken() == JsonToken.START_OBJECT, column);
    boolean found = false;
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      require(in.nextToken() == JsonToken.VALUE_STRING, column);
      if (name.equals("base64")) {
        byte[] value = in.getBinaryValue(Base64Variants.MIME_NO_LINEFEEDS);
        System.arraycopy(value, 0, bytes(column, value.length), 0, value.length);
        length(column, value.length);
        found = true;
      } else {
        require(name.equals("subType"), column);
      }
    }
    require(found, column);
    endObject(in, column);
  }

  private void endObject(JsonParser in, int column) throws Unfit {
    require(in.nextToken() == JsonToken.END_OBJECT, column);
  }
}

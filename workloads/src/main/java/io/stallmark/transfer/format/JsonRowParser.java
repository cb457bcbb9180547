package io.stallmark.transfer.format;

import io.stallmark.spi.Args;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Base64Variants;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads rows from documents in relaxed or canonical extended JSON, one in each line. */
final class JsonRowParser implements RowParser {

  private static final JsonFactory JSON = new JsonFactory();
  private static final int BYTES_OF_CHARACTER = 3;

  private final RowShape shape;
  private final SlotStream stream = new SlotStream();
  private byte[] scratch = new byte[64];

  JsonRowParser(RowShape shape) {
    this.shape = shape;
  }

  /** Thrown when a document is JSON, but not a row. Has no stack: the message says it all. */
  private static final class Unfit extends Exception {

    private static final long serialVersionUID = 1;

    Unfit(String what) {
      super(what, null, false, false);
    }
  }

  @Override
  public void parse(RawBatch batch, Args into) throws BadInput {
    try (JsonParser in =
        JSON.createParser(ObjectReadContext.empty(), batch.bytes(), 0, batch.length())) {
      try {
        int row = 0;
        while (in.nextToken() != null) {
          if (row == batch.documents()) {
            throw new Unfit("more than one document in a line");
          }
          document(in, into.row(row++));
        }
        if (row < batch.documents()) {
          throw new Unfit("fewer documents than lines end here");
        }
      } catch (Unfit e) {
        throw batch.badLine(in.currentLocation().getLineNr() - 1, String.valueOf(e.getMessage()));
      }
    } catch (JacksonException e) {
      throw batch.badLine(
          e.getLocation() == null ? 0 : e.getLocation().getLineNr() - 1,
          "not JSON: " + String.valueOf(e.getOriginalMessage()).replaceAll("\\s+", " "));
    }
  }

  private void document(JsonParser in, Args into) throws Unfit {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      throw new Unfit("not a document");
    }
    long seen = 0;
    int likely = 0;
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      int column = shape.find(name, likely);
      if (column < 0) {
        throw new Unfit("field " + shown(name) + ", which the table does not have");
      }
      if ((seen & (1L << column)) != 0) {
        throw new Unfit("field " + name + " is there twice");
      }
      seen |= 1L << column;
      in.nextToken();
      value(in, column, into);
      likely = column + 1;
    }
    for (int i = 0; i < shape.count(); i++) {
      if ((seen & (1L << i)) == 0) {
        String missing = shape.missing(seen);
        if (!missing.isEmpty()) {
          throw new Unfit(missing);
        }
        into.setNull(i);
      }
    }
  }

  private static String shown(String name) {
    return name.length() > 40 ? name.substring(0, 40) + "…" : name;
  }

  private void value(JsonParser in, int column, Args into) throws Unfit {
    JsonToken token = in.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      if (!shape.nullable(column)) {
        throw new Unfit("field " + shape.name(column) + " is null");
      }
      into.setNull(column);
      return;
    }
    switch (shape.form(column)) {
      case INT32, INT64 -> {
        long number = integer(in, column);
        String complaint = shape.complaint(column, number);
        if (!complaint.isEmpty()) {
          throw new Unfit(complaint);
        }
        into.set(column, number);
      }
      case FLOAT64 -> into.set(column, real(in, column));
      case BOOLEAN -> {
        require(token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE, column);
        into.set(column, token == JsonToken.VALUE_TRUE ? 1L : 0L);
      }
      case TIMESTAMP -> into.set(column, date(in, column));
      case DATE -> {
        long millis = date(in, column);
        require(Math.floorMod(millis, BsonRowWriter.DAY) == 0, column);
        into.set(column, Math.floorDiv(millis, BsonRowWriter.DAY));
      }
      case TEXT -> text(in, column, into);
      case BYTES -> binary(in, column, into);
    }
  }

  private long integer(JsonParser in, int column) throws Unfit {
    if (in.currentToken() == JsonToken.START_OBJECT) {
      String name = in.nextName();
      require(name != null && (name.equals("$numberLong") || name.equals("$numberInt")), column);
      long number = integerText(in, column);
      end(in, column);
      return number;
    }
    if (shape.converts() && in.currentToken().isBoolean()) {
      return in.currentToken() == JsonToken.VALUE_TRUE ? 1 : 0;
    }
    require(in.currentToken() == JsonToken.VALUE_NUMBER_INT, column);
    return in.getLongValue();
  }

  private long integerText(JsonParser in, int column) throws Unfit {
    require(in.nextToken() == JsonToken.VALUE_STRING, column);
    try {
      return Long.parseLong(in.getString());
    } catch (NumberFormatException e) {
      throw new Unfit(unfit(column));
    }
  }

  private double real(JsonParser in, int column) throws Unfit {
    if (in.currentToken() == JsonToken.START_OBJECT) {
      require("$numberDouble".equals(in.nextName()), column);
      require(in.nextToken() == JsonToken.VALUE_STRING, column);
      try {
        double number = Double.parseDouble(in.getString());
        end(in, column);
        return number;
      } catch (NumberFormatException e) {
        throw new Unfit(unfit(column));
      }
    }
    require(in.currentToken().isNumeric(), column);
    return in.getDoubleValue();
  }

  private long date(JsonParser in, int column) throws Unfit {
    require(in.currentToken() == JsonToken.START_OBJECT, column);
    require("$date".equals(in.nextName()), column);
    JsonToken token = in.nextToken();
    long millis;
    if (token == JsonToken.START_OBJECT) {
      millis = integer(in, column);
    } else {
      require(token == JsonToken.VALUE_STRING, column);
      int length = in.getStringLength();
      if (scratch.length < BYTES_OF_CHARACTER * length) {
        scratch = new byte[BYTES_OF_CHARACTER * length];
      }
      int bytes =
          TextValues.encode(in.getStringCharacters(), in.getStringOffset(), length, scratch);
      millis = TextValues.dateTime(scratch, 0, Math.max(0, bytes), 'T', true);
      require(millis != TextValues.INVALID, column);
    }
    end(in, column);
    return millis;
  }

  private void text(JsonParser in, int column, Args into) throws Unfit {
    JsonToken token = in.currentToken();
    require(token == JsonToken.VALUE_STRING || (shape.converts() && token.isNumeric()), column);
    char[] characters = in.getStringCharacters();
    int length = in.getStringLength();
    byte[] to = into.bytes(column, BYTES_OF_CHARACTER * length);
    int size = TextValues.encode(characters, in.getStringOffset(), length, to);
    if (size < 0) {
      throw new Unfit("field " + shape.name(column) + " has half a character");
    }
    String complaint = shape.complaint(column, to, 0, size);
    if (!complaint.isEmpty()) {
      throw new Unfit(complaint);
    }
    into.length(column, size);
  }

  private void binary(JsonParser in, int column, Args into) throws Unfit {
    require(in.currentToken() == JsonToken.START_OBJECT, column);
    require("$binary".equals(in.nextName()), column);
    require(in.nextToken() == JsonToken.START_OBJECT, column);
    boolean found = false;
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      require(in.nextToken() == JsonToken.VALUE_STRING, column);
      if (name.equals("base64")) {
        stream.begin(column, into);
        in.readBinaryValue(Base64Variants.MIME_NO_LINEFEEDS, stream);
        found = true;
      } else {
        require(name.equals("subType"), column);
      }
    }
    require(found, column);
    String complaint = shape.complaint(column, stream.bytes, 0, stream.length);
    if (!complaint.isEmpty()) {
      throw new Unfit(complaint);
    }
    into.length(column, stream.length);
    end(in, column);
  }

  private void end(JsonParser in, int column) throws Unfit {
    require(in.nextToken() == JsonToken.END_OBJECT, column);
  }

  private void require(boolean fits, int column) throws Unfit {
    if (!fits) {
      throw new Unfit(unfit(column));
    }
  }

  private String unfit(int column) {
    return "field "
        + shape.name(column)
        + " is no "
        + shape.form(column).name().toLowerCase(Locale.ROOT);
  }

  /** Writes the bytes of a value into its slot. */
  private static final class SlotStream extends OutputStream {

    private byte[] bytes = new byte[0];
    private int length;
    private int column;
    private @Nullable Args into;

    void begin(int slot, Args values) {
      column = slot;
      into = values;
      bytes = values.bytes(slot, 0);
      length = 0;
    }

    @Override
    public void write(int one) {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] from, int at, int count) {
      if (bytes.length - length < count) {
        byte[] before = bytes;
        bytes = Objects.requireNonNull(into).bytes(column, Math.max(length + count, 2 * length));
        System.arraycopy(before, 0, bytes, 0, length);
      }
      System.arraycopy(from, at, bytes, length, count);
      length += count;
    }
  }
}

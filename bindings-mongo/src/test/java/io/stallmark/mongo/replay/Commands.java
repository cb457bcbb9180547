package io.stallmark.mongo.replay;

import io.stallmark.mongo.wire.MongoMessage;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.bson.RawBsonDocument;

/** Recorded commands and replies, made of JSON. */
final class Commands {

  private static final int HEADER = MongoMessage.HEADER;

  private Commands() {}

  static Operation command(String json) {
    return command(0, json);
  }

  static Operation command(int flags, String json) {
    return operation(flags, section(json));
  }

  /** A command with a sequence of documents. */
  static Operation withSequence(String json, String name, List<String> documents) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.writeBytes((name + "\0").getBytes(StandardCharsets.UTF_8));
    documents.forEach(document -> content.writeBytes(bytes(document)));
    ByteArrayOutputStream sections = new ByteArrayOutputStream();
    sections.write(1);
    sections.writeBytes(number(Integer.BYTES + content.size()));
    sections.writeBytes(content.toByteArray());
    sections.writeBytes(section(json));
    return operation(0, sections.toByteArray());
  }

  private static Operation operation(int flags, byte[] sections) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(number(flags));
    body.writeBytes(sections);
    return new Operation(1, 0, 1, MongoMessage.OP_MSG, body.toByteArray());
  }

  private static byte[] section(String json) {
    ByteArrayOutputStream section = new ByteArrayOutputStream();
    section.write(0);
    section.writeBytes(bytes(json));
    return section.toByteArray();
  }

  /** What a recording keeps of a reply that opens a cursor. */
  static Reply opened(long cursor) {
    byte[] document = bytes("{cursor: {id: {$numberLong: '" + cursor + "'}}}");
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.writeBytes(number(HEADER + 5 + document.length));
    message.writeBytes(new byte[8]);
    message.writeBytes(number(MongoMessage.OP_MSG));
    message.writeBytes(new byte[5]);
    message.writeBytes(document);
    return new Reply(1, 1, 1, 1, 1, Outcome.ROWS, 0, 0, 0, 0, 0, message.toByteArray());
  }

  private static byte[] bytes(String json) {
    ByteBuffer bytes = RawBsonDocument.parse(json).getByteBuffer().asNIO();
    return Arrays.copyOfRange(bytes.array(), bytes.position(), bytes.limit());
  }

  private static byte[] number(int value) {
    return ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }
}

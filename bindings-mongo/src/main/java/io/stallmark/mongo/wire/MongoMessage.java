package io.stallmark.mongo.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonSerializationException;

/**
 * Message of the protocol in an array of bytes, read by offsets. Methods throw {@link
 * BsonSerializationException} where the message is malformed. Not copied.
 *
 * @param opcode kind of the message
 * @param bytes array with the message
 * @param body offset after the header
 * @param end offset after the message
 */
public record MongoMessage(int opcode, byte[] bytes, int body, int end) {

  public static final int HEADER = 16;

  static final int OP_REPLY = 1;
  static final int OP_QUERY = 2004;
  static final int OP_COMPRESSED = 2012;
  public static final int OP_MSG = 2013;

  /** Flags of OP_MSG. */
  static final int CHECKSUM_PRESENT = 1;

  static final int MORE_TO_COME = 1 << 1;
  public static final int EXHAUST_ALLOWED = 1 << 16;

  /** Flag of OP_REPLY: the query failed. */
  static final int QUERY_FAILURE = 1 << 1;

  /** Largest message, 48 MB, and what servers add to documents of maximum size. */
  public static final int MAX_LENGTH = 48_000_000 + 64 * 1024;

  /** Kinds of sections of OP_MSG. */
  private static final int WHOLE_DOCUMENT = 0;

  private static final int SEQUENCE = 1;

  private static final int EMPTY_SEQUENCE = Integer.BYTES + 1;

  /** Name of a query that is no command: that of old drivers for documents of a collection. */
  static final String OLD_QUERY = "query";

  /** Returns the message whose header is at an offset. */
  public static MongoMessage at(byte[] bytes, int start, int length) {
    int opcode = BsonElements.getInt(bytes, start + 12);
    return new MongoMessage(opcode, bytes, start + HEADER, start + length);
  }

  /** Whether a message of this length and kind exists. */
  public static boolean isPlausible(int length, int opcode) {
    return length >= HEADER
        && length <= MAX_LENGTH
        && (opcode == OP_REPLY || (opcode >= 2001 && opcode <= OP_MSG));
  }

  /** Returns an OP_MSG with this document, as a reply to no message. */
  public static byte[] encode(BsonDocument document) {
    byte[] content = BsonDocuments.encode(document);
    byte[] message = new byte[HEADER + Integer.BYTES + 1 + content.length];
    BsonElements.setInt(message, 0, message.length);
    BsonElements.setInt(message, 12, OP_MSG);
    System.arraycopy(content, 0, message, message.length - content.length, content.length);
    return message;
  }

  /**
   * Writes a message with the number of a cursor; 0: there is none. A replay maps the number to
   * that of the cursor which it opened.
   */
  public static void writeCursor(long id, ByteArrayOutputStream to) {
    if (id != 0) {
      BsonDocument cursor = new BsonDocument("id", new BsonInt64(id));
      to.writeBytes(encode(new BsonDocument("cursor", cursor)));
    }
  }

  /**
   * Returns a copy of this message with another document. It has no checksum.
   *
   * @param at offset of the document to replace
   */
  byte[] with(BsonDocument document, int at) {
    int start = body - HEADER;
    int rest = BsonElements.end(bytes, at, contentEnd());
    byte[] content = BsonDocuments.encode(document);
    ByteArrayOutputStream copy = new ByteArrayOutputStream();
    copy.write(bytes, start, at - start);
    copy.writeBytes(content);
    copy.write(bytes, rest, contentEnd() - rest);
    byte[] message = copy.toByteArray();
    BsonElements.setInt(message, 0, message.length);
    if (opcode == OP_MSG) {
      BsonElements.setInt(message, HEADER, flags() & ~CHECKSUM_PRESENT);
    }
    return message;
  }

  int length() {
    return end - body + HEADER;
  }

  int requestId() {
    return BsonElements.getInt(bytes, body - 12);
  }

  int responseTo() {
    return BsonElements.getInt(bytes, body - 8);
  }

  /** Whether a server sent it. */
  public boolean isReply() {
    return opcode == OP_REPLY || responseTo() != 0;
  }

  /** Whether it has to be decompressed before it can be read. */
  public boolean isCompressed() {
    return opcode == OP_COMPRESSED;
  }

  /** Flags of a message whose body begins with them. */
  public int flags() {
    if (end - body < Integer.BYTES) {
      throw BsonElements.malformed("flags", body);
    }
    return BsonElements.getInt(bytes, body);
  }

  /** Whether the sender sends another message, without waiting for an answer to this one. */
  public boolean moreToCome() {
    return opcode == OP_MSG && (flags() & MORE_TO_COME) != 0;
  }

  /** Offset after the content, where a checksum may follow. */
  public int contentEnd() {
    return opcode == OP_MSG && (flags() & CHECKSUM_PRESENT) != 0 ? end - Integer.BYTES : end;
  }

  /** Offset of the document with the command or the reply. */
  public int document() {
    return switch (opcode) {
      case OP_MSG -> section(WHOLE_DOCUMENT, body + Integer.BYTES) + 1;
      case OP_REPLY -> body + 20; // flags, cursor, position, number of documents
      case OP_QUERY -> afterCollection() + 2 * Integer.BYTES; // numbers to skip and to return
      default -> throw BsonElements.malformed("message of kind " + opcode, body);
    };
  }

  /** Elements of the command or the reply. */
  public BsonElements elements() {
    BsonElements elements = new BsonElements(bytes, document(), contentEnd());
    if (opcode == OP_QUERY) {
      BsonElements wrapper = new BsonElements(bytes, document(), contentEnd());
      if (wrapper.next() && wrapper.named("$query") && wrapper.isDocument()) {
        return wrapper.elements();
      }
    }
    return elements;
  }

  /** Name of the command: that of its first element, or {@link #OLD_QUERY}. */
  String command() {
    if (opcode == OP_QUERY && !collection().endsWith(".$cmd")) {
      return OLD_QUERY;
    }
    BsonElements elements = elements();
    if (!elements.next()) {
      throw BsonElements.malformed("command", body);
    }
    return elements.name();
  }

  /** Name of the database; empty: none is named. */
  String database() {
    if (opcode == OP_QUERY) {
      String collection = collection();
      return collection.substring(0, Math.max(0, collection.indexOf('.')));
    }
    BsonElements elements = elements();
    while (elements.next()) {
      if (elements.named("$db")) {
        return elements.text();
      }
    }
    return "";
  }

  /** Full name of the collection of an OP_QUERY. */
  String collection() {
    int from = body + Integer.BYTES;
    return new String(bytes, from, afterCollection() - 1 - from, StandardCharsets.UTF_8);
  }

  private int afterCollection() {
    return BsonElements.afterText(bytes, body + Integer.BYTES, end, "collection");
  }

  /** Returns the offset of the next sequence of documents from a section on; -1: there is none. */
  public int sequence(int section) {
    int from = section < 0 ? body + Integer.BYTES : after(section);
    for (int at = from; at < contentEnd(); at = after(at)) {
      if (bytes[at] == SEQUENCE) {
        return at;
      }
    }
    return -1;
  }

  /** Name of the sequence at an offset. */
  public String sequenceName(int section) {
    int from = section + 1 + Integer.BYTES;
    return new String(bytes, from, sequenceDocuments(section) - 1 - from, StandardCharsets.UTF_8);
  }

  /** Returns the documents of a sequence. */
  public BsonElements documents(int section) {
    return BsonElements.ofDocuments(bytes, sequenceDocuments(section), after(section));
  }

  /** Offset of the first document of a sequence. */
  public int sequenceDocuments(int section) {
    int name = section + 1 + Integer.BYTES;
    return BsonElements.afterText(bytes, name, after(section), "name of a sequence");
  }

  private int section(int kind, int from) {
    for (int at = from; at < contentEnd(); at = after(at)) {
      if (bytes[at] == kind) {
        return at;
      }
    }
    throw BsonElements.malformed("section of kind " + kind, from);
  }

  /** Returns the offset after the section at an offset. */
  public int after(int section) {
    int limit = contentEnd();
    if (bytes[section] == WHOLE_DOCUMENT) {
      return BsonElements.end(bytes, section + 1, limit);
    }
    if (bytes[section] != SEQUENCE || limit - section - 1 < EMPTY_SEQUENCE) {
      throw BsonElements.malformed("section", section);
    }
    int size = BsonElements.getInt(bytes, section + 1);
    if (size < EMPTY_SEQUENCE || size > limit - section - 1) {
      throw BsonElements.malformed("section", section);
    }
    return section + 1 + size;
  }
}

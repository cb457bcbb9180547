package io.stallmark.trace;

import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of the records of one segment, as {@code docs/trace-format.md} defines them. A codec either
 * writes or reads, from the segment's beginning on.
 */
final class RecordCodec {

  /** Maximum size of a body, bytes. */
  static final int LARGEST_BODY = 1024 * 1024 * 1024;

  /** Maximum number of attributes of a session. */
  private static final int MOST_ATTRIBUTES = 10_000;

  private static final int SESSION_START = 1;
  private static final int SESSION_END = 2;
  private static final int OPERATION = 3;
  private static final int REPLY = 4;
  private static final int GAP = 5;

  private static final byte[] NOTHING = {};

  /** Upper limit of the size of a record's numbers. */
  private static final int NUMBERS = 128;

  private static final int MORE = 0x80;
  private static final int LONGEST_VARINT = 10;

  private byte[] head = new byte[NUMBERS];
  private int length;
  private long previous;
  private long offset;

  /** Returns about the size of a record, bytes. */
  static long sizeOf(TraceRecord record) {
    if (record instanceof Operation operation) {
      return (long) operation.body().length + NUMBERS;
    }
    return record instanceof Reply reply ? (long) reply.body().length + NUMBERS : NUMBERS;
  }

  /** Writes a record. Returns its size, bytes. */
  long write(TraceRecord record, OutputStream out) throws IOException {
    length = 0;
    byte[] body = NOTHING;
    if (record instanceof SessionStart start) {
      begin(SESSION_START, record);
      Map<String, String> sorted = new TreeMap<>(start.attributes());
      putVarint(sorted.size());
      sorted.forEach(
          (name, value) -> {
            putText(name);
            putText(value);
          });
    } else if (record instanceof SessionEnd) {
      begin(SESSION_END, record);
    } else if (record instanceof Operation operation) {
      begin(OPERATION, record);
      body = operation.body();
      putVarint(operation.sequence());
      putVarint(operation.command());
      putVarint(body.length);
    } else if (record instanceof Reply reply) {
      begin(REPLY, record);
      body = reply.body();
      putReply(reply);
      putVarint(body.length);
    } else if (record instanceof Gap gap) {
      begin(GAP, record);
      putVarint(gap.operations());
      putText(gap.reason());
    }
    out.write(head, 0, length);
    out.write(body);
    return (long) length + body.length;
  }

  private void begin(int kind, TraceRecord record) {
    put(kind);
    putVarint(record.session());
    long difference = record.time() - previous;
    putVarint((difference << 1) ^ (difference >> (Long.SIZE - 1)));
    previous = record.time();
  }

  private void putReply(Reply reply) {
    putVarint(reply.sequence());
    putVarint(reply.latency());
    putVarint(reply.firstByte());
    put(reply.outcome().ordinal());
    putVarint(reply.errorCode());
    putVarint(reply.rows());
    putVarint(reply.affected());
    putVarint(reply.bytes());
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      put((int) (reply.hash() >>> shift));
    }
  }

  private void putText(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    putVarint(bytes.length);
    reserve(bytes.length);
    System.arraycopy(bytes, 0, head, length, bytes.length);
    length += bytes.length;
  }

  private void putVarint(long value) {
    long rest = value;
    while ((rest & -MORE) != 0) {
      put((int) rest | MORE);
      rest >>>= Byte.SIZE - 1;
    }
    put((int) rest);
  }

  private void put(int value) {
    reserve(1);
    head[length++] = (byte) value;
  }

  private void reserve(int more) {
    if (head.length - length < more) {
      head = Arrays.copyOf(head, Math.max(2 * head.length, length + more));
    }
  }

  /** Number of bytes read so far. */
  long offset() {
    return offset;
  }

  /**
   * Reads a record.
   *
   * @return null: the segment ends here
   * @throws EOFException if the segment ends within the record
   * @throws BadRecordException if the bytes are no record
   */
  @Nullable TraceRecord read(InputStream in) throws IOException {
    int kind = in.read();
    if (kind < 0) {
      return null;
    }
    offset++;
    if (kind < SESSION_START || kind > GAP) {
      throw new BadRecordException("a record has the unknown kind " + kind);
    }
    int session = smallNumber(in);
    long time = previous + difference(in);
    previous = time;
    return switch (kind) {
      case SESSION_START -> new SessionStart(session, time, attributes(in));
      case SESSION_END -> new SessionEnd(session, time);
      case OPERATION -> new Operation(session, time, varint(in), (int) varint(in), body(in));
      case REPLY -> reply(in, session, time);
      default -> new Gap(session, time, varint(in), text(in));
    };
  }

  private long difference(InputStream in) throws IOException {
    long zigzag = varint(in);
    return zigzag >>> 1 ^ -(zigzag & 1);
  }

  private Reply reply(InputStream in, int session, long time) throws IOException {
    long sequence = varint(in);
    long latency = varint(in);
    long firstByte = varint(in);
    Outcome[] outcomes = Outcome.values();
    int outcome = octet(in);
    if (outcome >= outcomes.length) {
      throw new BadRecordException("a reply has the unknown outcome " + outcome);
    }
    int errorCode = (int) varint(in);
    long rows = varint(in);
    long affected = varint(in);
    long bytes = varint(in);
    long hash = 0;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash |= (long) octet(in) << shift;
    }
    return new Reply(
        session,
        time,
        sequence,
        latency,
        firstByte,
        outcomes[outcome],
        errorCode,
        rows,
        affected,
        bytes,
        hash,
        body(in));
  }

  private Map<String, String> attributes(InputStream in) throws IOException {
    int count = smallNumber(in);
    if (count > MOST_ATTRIBUTES) {
      throw new BadRecordException("a session has " + count + " attributes");
    }
    Map<String, String> attributes = new HashMap<>();
    for (int i = 0; i < count; i++) {
      attributes.put(text(in), text(in));
    }
    return attributes;
  }

  private String text(InputStream in) throws IOException {
    return new String(body(in), StandardCharsets.UTF_8);
  }

  /**
   * Reads bytes after their number. Memory grows with the bytes that exist, not with the number.
   */
  private byte[] body(InputStream in) throws IOException {
    long size = varint(in);
    if (size < 0 || size > LARGEST_BODY) {
      throw new BadRecordException("a body is larger than 1 GiB");
    }
    byte[] bytes = in.readNBytes((int) size);
    offset += bytes.length;
    if (bytes.length < size) {
      throw new EOFException();
    }
    return bytes;
  }

  private int smallNumber(InputStream in) throws IOException {
    long number = varint(in);
    if (number < 0 || number > Integer.MAX_VALUE) {
      throw new BadRecordException("a number is out of range");
    }
    return (int) number;
  }

  private long varint(InputStream in) throws IOException {
    long value = 0;
    for (int i = 0; i < LONGEST_VARINT; i++) {
      int next = octet(in);
      value |= (long) (next & ~MORE) << (i * (Byte.SIZE - 1));
      if ((next & MORE) == 0) {
        return value;
      }
    }
    throw new BadRecordException("a number is longer than " + LONGEST_VARINT + " bytes");
  }

  private int octet(InputStream in) throws IOException {
    int next = in.read();
    if (next < 0) {
      throw new EOFException();
    }
    offset++;
    return next;
  }

  /** Thrown at bytes that are no record. The message says why. */
  static final class BadRecordException extends IOException {

    private static final long serialVersionUID = 1;

    BadRecordException(String message) {
      super(message);
    }
  }
}

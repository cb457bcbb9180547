package io.stallmark.mysql.wire;

import io.stallmark.mysql.wire.WireCommand.ReplyKind;
import io.stallmark.spi.wire.SessionRecorder.Summary;
import io.stallmark.trace.RowHash;
import io.stallmark.trace.TraceRecord.Outcome;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the packets of the server. Counts and hashes rows as they pass, without keeping them. For
 * one thread.
 */
public final class ReplyReader implements PacketFramer.Receiver {

  private static final byte[] NO_BODY = new byte[0];
  private static final int OK = 0x00;
  private static final int FILE = 0xfb;
  private static final int EOF = 0xfe;
  private static final int ERROR = 0xff;
  private static final int EOF_LIMIT = 9; // an EOF packet is shorter

  private static final int PROGRESS = 0xffff;
  private static final int MOST_COLUMNS = 0xffff;

  /** Bytes of a packet without rows that are kept. The fields that are read end before. */
  private static final int HEAD = 32;

  private enum State {
    FIRST,
    DEFINITIONS,
    END_OF_DEFINITIONS,
    ROWS
  }

  /** The request whose reply is due, or null. */
  public interface Due {
    @Nullable PendingRequest next();
  }

  private final boolean deprecateEof;
  private final boolean optionalMetadata;
  private final boolean whole;
  private final Due due;
  private final Consumer<ReplyReader> finished;
  private final RowHash hash = new RowHash();
  private final byte[] head = new byte[ErrorPacket.LONGEST];
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  private @Nullable PendingRequest request;
  private State state = State.FIRST;
  private long definitions;
  private int nextSequence;
  private boolean awaitsFile;
  private int sequence;
  private int length;
  private int headLength;
  private boolean row;

  private long firstByte;
  private Outcome outcome = Outcome.OK;
  private int errorCode;
  private long rows;
  private long affected;
  private long bytes;
  private long sum;
  private long statement;
  private int status = ProtocolFlags.AUTOCOMMIT;

  /**
   * Creates a reader.
   *
   * @param capabilities flags that client and server have in common
   * @param whole whether to keep the replies' bytes
   * @param finished called at the end of each reply, before the next one is read
   */
  public ReplyReader(long capabilities, boolean whole, Due due, Consumer<ReplyReader> finished) {
    deprecateEof = (capabilities & ProtocolFlags.DEPRECATE_EOF) != 0;
    optionalMetadata =
        (capabilities & (ProtocolFlags.CACHE_METADATA | ProtocolFlags.OPTIONAL_METADATA)) != 0;
    this.whole = whole;
    this.due = due;
    this.finished = finished;
  }

  /** Forgets the reply that is being read. */
  public void reset() {
    request = null;
    awaitsFile = false;
  }

  /** Whether the server waits for packets of a file. */
  public boolean awaitsFile() {
    return awaitsFile;
  }

  /** Sequence number of the next packet of either side within the current request. */
  public int nextSequence() {
    return nextSequence;
  }

  /** Accepts that the client sent a packet within the current request. */
  public void clientSent(int last) {
    nextSequence = last + 1 & 0xff;
  }

  /** Accepts that the client sent the end of the file for which the server waits. */
  public void fileEnded() {
    awaitsFile = false;
  }

  /** Summary of the reply: of all its results. */
  public Summary summary() {
    return new Summary(outcome, errorCode, rows, affected, bytes, sum);
  }

  /** Text of the error, valid until the next packet; empty: no error. */
  public String errorText() {
    return outcome == Outcome.ERROR ? ErrorPacket.text(head, headLength) : "";
  }

  /** When the reply's first byte was read. */
  public long firstByte() {
    return firstByte;
  }

  /**
   * The reply, or the packet with the statement's number, to which executions refer. Otherwise
   * empty.
   */
  public byte[] body() {
    return body.size() > 0 ? body.toByteArray() : NO_BODY;
  }

  /** Number of the statement that was prepared; -1: none. */
  public long statement() {
    return statement;
  }

  /** The server's status flags, from the latest result without an error. */
  public int status() {
    return status;
  }

  @Override
  public boolean frame(long time, int size, int number, boolean first) {
    if (first) {
      if (request == null) {
        request = due.next();
        begin(time);
      }
      sequence = number;
      length = size;
      headLength = 0;
      row = false;
    }
    bytes += PacketFramer.HEADER + size;
    if (whole) {
      keep(size, number);
    }
    return true;
  }

  private void keep(int size, int number) {
    for (int i = 0; i < 3; i++) {
      body.write(size >>> (8 * i));
    }
    body.write(number);
  }

  private void begin(long time) {
    firstByte = time;
    state = State.FIRST;
    outcome = Outcome.OK;
    errorCode = 0;
    rows = 0;
    affected = 0;
    bytes = 0;
    sum = 0;
    statement = -1;
    body.reset();
    if (request != null) {
      nextSequence = request.replySequence();
      if (request.reply() == ReplyKind.ROWS) {
        state = State.ROWS;
        outcome = Outcome.ROWS;
      }
    }
  }

  @Override
  public boolean data(byte[] source, int start, int count) {
    if (headLength == 0 && !row) {
      int kind = source[start] & 0xff;
      if (kind != ERROR && !isExpected()) {
        return false;
      }
      row = state == State.ROWS && kind != ERROR && !endsRows(kind);
      if (row) {
        hash.reset();
      }
    }
    if (whole) {
      body.write(source, start, count);
    }
    if (row) {
      hash.add(source, start, count);
    } else {
      boolean error = (headLength == 0 ? source[start] : head[0]) == (byte) ERROR;
      int kept = Math.min(count, (error ? ErrorPacket.LONGEST : HEAD) - headLength);
      System.arraycopy(source, start, head, headLength, kept);
      headLength += kept;
    }
    return true;
  }

  /** A replication client may answer events, which changes the numbers. */
  private boolean isExpected() {
    return request != null && (sequence == nextSequence || request.reply() == ReplyKind.EVENTS);
  }

  private boolean endsRows(int kind) {
    return kind == EOF && length < (deprecateEof ? PacketFramer.LONGEST : EOF_LIMIT);
  }

  @Override
  public boolean end(int last) {
    PendingRequest of = request;
    nextSequence = last + 1 & 0xff;
    if (row) {
      rows++;
      sum += hash.value();
      return true;
    } else if (headLength == 0) {
      return false;
    }
    PayloadReader fields = new PayloadReader(head, 1, headLength);
    int kind = head[0] & 0xff;
    if (kind == ERROR) {
      return of == null || error((int) fields.fixed(2));
    }
    return of != null && packet(of.reply(), kind, fields);
  }

  private boolean error(int code) {
    if (code != PROGRESS) {
      outcome = Outcome.ERROR;
      errorCode = code;
      finish();
    }
    return true;
  }

  private boolean packet(ReplyKind reply, int kind, PayloadReader fields) {
    return switch (state) {
      case FIRST -> first(reply, kind, fields);
      case DEFINITIONS -> {
        definitions--;
        if (definitions == 0) {
          afterDefinitions(reply);
        }
        yield true;
      }
      case END_OF_DEFINITIONS -> kind == EOF && length < EOF_LIMIT && endOfDefinitions(fields);
      case ROWS -> endOfResult(flags(fields));
    };
  }

  private boolean first(ReplyKind reply, int kind, PayloadReader fields) {
    return switch (reply) {
      case RESULTS -> result(kind, fields);
      case STATEMENT -> statement(kind, fields);
      case LOGIN -> {
        if (kind == OK) {
          finish();
        }
        yield true;
      }
      case EVENTS -> {
        if (kind == EOF && length < EOF_LIMIT) {
          finish();
        }
        yield true;
      }
      default -> {
        if (kind == OK) {
          affected = fields.encoded();
        }
        finish();
        yield true;
      }
    };
  }

  private boolean result(int kind, PayloadReader fields) {
    awaitsFile = kind == FILE;
    if (kind == FILE) {
      return true;
    } else if (kind == OK) {
      affected += fields.encoded();
      fields.encoded(); // the row's generated key
      return endOfResult((int) fields.fixed(2));
    }
    PayloadReader count = new PayloadReader(head, 0, headLength);
    definitions = count.encoded();
    boolean described = !optionalMetadata || count.fixed(1) != 0;
    if (count.truncated() || definitions > MOST_COLUMNS || definitions <= 0) {
      return false;
    }
    outcome = Outcome.ROWS;
    if (described) {
      state = State.DEFINITIONS;
    } else {
      afterDefinitions(ReplyKind.RESULTS);
    }
    return true;
  }

  private boolean statement(int kind, PayloadReader fields) {
    statement = fields.fixed(4);
    long columns = fields.fixed(2);
    long parameters = fields.fixed(2);
    if (kind != OK || fields.truncated()) {
      return false;
    }
    if (!whole) {
      keep(length, sequence);
      body.write(head, 0, headLength);
    }
    int ends = deprecateEof ? 0 : 1;
    definitions = (columns > 0 ? columns + ends : 0) + (parameters > 0 ? parameters + ends : 0);
    if (definitions > 0) {
      state = State.DEFINITIONS;
    } else {
      finish();
    }
    return true;
  }

  private void afterDefinitions(ReplyKind reply) {
    if (reply == ReplyKind.STATEMENT) {
      finish();
    } else {
      state = deprecateEof ? State.ROWS : State.END_OF_DEFINITIONS;
    }
  }

  private boolean endOfDefinitions(PayloadReader fields) {
    fields.skip(2);
    int flags = (int) fields.fixed(2);
    state = State.ROWS;
    return (flags & ProtocolFlags.CURSOR_EXISTS) == 0 || endOfResult(flags);
  }

  /** Reads the status flags of a packet after rows: EOF, or OK in its place. */
  private int flags(PayloadReader fields) {
    if (deprecateEof) {
      fields.encoded(); // changed rows
      fields.encoded(); // generated key
    } else {
      fields.skip(2); // warnings
    }
    return (int) fields.fixed(2);
  }

  private boolean endOfResult(int flags) {
    status = flags;
    if ((flags & ProtocolFlags.MORE_RESULTS) == 0) {
      finish();
    } else {
      state = State.FIRST;
    }
    return true;
  }

  private void finish() {
    finished.accept(this);
    reset();
  }
}

package io.stallmark.mysql.replay;

import io.stallmark.mysql.wire.LoginSide;
import io.stallmark.mysql.wire.PacketFramer;
import io.stallmark.mysql.wire.PendingRequest;
import io.stallmark.mysql.wire.ProtocolFlags;
import io.stallmark.mysql.wire.ReplyReader;
import io.stallmark.mysql.wire.WireCommand;
import io.stallmark.mysql.wire.WireCommand.ReplyKind;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.replay.RawReply;
import io.stallmark.spi.wire.SessionRecorder.Summary;
import io.stallmark.spi.wire.WireConnection;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Connection that sends requests as they are and summarizes the replies. For one thread; {@link
 * #close} may be called on another one, and ends what the first one waits for.
 */
final class RawConnection implements WireConnection {

  /** Errors with which a server ends a connection: shutdown, broken packets, killed, timed out. */
  private static final Set<Integer> ENDS =
      Set.of(1053, 1077, 1078, 1079, 1152, 1158, 1159, 1160, 1161, 1927, 3169, 4031);

  private static final byte[] NOTHING = new byte[0];
  private static final int BUFFER = 16 * 1024;
  private static final int LOGIN_MILLIS = 10_000;

  private final ServerPlace place;
  private final Socket plain;
  private final byte[] sent = new byte[BUFFER];
  private final byte[] received = new byte[BUFFER];
  private InputStream in;
  private OutputStream out;
  private long capabilities;
  private ReplyReader reader;
  private PacketFramer framer;
  private @Nullable PendingRequest request;
  private @Nullable RawReply reply;
  private long statement = -1;

  /** Creates a connection that is not open yet. */
  RawConnection(ServerPlace place) throws IOException {
    this.place = place;
    plain = place.socket();
    in = InputStream.nullInputStream();
    out = OutputStream.nullOutputStream();
    reader = reader();
    framer = new PacketFramer(reader);
  }

  private ReplyReader reader() {
    return new ReplyReader(capabilities, false, () -> request, this::replied);
  }

  /**
   * Connects and logs in.
   *
   * @throws DbException of kind REFUSED if the server refuses the account
   */
  void open(SessionLogin.Account account, RecordedLogin recorded) throws IOException, DbException {
    place.connect(plain);
    plain.setSoTimeout(LOGIN_MILLIS);
    in = plain.getInputStream();
    out = plain.getOutputStream();
    LoginSide server = new LoginSide(this, "server");
    capabilities = new SessionLogin(account, recorded, server, place.unix() != null).pass();
    plain.setSoTimeout(0);
    reader = reader();
    framer = new PacketFramer(reader);
  }

  /** Whether an error of this code ends the connection. */
  static boolean isEndedBy(int code) {
    return ENDS.contains(code);
  }

  @Override
  public InputStream in() {
    return in;
  }

  @Override
  public OutputStream out() {
    return out;
  }

  @Override
  public boolean canEncrypt() {
    return place.encryption() != null;
  }

  @Override
  public void encrypt(byte[] read) throws IOException {
    Socket encrypted = place.encrypt(plain);
    in = encrypted.getInputStream();
    out = encrypted.getOutputStream();
  }

  /** Whether requests have attributes. */
  boolean hasQueryAttributes() {
    return (capabilities & ProtocolFlags.QUERY_ATTRIBUTES) != 0;
  }

  /** Whether the server waits for parts of a file. */
  boolean awaitsFile() {
    return reader.awaitsFile();
  }

  /** Whether a transaction is open. */
  boolean isInTransaction() {
    return (reader.status() & ProtocolFlags.IN_TRANSACTION) != 0;
  }

  /** Whether each statement outside a transaction commits. */
  boolean isAutocommit() {
    return (reader.status() & ProtocolFlags.AUTOCOMMIT) != 0;
  }

  /** Number of the statement that the latest command has prepared; -1: none. */
  long statement() {
    return statement;
  }

  /**
   * Sends a request and reads its reply.
   *
   * @param head bytes before those of the body
   * @param from where the body begins in its array
   * @return {@link RawReply#NONE} also if the server asks for a file
   * @throws DbException of kind FATAL if the reply cannot be read
   */
  RawReply exchange(int command, byte[] head, byte[] body, int from)
      throws IOException, DbException {
    statement = -1;
    int last = write(0, head, body, from);
    if (WireCommand.reply(command) == ReplyKind.NONE) {
      return RawReply.NONE;
    }
    request = new PendingRequest(1, 0, command, last + 1 & 0xff);
    return receive();
  }

  /** Sends a part of the file that the server waits for; reads the reply after an empty one. */
  RawReply sendFile(byte[] part) throws IOException, DbException {
    reader.clientSent(write(reader.nextSequence(), NOTHING, part, 0));
    if (part.length > 0) {
      return RawReply.NONE;
    }
    reader.fileEnded();
    return receive();
  }

  private RawReply receive() throws IOException, DbException {
    reply = null;
    while (reply == null && !reader.awaitsFile()) {
      int count = in.read(received);
      if (count < 0) {
        throw new EOFException("the server closed it");
      } else if (!framer.accept(0, received, count)) {
        throw new DbException(Kind.FATAL, "reply", "A reply of the server cannot be read");
      }
    }
    return reply == null ? RawReply.NONE : reply;
  }

  private void replied(ReplyReader read) {
    request = null;
    statement = read.statement();
    Summary summary = read.summary();
    String message = summary.errorCode() == 0 ? "" : DbException.oneLine(read.errorText());
    reply = RawReply.of(summary, message);
  }

  /**
   * Writes a packet, in several frames if it is long.
   *
   * @return sequence number of the last frame
   */
  private int write(int sequence, byte[] head, byte[] body, int from) throws IOException {
    int left = head.length + body.length - from;
    int next = from;
    int number = sequence;
    int ahead = head.length;
    System.arraycopy(head, 0, sent, PacketFramer.HEADER, ahead);
    while (true) {
      int length = Math.min(left, PacketFramer.LONGEST);
      for (int i = 0; i < 3; i++) {
        sent[i] = (byte) (length >>> (8 * i));
      }
      sent[3] = (byte) number;
      int filled = PacketFramer.HEADER + ahead;
      int rest = length - ahead;
      if (rest <= BUFFER - filled) {
        System.arraycopy(body, next, sent, filled, rest);
        out.write(sent, 0, filled + rest);
      } else {
        out.write(sent, 0, filled);
        out.write(body, next, rest);
      }
      next += rest;
      left -= length;
      ahead = 0;
      if (length < PacketFramer.LONGEST) {
        out.flush();
        return number & 0xff;
      }
      number++;
    }
  }

  void close() {
    try {
      plain.close();
    } catch (IOException e) {
      // closed already
    }
  }
}

package io.stallmark.mongo.replay;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.stallmark.mongo.connect.MongoErrors;
import io.stallmark.mongo.replay.LiveCursors.LiveCursor;
import io.stallmark.mongo.wire.BsonElements;
import io.stallmark.mongo.wire.MongoMessage;
import io.stallmark.mongo.wire.ReplySummary;
import io.stallmark.spi.DbException;
import io.stallmark.spi.replay.RawReply;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonSerializationException;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.RawBsonDocumentCodec;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Sends recorded commands through the driver, which is told not to repeat any. Each command takes a
 * connection from the client's pool.
 *
 * <p>A server replies to a getMore of an exhaust cursor with all further batches. Here each of them
 * is fetched by a getMore, within the same call, and their sum is the reply. An unacknowledged
 * write is answered all the same, and the answer ignored.
 */
final class MongoRawSession implements RawSession {

  private static final BsonDocument PING = new BsonDocument("ping", new BsonInt32(1));
  private static final int LOCK_TIMEOUT = 24;
  private static final int WRITE_CONFLICT = 112;
  private static final BsonDocumentCodec DOCUMENTS = new BsonDocumentCodec();

  private final MongoClient client;
  private final MongoErrors errors;
  private final MongoReplayTarget.Features features;
  private final LiveSessions sessions;
  private final LiveCursors cursors;
  private final LiveSession own;
  private final RecordedCommand command = new RecordedCommand();
  private final CommandWriter writer;
  private final CodecRegistry codecs =
      CodecRegistries.fromCodecs(new ReplyBytes(), new RawBsonDocumentCodec(), DOCUMENTS);
  private final Map<String, MongoDatabase> databases = new HashMap<>();

  MongoRawSession(
      MongoClient client,
      MongoErrors errors,
      MongoReplayTarget.Features features,
      LiveSessions sessions,
      LiveCursors cursors) {
    this.client = client;
    this.errors = errors;
    this.features = features;
    this.sessions = sessions;
    this.cursors = cursors;
    own = sessions.create();
    writer = new CommandWriter(features.transactions(), cursors);
  }

  /** Sends a ping: a connection of the client's pool needs a server that replies. */
  @Override
  public void connect() throws DbException {
    errors.translated(() -> client.getDatabase("admin").runCommand(PING));
  }

  @Override
  public String unsendable(Operation operation, @Nullable Reply recorded) {
    if (operation.command() != MongoMessage.OP_MSG) {
      return "op-query";
    }
    try {
      command.read(operation);
      if (command.isTailable()) {
        return "tailable";
      }
      if (command.endsTransaction() && !features.transactions()) {
        return "transaction";
      }
      if ((command.isGetMore() && cursors.get(command.cursor()) == null)
          || (command.killsCursors() && !forCursors(false))) {
        return "cursor";
      }
      return isTooLarge(operation) ? "large" : "";
    } catch (BsonSerializationException e) {
      return "unreadable";
    }
  }

  /** The driver sends one document, and a sequence of documents can be longer. */
  private boolean isTooLarge(Operation operation) {
    return operation.body().length > CommandWriter.MOST / 2
        && writer.write(command, CommandWriter.NO_NUMBER).getByteBuffer().limit()
            > CommandWriter.MOST;
  }

  /**
   * Looks for the live cursors of a killCursors.
   *
   * @param removed whether they are forgotten
   * @return whether there are any
   */
  private boolean forCursors(boolean removed) {
    boolean any = false;
    BsonElements elements = command.message().elements();
    while (elements.next()) {
      if (elements.named(RecordedCommand.CURSORS) && elements.isArray()) {
        BsonElements numbers = elements.elements();
        while (numbers.next()) {
          any |= cursors.get(numbers.integer()) != null;
          if (removed) {
            cursors.remove(numbers.integer());
          }
        }
      }
    }
    return any;
  }

  @Override
  public RawReply send(Operation operation, @Nullable Reply recorded) throws DbException {
    try {
      command.read(operation);
      LiveSession live = live();
      live.lock();
      try {
        return send(live, recorded);
      } finally {
        live.unlock();
      }
    } catch (BsonSerializationException e) {
      throw new DbException(DbException.Kind.FATAL, "BSON", MongoErrors.oneLine(e.getMessage()), e);
    } catch (MongoException e) {
      throw errors.translate(e);
    }
  }

  /** The session of a cursor is the one that opened it. */
  private LiveSession live() {
    LiveCursor cursor = command.isGetMore() ? cursors.get(command.cursor()) : null;
    if (cursor != null) {
      return cursor.session();
    }
    LiveSessions.Key recorded = command.session();
    return recorded == null ? own : sessions.get(recorded);
  }

  private RawReply send(LiveSession live, @Nullable Reply recorded) {
    boolean inTransaction = command.isInTransaction() && features.transactions();
    boolean mayRepeat = features.numbers() && !command.isInTransaction();
    long number =
        command.isNumbered() && (inTransaction || mayRepeat)
            ? live.number(command.number(), inTransaction)
            : CommandWriter.NO_NUMBER;
    if (inTransaction) {
      live.inTransaction(!command.endsTransaction());
    }
    RawBsonDocument document = writer.write(command, number);
    ReplySummary summary = new ReplySummary(command.name());
    exchange(live, document, summary);
    while (command.isExhaust() && summary.cursor() != 0) {
      exchange(live, document, summary);
    }
    follow(live, recorded, summary.cursor());
    return command.message().moreToCome()
        ? RawReply.NONE
        : RawReply.of(summary.sum(0), summary.message());
  }

  /** Sends a command and adds its reply. An error that the server reports is a reply. */
  private void exchange(LiveSession live, RawBsonDocument document, ReplySummary summary) {
    MongoDatabase database = database();
    ClientSession session = live.session();
    try {
      ReplyBytes reply =
          session == null
              ? database.runCommand(document, ReplyBytes.class)
              : database.runCommand(session, document, ReplyBytes.class);
      summary.add(reply.bytes(), 0, reply.bytes().length);
    } catch (MongoNotPrimaryException | MongoNodeIsRecoveringException e) {
      throw e; // the server is lost
    } catch (MongoCommandException e) {
      add(e.getResponse(), summary);
    } catch (MongoExecutionTimeoutException e) {
      add(
          new BsonDocument("ok", new BsonInt32(0))
              .append("code", new BsonInt32(e.getCode()))
              .append("errmsg", new BsonString(String.valueOf(e.getMessage()))),
          summary);
    }
  }

  private static void add(BsonDocument reply, ReplySummary summary) {
    byte[] bytes = new RawBsonDocument(reply, DOCUMENTS).getByteBuffer().array();
    summary.add(bytes, 0, bytes.length);
  }

  private MongoDatabase database() {
    MongoDatabase database = databases.get(command.database());
    if (database == null) {
      database = client.getDatabase(command.database()).withCodecRegistry(codecs);
      databases.put(command.database(), database);
    }
    return database;
  }

  /**
   * Keeps the cursor for later commands, or forgets it.
   *
   * @param cursor live number; 0: it has no more documents
   */
  private void follow(LiveSession live, @Nullable Reply recorded, long cursor) {
    if (command.isGetMore()) {
      if (cursor == 0) {
        cursors.remove(command.cursor());
      }
    } else if (command.killsCursors()) {
      forCursors(true);
    } else if (cursor != 0) {
      long number = recorded == null ? 0 : RecordedCommand.openedCursor(recorded.body());
      if (number != 0) {
        cursors.put(number, new LiveCursor(cursor, live));
      } else {
        kill(live, cursor);
      }
    }
  }

  /** Closes a cursor that no recorded command continues. The server would keep it for minutes. */
  private void kill(LiveSession live, long cursor) {
    BsonElements elements = command.message().elements();
    elements.next();
    String collection = elements.text().isEmpty() ? "$cmd" : elements.text();
    BsonDocument kill =
        new BsonDocument(RecordedCommand.KILL_CURSORS, new BsonString(collection))
            .append("cursors", new BsonArray(List.of(new BsonInt64(cursor))));
    exchange(
        live, new RawBsonDocument(kill, DOCUMENTS), new ReplySummary(RecordedCommand.KILL_CURSORS));
  }

  /** Both errors end the transaction. */
  @Override
  public boolean isConflict(Reply recorded) {
    return recorded.errorCode() == WRITE_CONFLICT || recorded.errorCode() == LOCK_TIMEOUT;
  }

  @Override
  public void loseConflict(Operation operation, Reply recorded) throws DbException {
    try {
      command.read(operation);
      LiveSession live = live();
      live.lock();
      try {
        live.abort();
      } finally {
        live.unlock();
      }
    } catch (MongoCommandException e) {
      // the server has ended the transaction
    } catch (MongoException e) {
      throw errors.translate(e);
    }
  }

  /** Ends the session's own logical session. Those of the recording are shared. */
  @Override
  public void close() {
    own.tryClose();
  }
}

package io.stallmark.mongo.replay;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.jspecify.annotations.Nullable;

/**
 * Logical session of the live server. The driver does not know of its transactions: the commands
 * say themselves what part of one they are, and so nothing is sent twice. All methods but {@link
 * #lock}, {@link #unlock} and {@link #tryClose} need the lock.
 */
final class LiveSession {

  private final MongoClient client;
  private final boolean supported;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable ClientSession session;
  private long recorded = Long.MIN_VALUE;
  private long live;
  private boolean transaction;

  /**
   * Creates a session without asking the server.
   *
   * @param supported whether the server has sessions
   */
  LiveSession(MongoClient client, boolean supported) {
    this.client = client;
    this.supported = supported;
  }

  void lock() {
    lock.lock();
  }

  void unlock() {
    lock.unlock();
  }

  /** Returns the driver's session; null: the server has no sessions. */
  @Nullable ClientSession session() {
    if (session == null && supported) {
      session =
          client.startSession(ClientSessionOptions.builder().causallyConsistent(false).build());
    }
    return session;
  }

  /**
   * Returns the live number of a command: of its transaction, or of a write that may be sent again.
   * Commands with equal recorded numbers get equal ones. The server refuses numbers older than the
   * session's latest, so a write that is late gets none, and a late part of a transaction an older
   * one.
   *
   * @return {@link CommandWriter#NO_NUMBER}: none
   */
  long number(long recordedNumber, boolean inTransaction) {
    if (recordedNumber > recorded) {
      ClientSession started = session();
      recorded = recordedNumber;
      live = started == null ? 0 : started.getServerSession().advanceTransactionNumber();
    }
    if (recordedNumber == recorded) {
      return live;
    }
    return inTransaction ? Math.max(0, live - 1) : CommandWriter.NO_NUMBER;
  }

  /** Keeps whether a transaction is open. */
  void inTransaction(boolean open) {
    transaction = open;
  }

  /** Aborts an open transaction, whose locks would otherwise remain for a minute. */
  void abort() {
    if (transaction && session != null) {
      transaction = false;
      client
          .getDatabase("admin")
          .runCommand(
              session,
              new BsonDocument("abortTransaction", new BsonInt32(1))
                  .append("txnNumber", new BsonInt64(live))
                  .append("autocommit", BsonBoolean.FALSE));
    }
  }

  /**
   * Closes the session, unless it is in use. A later use starts another one.
   *
   * @return whether the server could be asked to abort an open transaction
   */
  boolean tryClose() {
    if (!lock.tryLock()) {
      return true;
    }
    try {
      abort();
      return true;
    } catch (MongoException e) {
      return e.getCode() > 0; // the server's answer: there is no transaction any more
    } finally {
      if (session != null) {
        session.close();
      }
      session = null;
      recorded = Long.MIN_VALUE;
      lock.unlock();
    }
  }
}

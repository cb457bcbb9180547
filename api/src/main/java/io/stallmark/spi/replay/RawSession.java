package io.stallmark.spi.replay;

import io.stallmark.spi.DbException;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Session that sends recorded operations as they are, with the server's own numbers of statements
 * and cursors in place of the recorded ones. Used by one thread at a time. Connects with the first
 * operation, if it did not before, and again after a lost connection; statements are prepared again
 * when they are needed. The rest of a transaction whose connection was lost is not sent.
 */
public interface RawSession extends AutoCloseable {

  /**
   * Connects, unless it is connected.
   *
   * @throws DbException of kind CONNECTION or REFUSED
   */
  void connect() throws DbException;

  /**
   * Reason for which an operation cannot be sent now; empty: it can be sent. The operation is then
   * skipped. Called once for each operation, before it is sent, and in the order of the trace for
   * the operations of a recorded session, even if several sessions of the target share them. Does
   * not wait for the server.
   *
   * @param recorded the recorded reply, which has the numbers to which later operations refer;
   *     null: there is none
   * @return a word for the report, such as {@code cursor} for a cursor that the target did not open
   */
  String unsendable(Operation operation, @Nullable Reply recorded);

  /**
   * Whether the server asks for a file that the following operations of the recorded session send.
   * The reply to the operation then has outcome NONE, and its own reply is that to the last part.
   */
  default boolean readsFile(Operation operation) {
    return false;
  }

  /**
   * Sends an operation and reads its reply completely.
   *
   * @param recorded the recorded reply; null: there is none
   * @return summary of the reply. An error of the server is a reply, not an exception.
   * @throws DbException of kind CONNECTION if the connection is lost or cannot be established; of
   *     kind REFUSED if the server refuses the user; of kind FATAL if the reply cannot be read
   */
  RawReply send(Operation operation, @Nullable Reply recorded) throws DbException;

  /**
   * Whether the recorded server refused an operation because of a lock or a change of another
   * transaction, such as the victim of a deadlock.
   */
  boolean isConflict(Reply recorded);

  /**
   * Ends the transaction of an operation with such a reply, if the recorded server ended it.
   *
   * @throws DbException of kind CONNECTION if the connection is lost
   */
  void loseConflict(Operation operation, Reply recorded) throws DbException;

  /** Closes the connection. Never throws. */
  @Override
  void close();
}

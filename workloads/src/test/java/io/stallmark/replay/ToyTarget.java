package io.stallmark.replay;

import io.stallmark.spi.DbException;
import io.stallmark.spi.replay.RawReply;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.wire.OperationText;
import io.stallmark.spi.wire.OperationTexts;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * Target whose operations are words: {@code write TABLE}, {@code read TABLE}, {@code commit}. Its
 * replies are those that a test sets.
 */
final class ToyTarget implements ReplayTarget {

  /** Error of an operation that lost a conflict with another transaction. */
  static final int CONFLICT = 9;

  /** Operations in the order in which they were sent. */
  final List<String> sent = Collections.synchronizedList(new ArrayList<>());

  /** Users of the recorded sessions for which sessions were created, which are their kinds. */
  final List<String> users = Collections.synchronizedList(new ArrayList<>());

  /** The operations in the order in which they were sent, each after the user of its session. */
  final List<String> sentByUser = Collections.synchronizedList(new ArrayList<>());

  /** Numbers of the operations in the order in which it was asked whether they can be sent. */
  final List<Long> asked = Collections.synchronizedList(new ArrayList<>());

  /** Replies other than one row, by the text of the operation. */
  final Map<String, RawReply> replies = new ConcurrentHashMap<>();

  /** Operations that wait before they are sent. */
  final Map<String, CountDownLatch> latches = new ConcurrentHashMap<>();

  /** Reasons for which operations cannot be sent. */
  final Map<String, String> unsendable = new ConcurrentHashMap<>();

  /** Failures of the connection. */
  final Map<String, DbException> failures = new ConcurrentHashMap<>();

  static String text(Operation operation) {
    return new String(operation.body(), StandardCharsets.UTF_8);
  }

  @Override
  public OperationTexts texts() {
    return operation -> {
      String[] words = text(operation).split(" ");
      boolean write = !words[0].equals("read");
      Set<String> tables = words.length > 1 ? Set.of(words[1]) : Set.of();
      boolean control = words[0].equals("commit");
      return new OperationText(words[0], text(operation), write, control, tables);
    };
  }

  @Override
  public Object kind(Map<String, String> attributes) {
    return attributes.getOrDefault("user", "");
  }

  @Override
  public RawSession session(Map<String, String> attributes) {
    String user = attributes.getOrDefault("user", "");
    users.add(user);
    return new RawSession() {
      @Override
      public void connect() {}

      @Override
      public String unsendable(Operation operation, Reply recorded) {
        asked.add(operation.sequence());
        return unsendable.getOrDefault(text(operation), "");
      }

      @Override
      public boolean readsFile(Operation operation) {
        return text(operation).startsWith("load ");
      }

      @Override
      public RawReply send(Operation operation, Reply recorded) throws DbException {
        String text = text(operation);
        CountDownLatch latch = latches.get(text);
        if (latch != null) {
          try {
            latch.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        }
        sent.add(text);
        sentByUser.add(user + ": " + text);
        if (failures.containsKey(text)) {
          throw failures.get(text);
        }
        return replies.getOrDefault(text, new RawReply(Outcome.ROWS, 0, "", 1, 0, 7));
      }

      @Override
      public boolean isConflict(Reply recorded) {
        return recorded.errorCode() == CONFLICT;
      }

      @Override
      public void loseConflict(Operation operation, Reply recorded) throws DbException {
        sent.add("roll back instead of " + text(operation));
        if (failures.containsKey(text(operation))) {
          throw failures.get(text(operation));
        }
      }

      @Override
      public void close() {}
    };
  }
}

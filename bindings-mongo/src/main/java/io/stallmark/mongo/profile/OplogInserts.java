package io.stallmark.mongo.profile;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Documents that an oplog has inserted, which the profiler leaves out. Not thread-safe. */
final class OplogInserts implements Closeable {

  /** Difference between the times of an insert in both, at most, milliseconds. */
  private static final long TOLERANCE = 10;

  /** Longest transaction, of which the oplog has the inserts at its end, milliseconds. */
  private static final long TRANSACTION = 60_000;

  private static final int KEYS = 16;
  private static final float LOAD = 0.75f;

  /** Document with its time in milliseconds since 1970. */
  private record Insert(long time, BsonDocument document) {}

  private final EntryFile entries;

  /** By collection, logical session and its number; the one that was last used is the last. */
  private final Map<String, Deque<Insert>> inserts = new LinkedHashMap<>(KEYS, LOAD, true);

  OplogInserts(Path file) throws IOException {
    entries = new EntryFile(file);
  }

  /**
   * Returns the next documents that were inserted into a collection; empty: they are not all there.
   * Those of a logical session are recognised by its number, others by their time.
   *
   * @param namespace database and collection
   * @param command entry of the profiler's command, with the logical session if there is one
   * @param start when the insert began, milliseconds since 1970
   * @param end when it had ended
   */
  List<BsonDocument> take(String namespace, BsonDocument command, long number, long start, long end)
      throws IOException {
    String session = session(command);
    boolean timed = session.isEmpty();
    long until = end + (timed ? TOLERANCE : TRANSACTION);
    Deque<Insert> next;
    do {
      next = of(namespace, session);
      if (timed) {
        dropUntil(next, start - TOLERANCE);
      }
    } while (next.size() < number && read(until));
    if (next.size() < number) {
      return List.of();
    }
    List<BsonDocument> taken = new ArrayList<>();
    while (taken.size() < number) {
      taken.add(next.removeFirst().document());
    }
    return taken;
  }

  private Deque<Insert> of(String namespace, String session) {
    return inserts.computeIfAbsent(namespace + session, key -> new ArrayDeque<>());
  }

  /** Returns the logical session and the number of its command; empty: there is none. */
  private static String session(BsonDocument entry) {
    if (!entry.isDocument("lsid") || !entry.isNumber("txnNumber")) {
      return "";
    }
    byte[] id = entry.getDocument("lsid").getBinary("id").getData();
    return " " + HexFormat.of().formatHex(id) + " " + entry.getNumber("txnNumber").longValue();
  }

  private static void dropUntil(Deque<Insert> inserts, long time) {
    while (!inserts.isEmpty() && inserts.getFirst().time() < time) {
      inserts.removeFirst();
    }
  }

  /** Reads an entry; false: there is none until then. */
  private boolean read(long until) throws IOException {
    @Nullable BsonDocument entry = entries.head();
    if (entry == null) {
      return false;
    }
    try {
      long time = time(entry);
      if (time > until) {
        return false;
      }
      add(time, entry, session(entry));
      forget(time - 2 * TRANSACTION);
    } catch (BsonInvalidOperationException e) {
      throw entries.damaged(e);
    }
    entries.advance();
    return true;
  }

  private static long time(BsonDocument entry) {
    return entry.isDateTime("wall")
        ? entry.getDateTime("wall").getValue()
        : entry.getTimestamp("ts").getTime() * 1_000L;
  }

  /** Adds an insert, or those of a transaction. */
  private void add(long time, BsonDocument entry, String session) {
    String op = entry.getString("op").getValue();
    if (op.equals("i")) {
      of(entry.getString("ns").getValue(), session)
          .addLast(new Insert(time, entry.getDocument("o")));
    } else if (op.equals("c") && entry.getDocument("o").isArray("applyOps")) {
      for (BsonValue part : entry.getDocument("o").getArray("applyOps")) {
        add(time, part.asDocument(), session);
      }
    }
  }

  /** Forgets inserts that no entry of the profiler is about. */
  private void forget(long until) {
    Iterator<Deque<Insert>> eldest = inserts.values().iterator();
    while (eldest.hasNext()) {
      Deque<Insert> old = eldest.next();
      dropUntil(old, until);
      if (!old.isEmpty()) {
        return;
      }
      eldest.remove();
    }
  }

  @Override
  public void close() throws IOException {
    entries.close();
  }
}

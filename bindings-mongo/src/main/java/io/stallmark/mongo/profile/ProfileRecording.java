package io.stallmark.mongo.profile;

import io.stallmark.mongo.wire.CommandPolicy;
import io.stallmark.mongo.wire.MongoMessage;
import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceSink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonSerializationException;
import org.jspecify.annotations.Nullable;

/** Recording of a profiler: its entries, and the inserts of an oplog. */
final class ProfileRecording extends ForeignRecording {

  /** Sessions of entries that have no duration: as many as flashback's replay has by default. */
  private static final int ROTATION = 10;

  private static final long MILLISECOND = 1_000_000;

  private final List<Path> profiles;
  private final @Nullable Path oplog;
  private final long start;
  private long rotations;

  /**
   * Creates a recording.
   *
   * @param oplog where the documents of inserts are; null: nowhere
   * @param start milliseconds since 1970
   */
  ProfileRecording(List<Path> profiles, @Nullable Path oplog, long start, Replies replies) {
    super(
        Instant.ofEpochMilli(start), "ms", replies, Map.of("oplog", oplog == null ? "no" : "yes"));
    this.profiles = profiles;
    this.oplog = oplog;
    this.start = start;
  }

  /** Time at which the operation of an entry began, milliseconds since 1970. */
  static long start(BsonDocument entry) {
    return EntryFile.time(entry) - EntryFile.number(entry, "millis");
  }

  private static String text(BsonDocument entry, String name) {
    return entry.isString(name) ? entry.getString(name).getValue() : "";
  }

  @Override
  public void convert(TraceSink sink) throws IOException {
    List<EntryFile> files = new ArrayList<>();
    try (OplogInserts inserts = oplog == null ? null : new OplogInserts(oplog)) {
      for (Path profile : profiles) {
        files.add(new EntryFile(profile));
      }
      convert(files, inserts, sink);
    } finally {
      for (EntryFile file : files) {
        file.close();
      }
    }
  }

  private void convert(List<EntryFile> files, @Nullable OplogInserts inserts, TraceSink sink)
      throws IOException {
    OperationTimeline timeline = new OperationTimeline(sink);
    for (EntryFile file = earliest(files); file != null; file = earliest(files)) {
      BsonDocument entry = file.head();
      try {
        if (entry != null) {
          add(entry, inserts, timeline, sink);
        }
      } catch (BsonInvalidOperationException | BsonSerializationException e) {
        throw file.damaged(e);
      }
      file.advance();
    }
    timeline.end();
  }

  /** Returns the file whose next entry is the earliest; null: all have ended. */
  private static @Nullable EntryFile earliest(List<EntryFile> files) throws IOException {
    EntryFile earliest = null;
    long least = Long.MAX_VALUE;
    for (EntryFile file : files) {
      BsonDocument head = file.head();
      if (head != null && !file.isProfiled()) {
        throw file.damaged(new BsonSerializationException("no entry of the profiler"));
      }
      if (head != null && EntryFile.time(head) < least) {
        least = EntryFile.time(head);
        earliest = file;
      }
    }
    return earliest;
  }

  private void add(
      BsonDocument entry,
      @Nullable OplogInserts inserts,
      OperationTimeline timeline,
      TraceSink sink)
      throws IOException {
    String op = entry.getString("op").getValue();
    String namespace = entry.getString("ns").getValue();
    if (namespace.endsWith(".system.profile") || namespace.endsWith(".system.indexes")) {
      sink.omitted(op);
      return;
    }
    if (EntryFile.document(entry, "command").containsKey("$truncated")) {
      timeline.add(operation(entry, new byte[0], "truncated"));
      return;
    }
    @Nullable BsonDocument command =
        CommandTranslator.translate(entry, inserted(entry, op, namespace, inserts));
    if (command == null) {
      if (op.equals("insert")) {
        timeline.add(operation(entry, new byte[0], "not-profiled"));
      } else {
        sink.omitted(op);
      }
      return;
    }
    String name = command.getFirstKey();
    switch (CommandPolicy.of(name, CommandTranslator.database(namespace))) {
      case OMIT -> sink.omitted(name);
      case SECRET -> timeline.add(operation(entry, new byte[0], "secret"));
      case RECORD -> timeline.add(operation(entry, body(command), ""));
    }
  }

  private static List<BsonDocument> inserted(
      BsonDocument entry, String op, String namespace, @Nullable OplogInserts inserts)
      throws IOException {
    long number = EntryFile.number(entry, "ninserted");
    if (inserts == null || !op.equals("insert") || number == 0) {
      return List.of();
    }
    BsonDocument command = EntryFile.document(entry, "command");
    return inserts.take(namespace, command, number, start(entry), EntryFile.time(entry));
  }

  private static byte[] body(BsonDocument command) {
    byte[] message = MongoMessage.encode(command);
    return Arrays.copyOfRange(message, MongoMessage.HEADER, message.length);
  }

  private ProfiledOperation operation(BsonDocument entry, byte[] body, String gap) {
    boolean timed = entry.containsKey("millis");
    boolean continues = entry.getString("op").getValue().equals("getmore");
    return new ProfiledOperation(
        timed ? text(entry, "client") + " " + text(entry, "appName") : "" + rotations++ % ROTATION,
        Math.max(0, start(entry) - start) * MILLISECOND,
        Math.max(0, EntryFile.time(entry) - start) * MILLISECOND,
        body,
        gap,
        continues ? EntryFile.number(entry, "cursorid") : 0,
        replies() == Replies.NONE ? ProfiledReply.NONE : ProfiledReply.of(entry));
  }
}

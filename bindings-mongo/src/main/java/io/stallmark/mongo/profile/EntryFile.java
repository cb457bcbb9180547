package io.stallmark.mongo.profile;

import io.stallmark.mongo.recording.BlockFile;
import io.stallmark.mongo.wire.BsonElements;
import io.stallmark.mongo.wire.MongoMessage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.bson.BSONException;
import org.bson.BsonDocument;
import org.bson.BsonSerializationException;
import org.jspecify.annotations.Nullable;

/** File of documents of the profiler, of flashback or of the oplog. Not thread-safe. */
final class EntryFile implements Closeable {

  private final BlockFile blocks;
  private @Nullable BsonDocument head;

  /** Opens a file at its first entry. */
  EntryFile(Path file) throws IOException {
    blocks = new BlockFile(file, BsonElements.EMPTY_DOCUMENT, MongoMessage.MAX_LENGTH);
    advance();
  }

  /** The entry that was read last; null: the file has ended. */
  @Nullable BsonDocument head() {
    return head;
  }

  /** Reads the next entry. */
  void advance() throws IOException {
    byte[] block = blocks.next();
    try {
      head = block == null ? null : ProfileEntryReader.read(block);
    } catch (BsonSerializationException e) {
      throw blocks.damaged("no document");
    }
  }

  /** Whether the entries are those of an oplog, whose times are no dates. */
  boolean isOplog() {
    return head != null && head.isTimestamp("ts");
  }

  /** Whether the head is an entry of the profiler. */
  boolean isProfiled() {
    return head != null && head.isDateTime("ts") && head.isString("op") && head.isString("ns");
  }

  /** Time of the entry, milliseconds since 1970. */
  static long time(BsonDocument entry) {
    return entry.getDateTime("ts").getValue();
  }

  /** Returns a field that is a number; 0: there is none. */
  static long number(BsonDocument entry, String name) {
    return entry.isNumber(name) ? entry.getNumber(name).longValue() : 0;
  }

  /** Returns a field that is a document; empty: there is none. */
  static BsonDocument document(BsonDocument entry, String name) {
    return entry.isDocument(name) ? entry.getDocument(name) : new BsonDocument();
  }

  /** Returns an error about the entry that was read last. */
  IOException damaged(BSONException e) {
    return blocks.damaged(String.valueOf(e.getMessage()));
  }

  @Override
  public void close() throws IOException {
    blocks.close();
  }
}

package io.stallmark.mongo.profile;

import static io.stallmark.mongo.profile.EntryFile.number;

import io.stallmark.spi.wire.SessionRecorder.Summary;
import io.stallmark.trace.TraceRecord.Outcome;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;

/**
 * What the profiler keeps of a reply.
 *
 * @param cursor number of the cursor that it opened; 0: none
 */
record ProfiledReply(Summary summary, long cursor) {

  static final ProfiledReply NONE = new ProfiledReply(Summary.NONE, 0);

  /** Operations whose replies only change documents. */
  private static final Set<String> WRITES = Set.of("insert", "update", "remove");

  /** Returns the reply of an entry; its outcome is NONE where the entry does not have its rows. */
  static ProfiledReply of(BsonDocument entry) {
    long bytes = number(entry, "responseLength");
    int code = (int) number(entry, "errCode");
    if (code != 0) {
      return new ProfiledReply(new Summary(Outcome.ERROR, code, 0, 0, bytes, 0), 0);
    }
    if (entry.containsKey("nreturned")) {
      long cursor = is(entry, "cursorExhausted") ? 0 : number(entry, "cursorid");
      return of(Outcome.ROWS, number(entry, "nreturned"), 0, bytes, cursor);
    }
    long inserted = number(entry, "ninserted");
    long deleted = number(entry, "ndeleted");
    long added = number(entry, "nUpserted");
    if (WRITES.contains(entry.getString("op").getValue())) {
      return of(Outcome.OK, 0, inserted + number(entry, "nModified") + added + deleted, bytes, 0);
    }
    BsonDocument command = EntryFile.document(entry, "command");
    if (command.containsKey("findAndModify") || command.containsKey("findandmodify")) {
      // the document as it was, or as it is: a new one only in the second case
      long found = number(entry, "nMatched") + deleted;
      return of(Outcome.ROWS, found + (is(command, "new") ? added : 0), found + added, bytes, 0);
    }
    return NONE;
  }

  private static ProfiledReply of(
      Outcome outcome, long rows, long affected, long bytes, long cursor) {
    return new ProfiledReply(new Summary(outcome, 0, rows, affected, bytes, 0), cursor);
  }

  private static boolean is(BsonDocument document, String name) {
    return document.getBoolean(name, BsonBoolean.FALSE).getValue();
  }
}

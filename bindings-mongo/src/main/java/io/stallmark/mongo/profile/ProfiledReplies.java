package io.stallmark.mongo.profile;

import io.stallmark.trace.TraceRecord.Outcome;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;

/** Replies of entries of the profiler. */
final class ProfiledReplies {

  /** Operations whose replies only change documents. */
  private static final Set<String> WRITES = Set.of("insert", "update", "remove");

  private ProfiledReplies() {}

  private static long number(BsonDocument entry, String name) {
    return entry.isNumber(name) ? entry.getNumber(name).longValue() : 0;
  }

  private static boolean is(BsonDocument document, String name) {
    return document.getBoolean(name, BsonBoolean.FALSE).getValue();
  }

  /** Returns the reply; its outcome is NONE where the entry does not have its rows. */
  static ProfiledReply of(BsonDocument entry) {
    long bytes = number(entry, "responseLength");
    int code = (int) number(entry, "errCode");
    if (code != 0) {
      return new ProfiledReply(Outcome.ERROR, code, 0, 0, bytes, 0);
    }
    long cursor = is(entry, "cursorExhausted") ? 0 : number(entry, "cursorid");
    long changed =
        number(entry, "ninserted")
            + number(entry, "nModified")
            + number(entry, "nUpserted")
            + number(entry, "ndeleted");
    if (entry.containsKey("nreturned")) {
      long rows = number(entry, "nreturned");
      return new ProfiledReply(Outcome.ROWS, 0, rows, 0, bytes, cursor);
    }
    if (WRITES.contains(entry.getString("op").getValue())) {
      return new ProfiledReply(Outcome.OK, 0, 0, changed, bytes, 0);
    }
    BsonDocument command =
        entry.isDocument("command") ? entry.getDocument("command") : new BsonDocument();
    if (command.containsKey("findAndModify") || command.containsKey("findandmodify")) {
      return modified(entry, command, bytes);
    }
    return ProfiledReply.NONE;
  }

  /** The reply has the document as it was, or as it is: a new one only in the second case. */
  private static ProfiledReply modified(BsonDocument entry, BsonDocument command, long bytes) {
    long found = number(entry, "nMatched") + number(entry, "ndeleted");
    long added = number(entry, "nUpserted");
    long rows = found + (is(command, "new") ? added : 0);
    return new ProfiledReply(Outcome.ROWS, 0, rows, found + added, bytes, 0);
  }
}

package io.stallmark.mongo.profile;

import io.stallmark.text.Text;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Commands of entries of the profiler, of any version, in the form that drivers send today. */
final class CommandTranslator {

  /** Entries of the profiler lack these in updates, so that no transaction is complete. */
  private static final Set<String> OF_SESSIONS =
      Text.wordSet("lsid txnNumber autocommit startTransaction stmtId stmtIds $clusterTime");

  private CommandTranslator() {}

  static String database(String namespace) {
    return namespace.substring(0, Math.max(0, namespace.indexOf('.')));
  }

  private static BsonString collection(String namespace) {
    return new BsonString(namespace.substring(namespace.indexOf('.') + 1));
  }

  /**
   * Returns the command of an entry; null: it has none that can be sent again. An insert without
   * documents has none.
   *
   * @param inserted documents of an insert, from an oplog
   */
  static @Nullable BsonDocument translate(BsonDocument entry, List<BsonDocument> inserted) {
    String namespace = entry.getString("ns").getValue();
    BsonDocument given = EntryFile.document(entry, "command");
    BsonDocument command =
        switch (entry.getString("op").getValue()) {
          case "insert" -> insert(entry, given, inserted, collection(namespace));
          case "query" -> query(entry, given, collection(namespace));
          case "update" -> update(entry, given, collection(namespace));
          case "remove" -> remove(entry, given, collection(namespace));
          case "command" -> command(given.isEmpty() ? EntryFile.document(entry, "query") : given);
          case "getmore" -> given.containsKey("getMore") ? copy(given) : null;
          default -> null;
        };
    if (command == null || command.isEmpty()) {
      return null;
    }
    if (!command.containsKey("$db")) {
      command.append("$db", new BsonString(database(namespace)));
    }
    return command;
  }

  /** Returns a copy without what belongs to a logical session. */
  private static BsonDocument copy(BsonDocument command) {
    BsonDocument copy = new BsonDocument();
    command.forEach(
        (name, value) -> {
          if (!OF_SESSIONS.contains(name)) {
            copy.append(name, value);
          }
        });
    return copy;
  }

  private static @Nullable BsonDocument insert(
      BsonDocument entry, BsonDocument given, List<BsonDocument> inserted, BsonString into) {
    BsonArray documents = new BsonArray(inserted);
    if (entry.isDocument("o")) {
      documents.add(entry.getDocument("o"));
    } else if (given.isArray("documents")) {
      documents.addAll(given.getArray("documents"));
    }
    if (documents.isEmpty()) {
      return null;
    }
    BsonDocument command = given.containsKey("insert") ? copy(given) : new BsonDocument();
    command.put("insert", into);
    command.put("documents", documents);
    return command;
  }

  private static BsonDocument query(BsonDocument entry, BsonDocument given, BsonString from) {
    BsonDocument query = EntryFile.document(entry, "query");
    for (BsonDocument document : List.of(given, query)) {
      if (document.containsKey("find")) {
        return copy(document);
      }
    }
    boolean wrapped = query.isDocument("$query");
    BsonDocument find = new BsonDocument("find", from);
    find.append("filter", wrapped ? query.getDocument("$query") : query);
    if (wrapped && query.isDocument("$orderby")) {
      find.append("sort", query.getDocument("$orderby"));
    }
    if (wrapped && query.containsKey("$hint")) {
      find.append("hint", query.get("$hint"));
    }
    number(find, "skip", entry, "ntoskip");
    number(find, "limit", entry, "ntoreturn");
    return find;
  }

  /** Old servers say by a negative limit that the client reads no more than one batch. */
  private static void number(BsonDocument find, String name, BsonDocument entry, String old) {
    long number = EntryFile.number(entry, old);
    if (number != 0) {
      find.append(name, new BsonInt64(Math.abs(number)));
    }
  }

  private static BsonDocument update(BsonDocument entry, BsonDocument given, BsonString in) {
    BsonDocument statement = given;
    if (!given.containsKey("q")) {
      statement = new BsonDocument("q", EntryFile.document(entry, "query"));
      statement.append("u", EntryFile.document(entry, "updateobj"));
      statement.append("multi", BsonBoolean.FALSE);
    }
    return new BsonDocument("update", in).append("updates", new BsonArray(List.of(statement)));
  }

  /** flashback removes one document; its entries do not say how many were. */
  private static BsonDocument remove(BsonDocument entry, BsonDocument given, BsonString from) {
    BsonDocument statement = given;
    if (!given.containsKey("q")) {
      statement = new BsonDocument("q", EntryFile.document(entry, "query"));
      statement.append("limit", new BsonInt32(1));
    }
    return new BsonDocument("delete", from).append("deletes", new BsonArray(List.of(statement)));
  }

  /** Old servers accept an aggregation without a cursor, today's do not. */
  private static BsonDocument command(BsonDocument given) {
    BsonDocument command = copy(given);
    BsonValue explain = command.get("explain");
    if (command.containsKey("aggregate") && !command.containsKey("cursor") && explain == null) {
      command.append("cursor", new BsonDocument());
    }
    return command;
  }
}

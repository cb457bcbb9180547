package io.stallmark.mongo.wire;

import io.stallmark.spi.wire.OperationText;
import io.stallmark.text.Text;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonSerializationException;

/**
 * Text of a command without its values, and its collections. The text has name, namespace, and the
 * sorted names of fields and operators of its filter, update and pipeline, as in {@code find
 * shop.orders filter {_id {$gt}}}.
 */
final class CommandFingerprint {

  private static final int MAX_LENGTH = 1000;
  private static final int MAX_DEPTH = 20;

  /** Updates of a batch that are looked at. The others of a large batch are alike. */
  private static final int MAX_UPDATES = 1000;

  /** Commands that only end transactions or sessions. */
  private static final Set<String> CONTROLS =
      Set.of("commitTransaction", "abortTransaction", "endSessions");

  private static final Set<String> WRITES =
      Text.wordSet(
          """
          insert update delete findAndModify findandmodify bulkWrite mapReduce renameCollection
          collMod convertToCapped abortTransaction commitTransaction
          """);

  /** Stages of a pipeline that read or write another collection. */
  private static final Set<String> OF_COLLECTIONS =
      Set.of("$lookup", "$graphLookup", "$unionWith", "$out", "$merge");

  /** Their fields that name it. */
  private static final Set<String> COLLECTIONS = Set.of("from", "coll", "into");

  /** Operators whose documents are values. */
  private static final Set<String> OF_VALUES =
      Set.of(
          "$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$nin", "$all", "$each", "$literal");

  private final MongoMessage message;
  private final TreeMap<String, String> parts = new TreeMap<>();
  private final TreeSet<String> tables = new TreeSet<>();
  private boolean stored; // a pipeline writes its result to a collection

  private CommandFingerprint(MongoMessage message) {
    this.message = message;
  }

  /**
   * Describes a command.
   *
   * @param body message without its header
   */
  static OperationText of(int opcode, byte[] body) {
    CommandFingerprint print =
        new CommandFingerprint(new MongoMessage(opcode, body, 0, body.length));
    try {
      return print.text();
    } catch (BsonSerializationException e) {
      return new OperationText("unreadable", "unreadable", false);
    }
  }

  private OperationText text() {
    String command = message.command();
    String namespace = message.database();
    if (command.equals(MongoMessage.OLD_QUERY)) {
      namespace = message.collection();
      addNamespace(namespace);
      parts.put("filter", shape(message.elements(), 0));
    } else {
      BsonElements elements = message.elements();
      elements.next();
      String collection = elements.text();
      boolean full = command.equals("renameCollection");
      while (elements.next()) {
        String name = elements.name();
        collection = name.equals("collection") ? elements.text() : collection;
        if (full && name.equals("to")) {
          addNamespace(elements.text());
        }
        add(name, elements);
      }
      if (full) {
        addNamespace(collection);
      } else {
        addTable(collection);
      }
      namespace += collection.isEmpty() ? "" : "." + collection;
    }
    if (message.opcode() == MongoMessage.OP_MSG) {
      for (int at = message.sequence(-1); at >= 0; at = message.sequence(at)) {
        addList(message.sequenceName(at), message.documents(at));
      }
    }
    StringBuilder text = new StringBuilder(command + " " + namespace);
    parts.forEach((name, part) -> text.append(' ').append(name).append(' ').append(part));
    text.setLength(Math.min(text.length(), MAX_LENGTH));
    return new OperationText(
        command, text.toString(), isWrite(command), CONTROLS.contains(command), tables);
  }

  private void addTable(String collection) {
    if (!collection.isEmpty()) {
      tables.add(collection.toLowerCase(Locale.ROOT));
    }
  }

  /** Adds the collection of a name with its database. */
  private void addNamespace(String name) {
    addTable(name.substring(name.indexOf('.') + 1));
  }

  private void addNamespaces(BsonElements namespace) {
    while (namespace.next()) {
      if (namespace.name().equals("ns")) {
        addNamespace(namespace.text());
      }
    }
  }

  private boolean isWrite(String command) {
    return stored
        || WRITES.contains(command)
        || command.startsWith("create")
        || command.startsWith("drop");
  }

  private void add(String name, BsonElements element) {
    switch (name) {
      case "filter", "query", "sort" -> {
        if (element.isDocument()) {
          parts.put(name, shape(element.elements(), 0));
        }
      }
      case "key" -> parts.put(name, element.text());
      case "update", "pipeline" -> parts.put(name, update(element));
      default -> {
        if (element.isArray()) {
          addList(name, element.elements());
        }
      }
    }
  }

  /** Adds an array or a sequence. Options, and the documents of an insert, add nothing. */
  private void addList(String name, BsonElements documents) {
    if (name.equals("updates") || name.equals("deletes")) {
      parts.put(name, statements(documents));
    } else if (name.equals("nsInfo")) {
      while (documents.nextDocument()) {
        addNamespaces(documents.elements());
      }
    }
  }

  private String statements(BsonElements array) {
    TreeSet<String> shapes = new TreeSet<>();
    for (int i = 0; i < MAX_UPDATES && array.nextDocument(); i++) {
      shapes.add(statement(array.elements()));
    }
    return String.join(", ", shapes);
  }

  /** Filter and change of one statement of an update or a deletion. */
  private String statement(BsonElements elements) {
    StringJoiner text = new StringJoiner(" ");
    while (elements.next()) {
      String name = elements.name();
      if (name.equals("q") && elements.isDocument()) {
        text.add(shape(elements.elements(), 0));
      } else if (name.equals("u")) {
        text.add("to " + update(elements));
      }
    }
    return text.toString();
  }

  /** A pipeline, operators, or a document that replaces the old one. */
  private String update(BsonElements value) {
    if (value.isArray()) {
      StringJoiner stages = new StringJoiner(", ", "[", "]");
      BsonElements array = value.elements();
      while (array.nextDocument()) {
        stages.add(stage(array.elements()));
      }
      return stages.toString();
    }
    if (!value.isDocument()) {
      return "";
    }
    return hasOperators(value.elements()) ? shape(value.elements(), 0) : "document";
  }

  private String stage(BsonElements stage) {
    if (!stage.next()) {
      return "";
    }
    String name = stage.name();
    stored |= name.equals("$out") || name.equals("$merge");
    if (OF_COLLECTIONS.contains(name)) {
      addCollections(stage);
    }
    return name + nested(name, stage, 1);
  }

  /** Adds the collections that a value names: a text, or fields of a document. */
  private void addCollections(BsonElements value) {
    addTable(value.text());
    if (value.isDocument()) {
      BsonElements fields = value.elements();
      while (fields.next()) {
        if (COLLECTIONS.contains(fields.name())) {
          addCollections(fields);
        }
      }
    }
  }

  private static boolean hasOperators(BsonElements elements) {
    return elements.next() && elements.name().startsWith("$");
  }

  private static String shape(BsonElements elements, int depth) {
    TreeSet<String> names = new TreeSet<>();
    while (elements.next()) {
      String name = elements.name();
      names.add(name + nested(name, elements, depth + 1));
    }
    return "{" + String.join(", ", names) + "}";
  }

  /** Names within a value that is an expression; empty: the value is only a value. */
  private static String nested(String name, BsonElements value, int depth) {
    boolean operator = name.startsWith("$") && !OF_VALUES.contains(name);
    if (depth > MAX_DEPTH) {
      return "";
    }
    if (value.isDocument() && (operator || hasOperators(value.elements()))) {
      return " " + shape(value.elements(), depth);
    }
    if (value.isArray() && operator) {
      TreeSet<String> shapes = new TreeSet<>();
      BsonElements array = value.elements();
      while (array.nextDocument()) {
        shapes.add(shape(array.elements(), depth + 1));
      }
      return shapes.isEmpty() ? "" : " [" + String.join(", ", shapes) + "]";
    }
    return "";
  }
}

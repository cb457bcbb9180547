package io.stallmark.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import io.stallmark.model.Column;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.mongo.command.CommandRenderer;
import io.stallmark.mongo.command.DocumentFields;
import io.stallmark.mongo.connect.MongoErrors;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.server.TableSize;
import io.stallmark.spi.server.TableState;
import io.stallmark.text.RefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Creates, inspects and drops collections. Thread-safe. */
final class MongoCollections {

  /** Maximum size of a document. */
  private static final int MOST_BYTES = 16 << 20;

  private static final BsonInt32 ZERO = new BsonInt32(0);
  private static final Pattern COMPRESSOR = Pattern.compile("block_compressor=(\\w*)");

  private final MongoDatabase database;
  private final MongoErrors errors;

  /** Storage of the inspected collections as the server reports it, for the report. */
  private final Map<String, CollectionStorage> seen = new ConcurrentHashMap<>();

  MongoCollections(MongoDatabase database, MongoErrors errors) {
    this.database = database;
    this.errors = errors;
  }

  /**
   * Returns a line for each distinct set of storage options and the number of collections that have
   * it.
   *
   * @param tables tables of the run; others, such as the mark of a load, are not counted
   */
  List<String> storage(List<Table> tables) {
    Map<String, Integer> kinds = new TreeMap<>();
    tables.stream()
        .map(table -> seen.get(table.name()))
        .filter(Objects::nonNull)
        .forEach(s -> kinds.merge(s.description(), 1, Integer::sum));
    List<String> lines = new ArrayList<>();
    kinds.forEach((kind, count) -> lines.add(kind + " (" + count + ")"));
    return lines;
  }

  /** Describes a collection, whose documents can have any fields. It need not exist. */
  Table describe(String name) throws DbException {
    boolean created = errors.translated(() -> options(name) != null);
    return new Table(
        name,
        List.of(new Column("document", new Type.Document(MOST_BYTES), Column.Fill.REQUIRED)),
        List.of(),
        List.of(),
        new TableLayout.Existing(true, created),
        Map.of());
  }

  /** Describes the fields of one document. */
  Table outline(String name) throws DbException {
    BsonDocument sample =
        errors.translated(() -> database.getCollection(name, BsonDocument.class).find().first());
    if (sample == null) {
      throw DbException.unfit("TABLE", "There is no document in a collection " + name);
    }
    List<Column> columns = new ArrayList<>();
    sample.forEach(
        (field, value) -> columns.add(new Column(field, type(value), Column.Fill.REQUIRED)));
    return new Table(name, columns, List.of(DocumentFields.ID), List.of(), Map.of());
  }

  private static Type type(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32 -> Type.INT32;
      case INT64 -> Type.INT64;
      case DOUBLE -> Type.FLOAT64;
      case BOOLEAN -> Type.BOOLEAN;
      case DATE_TIME -> Type.TIMESTAMP;
      case STRING -> new Type.Varchar(Math.max(1, value.asString().getValue().length()));
      default -> new Type.Other(value.getBsonType().name().toLowerCase(Locale.ROOT), MOST_BYTES);
    };
  }

  void create(Table table) throws DbException {
    if (table.arrangement() instanceof TableLayout.Native) {
      for (BsonDocument command : own(table)) {
        run(command);
      }
      return;
    }
    CollectionStorage wanted = wanted(table);
    run(wanted.create(table));
    BsonDocument options = options(table.name());
    CollectionStorage actual = actual(table.name(), options == null ? new BsonDocument() : options);
    String difference = wanted.difference(actual);
    if (difference != null) {
      drop(table);
      throw DbException.refused(
          "STORAGE", "The server ignores --storage: collection " + table.name() + " " + difference);
    }
    seen.put(table.name(), actual);
  }

  void createIndexes(Table table) throws DbException {
    if (!table.indexes().isEmpty()) {
      run(CommandRenderer.createIndexes(table));
    }
  }

  void drop(Table table) throws DbException {
    seen.remove(table.name());
    try {
      database.getCollection(table.name()).drop();
    } catch (MongoException e) {
      throw errors.translate(e);
    }
  }

  /** Commands that create a collection of the user's own. */
  private static List<BsonDocument> own(Table table) throws DbException {
    try {
      return CollectionStorage.own(table);
    } catch (RefusedException e) {
      throw new DbException(Kind.REFUSED, "COMMAND", MongoErrors.oneLine(e.getMessage()), e);
    }
  }

  TableState inspect(Table table) throws DbException {
    return errors.translated(() -> state(table, wanted(table)));
  }

  private TableState state(Table table, CollectionStorage wanted) throws DbException {
    BsonDocument options = options(table.name());
    if (options == null) {
      return new TableState.Absent();
    }
    CollectionStorage actual = actual(table.name(), options);
    seen.put(table.name(), actual);
    if (table.arrangement() instanceof TableLayout.Native) {
      return new TableState.Present();
    }
    String difference = wanted.difference(actual);
    if (difference == null) {
      difference = indexDifference(table);
    }
    if (difference != null) {
      return new TableState.Different(difference);
    }
    String row = mistyped(table);
    return row == null ? new TableState.Present() : new TableState.Mistyped(row);
  }

  /**
   * Returns the sizes that the storage engine reports; empty if they are 0, which means unknown.
   *
   * @param admin database to request a checkpoint from, because the sizes can be up to a minute old
   *     without one; null: no checkpoint
   */
  Optional<TableSize> size(List<Table> tables, @Nullable MongoDatabase admin) throws DbException {
    long data = 0;
    long index = 0;
    Map<String, Long> rows = new HashMap<>();
    try {
      if (admin != null) {
        checkpoint(admin);
      }
      for (Table table : tables) {
        BsonDocument stats =
            database.runCommand(
                new BsonDocument("collStats", new BsonString(table.name())), BsonDocument.class);
        data += stats.getNumber("storageSize", ZERO).longValue();
        index += stats.getNumber("totalIndexSize", ZERO).longValue();
        if (stats.isNumber("count")) { // a time series has no document count
          rows.put(table.name(), stats.getNumber("count").longValue());
        }
      }
    } catch (MongoException e) {
      throw errors.translate(e);
    }
    return data == 0
        ? Optional.empty()
        : Optional.of(new TableSize(data, index, OptionalLong.of(data + index), rows));
  }

  /** Returns the number of documents from the metadata; empty for a time series, which has none. */
  OptionalLong rowCount(Table table) throws DbException {
    if (table.arrangement() instanceof TableLayout.TimeSeries) {
      return OptionalLong.empty();
    }
    return errors.translated(
        () -> OptionalLong.of(database.getCollection(table.name()).estimatedDocumentCount()));
  }

  /** Makes a checkpoint. Returns whether the server did so. */
  static boolean checkpoint(MongoDatabase admin) {
    try {
      admin.runCommand(new BsonDocument("fsync", new BsonInt32(1)));
      return true;
    } catch (MongoCommandException e) {
      return false; // the user is not authorized, or the server has no such command
    }
  }

  private static CollectionStorage wanted(Table table) throws DbException {
    try {
      return CollectionStorage.of(table);
    } catch (RefusedException e) {
      throw new DbException(Kind.REFUSED, "STORAGE", MongoErrors.oneLine(e.getMessage()), e);
    }
  }

  /** Returns the options that a collection was created with; null: it does not exist. */
  private @Nullable BsonDocument options(String name) {
    BsonString wanted = new BsonString(name);
    for (BsonDocument collection :
        database.listCollections(BsonDocument.class).filter(new BsonDocument("name", wanted))) {
      if (wanted.equals(collection.get("name"))) { // mongo-java-server ignores the filter
        return collection.getDocument("options", new BsonDocument());
      }
    }
    return null;
  }

  /**
   * Returns the options that the storage engine reports, because some servers accept options and
   * ignore them.
   */
  private CollectionStorage actual(String name, BsonDocument options) {
    BsonDocument stats =
        database.runCommand(
            new BsonDocument("collStats", new BsonString(name)), BsonDocument.class);
    String creation =
        stats
            .getDocument("wiredTiger", new BsonDocument())
            .getString("creationString", new BsonString(""))
            .getValue();
    Matcher compressor = COMPRESSOR.matcher(creation);
    String found = compressor.find() ? compressor.group(1) : null;
    BsonDocument series = options.getDocument("timeseries", new BsonDocument());
    BsonString unsaid = new BsonString("");
    return new CollectionStorage(
        found != null && found.isEmpty() ? "none" : found,
        options.containsKey("clusteredIndex"),
        series.isEmpty()
            ? null
            : new TableLayout.TimeSeries(
                series.getString("timeField", unsaid).getValue(),
                series.getString("metaField", unsaid).getValue()));
  }

  private @Nullable String indexDifference(Table table) {
    Map<String, Boolean> actual = new TreeMap<>();
    Set<String> building = new HashSet<>();
    for (BsonDocument index : indexes(table.name())) {
      if (index.containsKey("spec")) {
        building.add(key(index.getDocument("spec").getDocument("key")));
      } else {
        actual.put(
            key(index.getDocument("key")),
            index.getBoolean("unique", BsonBoolean.FALSE).getValue());
      }
    }
    DocumentFields fields = new DocumentFields(table);
    Set<String> declared = new HashSet<>();
    for (Index index : table.indexes()) {
      String key = key(fields.key(index));
      declared.add(key);
      if (building.contains(key)) {
        return "has an index on " + key + " that is still being built";
      } else if (!actual.containsKey(key)) {
        return "has no index " + index.name() + " on " + key;
      }
      if (index.unique() != actual.get(key)) {
        return "has an index on " + key + " that is " + (index.unique() ? "not " : "") + "unique";
      }
    }
    for (String key : actual.keySet()) {
      if (!declared.contains(key) && !key.equals(DocumentFields.ID)) {
        return "has an index on " + key + " too many";
      }
    }
    return null;
  }

  /** Returns the indexes; one that is still being built has {@code spec} around its description. */
  private List<BsonDocument> indexes(String name) {
    BsonDocument list =
        new BsonDocument("listIndexes", new BsonString(name))
            .append("includeBuildUUIDs", BsonBoolean.TRUE);
    try {
      return database
          .runCommand(list, BsonDocument.class)
          .getDocument("cursor")
          .getArray("firstBatch") // 101 documents, and a collection has at most 64 indexes
          .stream()
          .map(BsonValue::asDocument)
          .toList();
    } catch (MongoCommandException e) { // no collection, or a server that does not know the option
      return database.getCollection(name).listIndexes(BsonDocument.class).into(new ArrayList<>());
    }
  }

  /**
   * Describes a key as {@code k} or {@code a, b desc}. Compares the direction or kind, not the
   * numeric type in which it is stored.
   */
  private static String key(BsonDocument key) {
    List<String> fields = new ArrayList<>();
    key.forEach(
        (name, kind) -> {
          String order =
              kind.isNumber() ? (kind.asNumber().doubleValue() < 0 ? " desc" : "") : " " + kind;
          fields.add(name + order);
        });
    return String.join(", ", fields);
  }

  /**
   * Compares the fields of one document with the declared columns; a collection has no other
   * schema. Fields that are not declared are left to a verification.
   */
  private @Nullable String mistyped(Table table) {
    BsonDocument sample = database.getCollection(table.name(), BsonDocument.class).find().first();
    DocumentFields fields = new DocumentFields(table);
    return sample == null || fields.differences(sample).isEmpty() ? null : fields.mismatch(sample);
  }

  private void run(BsonDocument command) throws DbException {
    errors.translated(() -> database.runCommand(command));
  }
}

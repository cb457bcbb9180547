package io.stallmark.mongo;

import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.json.JsonParseException;
import org.jspecify.annotations.Nullable;

/**
 * Storage options of a collection.
 *
 * @param compressor block compressor; null: not specified
 * @param clustered whether documents are stored in the order of {@code _id}; null: not specified
 * @param series time and meta field of a time-series collection; null: not a time-series collection
 */
record CollectionStorage(
    @Nullable String compressor,
    @Nullable Boolean clustered,
    TableLayout.@Nullable TimeSeries series) {

  static final String COMPRESSOR = "block_compressor";
  static final String CLUSTERED = "clustered";
  private static final Set<String> COMPRESSORS =
      new TreeSet<>(Set.of("none", "snappy", "zlib", "zstd"));

  /**
   * Reads the options of a table.
   *
   * @throws RefusedException when MongoDB does not support an option or a value
   */
  static CollectionStorage of(Table table) {
    Map<String, String> options = table.storage();
    for (String option : options.keySet()) {
      if (!option.equals(COMPRESSOR) && !option.equals(CLUSTERED)) {
        throw new RefusedException(
            "MongoDB has no storage option "
                + option
                + "; it has block_compressor=none|snappy|zlib|zstd and clustered=true|false");
      }
    }
    String compressor = options.get(COMPRESSOR);
    if (compressor != null && !COMPRESSORS.contains(compressor)) {
      throw new RefusedException(
          "block_compressor=" + compressor + ": it is one of " + String.join(", ", COMPRESSORS));
    }
    String clustered = options.get(CLUSTERED);
    if (clustered != null && !clustered.equals("true") && !clustered.equals("false")) {
      throw new RefusedException("clustered=" + clustered + ": it is true or false");
    }
    boolean byLayout = table.arrangement() instanceof TableLayout.Clustered;
    if (byLayout && "false".equals(clustered)) {
      throw new RefusedException("The workload stores documents by key: remove clustered=false");
    }
    return new CollectionStorage(
        compressor,
        byLayout ? Boolean.TRUE : clustered == null ? null : Boolean.valueOf(clustered),
        series(table));
  }

  private static TableLayout.@Nullable TimeSeries series(Table table) {
    if (table.arrangement() instanceof TableLayout.TimeSeries series) {
      if (Boolean.parseBoolean(table.storage().get(CLUSTERED))) {
        throw new RefusedException("A time-series collection cannot be clustered=true");
      }
      return series;
    } else if (table.arrangement() instanceof TableLayout.Partitioned) {
      throw new RefusedException("MongoDB has no partitions within a collection");
    }
    return null;
  }

  /**
   * Returns the commands that create a table of {@link TableLayout.Native}: the texts for MongoDB,
   * or without one {@code create}.
   *
   * @throws RefusedException when a text is no command, or there are storage options
   */
  static List<BsonDocument> own(Table table) {
    if (!table.storage().isEmpty()) {
      throw new RefusedException(
          "--storage has no effect on table "
              + table.name()
              + ": write it into the command that creates it");
    }
    List<String> texts =
        table.arrangement() instanceof TableLayout.Native own
            ? own.texts().getOrDefault(MongoBinding.NAME, List.of())
            : List.of();
    List<BsonDocument> commands = new ArrayList<>();
    for (String text : texts) {
      try {
        commands.add(BsonDocument.parse(text));
      } catch (JsonParseException e) {
        throw new RefusedException(
            "Table " + table.name() + ": " + text + " is not valid JSON: " + e.getMessage(), e);
      }
    }
    return commands.isEmpty()
        ? List.of(new BsonDocument("create", new BsonString(table.name())))
        : commands;
  }

  /** Returns the command that creates the collection. */
  BsonDocument create(Table table) {
    BsonDocument create = new BsonDocument("create", new BsonString(table.name()));
    if (series != null) {
      create.append(
          "timeseries",
          new BsonDocument("timeField", new BsonString(series.time()))
              .append("metaField", new BsonString(series.meta()))
              .append("granularity", new BsonString("seconds")));
    }
    if (compressor != null) {
      create.append(
          "storageEngine",
          new BsonDocument(
              "wiredTiger",
              new BsonDocument("configString", new BsonString(COMPRESSOR + "=" + compressor))));
    }
    if (Boolean.TRUE.equals(clustered)) {
      create.append(
          "clusteredIndex",
          new BsonDocument("key", new BsonDocument("_id", new BsonInt32(1)))
              .append("unique", BsonBoolean.TRUE));
    }
    return create;
  }

  /**
   * Difference between a collection and these options, as the end of a sentence; null: no
   * difference.
   */
  @Nullable String difference(CollectionStorage actual) {
    if (compressor != null && !compressor.equals(actual.compressor)) {
      return actual.compressor == null
          ? "has no block_compressor"
          : "has block_compressor=" + actual.compressor + ", not " + compressor;
    }
    if (clustered != null && !clustered.equals(actual.clustered)) {
      return clustered ? "is not clustered" : "is clustered";
    }
    if (!Objects.equals(series, actual.series)) {
      return series == null ? "is a time series" : "is not a time series of " + series.meta();
    }
    return null;
  }

  /** Description for the report. */
  String description() {
    return Text.format(
        "%s=%s, clustered=%s%s",
        COMPRESSOR,
        compressor == null ? "unknown" : compressor,
        clustered,
        series == null ? "" : ", time series");
  }
}

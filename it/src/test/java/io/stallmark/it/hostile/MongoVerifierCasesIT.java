package io.stallmark.it.hostile;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.Document;
import org.bson.RawBsonDocument;

/** MongoDB 6.0: fields as applications read them, and their types. */
final class MongoVerifierCasesIT extends VerifierCases {

  private static final Set<String> UNDECLARED =
      Set.of(
          "k a double",
          "k a string",
          "no k",
          "one more field",
          "_id a fraction",
          "sensor_id a string",
          "cnt a double",
          "no data1",
          "id2 a double",
          "no data");

  private final Map<String, List<RawBsonDocument>> saved = new HashMap<>();

  @Override
  Server emptied() {
    return SharedServer.MONGO.emptied();
  }

  @Override
  List<Change> changes() {
    return List.of(
        of("sysbench", "no row", "sbtest1 {_id: 7} delete"),
        of("sysbench", "negative k", "sbtest1 {_id: 7} {$set: {k: -5}}"),
        of("sysbench", "k beyond", "sbtest1 {_id: 7} {$set: {k: 99999}}"),
        of("sysbench", "k a double", "sbtest1 {_id: 7} {$set: {k: 5.5}}"),
        of("sysbench", "k a string", "sbtest1 {_id: 7} {$set: {k: 'five'}}"),
        of("sysbench", "no k", "sbtest1 {_id: 7} {$unset: {k: 1}}"),
        of("sysbench", "one more field", "sbtest1 {_id: 7} {$set: {extra: 1}}"),
        of("sysbench", "_id a fraction", "sbtest1 {_id:777.5,k:1,c:'c',pad:'p'} insert"),
        of("timeseries", "no row", "sensordata {sensor_id: 5} delete"),
        of("timeseries", "another sensor_id", "sensordata {sensor_id: 5} {$set: {sensor_id: 777}}"),
        of(
            "timeseries",
            "sensor_id a string",
            "sensordata {sensor_id: 5} {$set: {sensor_id: 'x'}}"),
        of(
            "timeseries",
            "cnt a double",
            "sensordata {sensor_id: 5} [{$set: {cnt: {$toDouble: '$cnt'}}}]"),
        of("timeseries", "another cnt", "sensordata {sensor_id: 5} {$inc: {cnt: 1}}"),
        of("timeseries", "no data1", "sensordata {sensor_id: 5} {$unset: {data1: 1}}"),
        of("timeseries", "one more field", "sensordata {sensor_id: 5} {$set: {extra: 1}}"),
        of("linkbench", "no link", "linktable {id1: 2} delete"),
        of("linkbench", "another link_type", "linktable {id1: 2} {$set: {link_type: 9}}"),
        of("linkbench", "id2 a double", "linktable {id1: 2} [{$set: {id2: {$toDouble: '$id2'}}}]"),
        of("linkbench", "hidden", "linktable {id1: 2} {$set: {visibility: 0}}"),
        of("linkbench", "a count", "counttable {} {$set: {count: 99}}"),
        of("linkbench", "no count", "counttable {} delete"),
        of("linkbench", "no node", "nodetable {_id: 5} delete"),
        of("linkbench", "no data", "nodetable {_id: 5} {$unset: {data: 1}}"));
  }

  private static Change of(String workload, String name, String statement) {
    return new Change(workload, name, statement, statement.substring(0, statement.indexOf(' ')));
  }

  /** Documents that no binding writes. */
  @Override
  String says(Change change) {
    return UNDECLARED.contains(change.name()) ? "A document of " + change.table() + " with " : "";
  }

  @Override
  void save(Server server) {
    saved.clear();
    try (MongoClient client = MongoClients.create(server.url())) {
      MongoDatabase bench = client.getDatabase("bench");
      for (String name : bench.listCollectionNames()) {
        saved.put(
            name, bench.getCollection(name, RawBsonDocument.class).find().into(new ArrayList<>()));
      }
    }
  }

  @Override
  void restore(Server server) {
    try (MongoClient client = MongoClients.create(server.url())) {
      saved.forEach(
          (name, rows) -> {
            var collection = client.getDatabase("bench").getCollection(name, RawBsonDocument.class);
            collection.deleteMany(new Document());
            if (!rows.isEmpty()) {
              collection.insertMany(rows);
            }
          });
    }
  }

  @Override
  long apply(Server server, Change change) {
    int first = change.statement().indexOf(' ');
    int end = change.statement().indexOf('}') + 1;
    Document filter = Document.parse(change.statement().substring(first, end));
    String update = change.statement().substring(end).strip();
    try (MongoClient client = MongoClients.create(server.url())) {
      MongoCollection<Document> rows = client.getDatabase("bench").getCollection(change.table());
      if (update.equals("delete")) {
        return rows.deleteOne(filter).getDeletedCount();
      }
      if (update.equals("insert")) {
        return rows.insertOne(filter).wasAcknowledged() ? 1 : 0;
      }
      return update.startsWith("[")
          ? rows.updateOne(
                  filter,
                  BsonArray.parse(update).stream().map(stage -> stage.asDocument()).toList())
              .getModifiedCount()
          : rows.updateOne(filter, Document.parse(update)).getModifiedCount();
    }
  }
}

package io.stallmark.it.servers.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.stallmark.cli.Calls;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import org.bson.Document;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MongoTableStateIT extends TableStateContract {

  private Server server;

  @Override
  Server start() {
    server = SharedServer.MONGO.emptied();
    return server;
  }

  /** Documents that no binding writes, which applications would read. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sysbench tables=1 rows=100|sbtest1|{_id: 7}|{$unset: {k: 1}}|\"_id\": 7",
        "sysbench tables=1 rows=100|sbtest1|{_id: 7}|{$set: {k: 3.5}}|\"_id\": 7",
        "sysbench tables=1 rows=100|sbtest1|{_id: 7}|{$set: {extra: 1}}|extra",
        "sysbench tables=1 rows=100|sbtest1|{_id: 1}|{$set: {k: 'five'}}|\"_id\": 1}",
        "linkbench ids=300 max-degree=50|nodetable|{_id: 1}|{$unset: {data: 1}}|\"_id\": 1}",
        "timeseries sensors=10 batch=10 preload=5|sensordata|{sensor_id: 1}|{$set: {cnt: 'x'}}|cnt",
        "timeseries sensors=10 batch=10 preload=5|sensordata|{sensor_id: 3}|{$set: {sensor_id: 4}}|_id",
        "timeseries sensors=10 batch=10 preload=5|sensordata|{sensor_id: 3}|{$unset: {cnt: 1}}|cnt"
      })
  void documentThatIsNotAsDeclared_isAFinding(
      String workload, String collection, String which, String change, String word) {
    succeeds("drop", workload, "--yes");
    succeeds("load", workload);
    try (MongoClient client = MongoClients.create(server.url())) {
      client
          .getDatabase("bench")
          .getCollection(collection)
          .updateOne(Document.parse(which), Document.parse(change));
    }
    Calls.Result result = call("verify", workload);
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
    assertThat(result.out()).contains("A document of " + collection + " with ", word);
    succeeds("drop", workload, "--yes");
  }

  @Override
  long count(String table) {
    try (MongoClient client = MongoClients.create(server.url())) {
      return client.getDatabase("bench").getCollection(table).countDocuments();
    }
  }

  @Override
  void empty(String table) {
    try (MongoClient client = MongoClients.create(server.url())) {
      client.getDatabase("bench").getCollection(table).drop();
    }
  }
}
